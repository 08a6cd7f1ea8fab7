import { markup } from "../../../bench/conformance/markup.js";
import { Diagnostics } from "#generator/diagnostics.js";
import { readXml } from "#generator/read/document.js";
import { elements, type XmlElement } from "#generator/read/xml.js";

const xsi = "{http://www.w3.org/2001/XMLSchema-instance}";

/**
 * The envelope in which each element with a type inside the first element of Body is moved after it, equal ones once
 * (SOAP 1.1 section 5.4.1).
 */
export function withReferences(envelope: string): string {
  const diagnostics = new Diagnostics();
  const root = readXml(envelope, "envelope", diagnostics);
  if (root === undefined) throw new Error(diagnostics.all.map(({ message }) => message).join("\n"));
  const blocks = elements(root).map((block) => (block.name.name === "Body" ? referringBody(block) : block));
  return markup({ ...root, children: blocks });
}

function referringBody(body: XmlElement): XmlElement {
  const [call, ...others] = elements(body);
  if (call === undefined || call.name.name === "Fault") return body;
  const moved = new Moved();
  const children = call.children.map((child) => moved.reference(child));
  return { ...body, children: [{ ...call, children }, ...others, ...moved.all()] };
}

/** Elements that are referred to. */
class Moved {
  readonly #byText = new Map<string, XmlElement>();

  all(): readonly XmlElement[] {
    return [...this.#byText.values()];
  }

  /** Replacement of an element; a text, or an element without a type, is unchanged. */
  reference(node: XmlElement | string): XmlElement | string {
    if (typeof node === "string") return node;
    const inner = { ...node, children: node.children.map((child) => this.reference(child)) };
    if (!node.attributes.has(`${xsi}type`) || node.attributes.has(`${xsi}nil`)) return inner;
    const target = { ...inner, name: { namespace: "", name: "multiRef" } };
    const text = markup(target);
    const known = this.#byText.get(text) ?? withId(target, this.#byText.size);
    this.#byText.set(text, known);
    const attributes = new Map([["href", `#${known.attributes.get("id") ?? ""}`]]);
    return { ...node, attributes, children: [] };
  }
}

function withId(element: XmlElement, number: number): XmlElement {
  return { ...element, attributes: new Map([...element.attributes, ["id", `ref${number}`]]) };
}
