import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser } from "fast-xml-parser";
import type { FieldFact, RecordFact } from "./facts.js";

/**
 * Reads the files of `schema/` into the notation of `facts.ts`. It deliberately shares no code with the generator, so
 * that both cannot have the same bug.
 */
export const SCHEMA_FOLDER = join(process.cwd(), "schema");

/** An element with its qualified name (`xs:element`), or a text with the name `#text`. */
export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  readonly text: string;
}

/** One entry of fast-xml-parser's ordered output: `{tag: children, ":@": attributes}` or `{"#text": text}`. */
type Entry = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
});

/** The root element of a file in `schema/`. */
export function readSchema(file: string): Node {
  const entries = parser.parse(readFileSync(join(SCHEMA_FOLDER, file), "utf8")) as readonly Entry[];
  const root = entries.map(toNode).find((node) => !node.name.startsWith("?"));
  if (root === undefined) throw new Error(`${file} has no root element`);
  return root;
}

function toNode(entry: Entry): Node {
  const name = Object.keys(entry).find((key) => key !== ":@") ?? "";
  const content = entry[name];
  if (name === "#text") return { name, attributes: {}, children: [], text: String(content) };
  const children = (content as readonly Entry[]).map(toNode);
  return {
    name,
    attributes: (entry[":@"] ?? {}) as Record<string, string>,
    children,
    text: children
      .map((child) => child.text)
      .join("")
      .trim(),
  };
}

export function childrenOf(node: Node, name: string): readonly Node[] {
  return node.children.filter((child) => child.name === name);
}

export function childOf(node: Node, name: string): Node | undefined {
  return childrenOf(node, name)[0];
}

/** The element at the end of a path of child elements. Throws if there is none. */
export function at(node: Node, ...path: readonly string[]): Node {
  return path.reduce((parent, name) => {
    const child = childOf(parent, name);
    if (child === undefined) throw new Error(`<${parent.name} name="${nameOf(parent)}"> has no ${name}`);
    return child;
  }, node);
}

/** The node and all its descendant elements. */
export function everyNode(node: Node): readonly Node[] {
  return [node, ...node.children.flatMap(everyNode)];
}

export function nameOf(node: Node): string {
  return node.attributes["name"] ?? "";
}

export function documentationOf(node: Node): string {
  const holder = childOf(node, "xs:annotation") ?? node;
  return (childOf(holder, "xs:documentation") ?? childOf(holder, "wsdl:documentation"))?.text ?? "";
}

/** `tns:SendResult` -> `SendResult`. No two namespaces declare types with the same local name. */
export function local(qualified: string | undefined): string {
  return qualified?.split(":").at(-1) ?? "";
}

/** The elements of a global or anonymous complex type, without those of its base. */
export function elementsOf(complexType: Node): readonly Node[] {
  const content = childOf(complexType, "xs:complexContent");
  const owner = content === undefined ? complexType : at(content, "xs:extension");
  const sequence = childOf(owner, "xs:sequence");
  return sequence === undefined ? [] : childrenOf(sequence, "xs:element");
}

export function fieldFact(element: Node): FieldFact {
  const { minOccurs = "1", maxOccurs = "1", nillable = "false" } = element.attributes;
  const marks: Readonly<Record<string, string>> = { "1..1": "", "0..1": "?", "0..unbounded": "*" };
  const occurs = `${minOccurs}..${maxOccurs}`;
  const type = isXmlContent(element) ? "xml" : local(element.attributes["type"]);
  return `${nameOf(element)} ${type}${marks[occurs] ?? ` ${occurs}`}${nillable === "true" ? " nil" : ""}`;
}

export function recordFact(complexType: Node): RecordFact {
  const content = childOf(complexType, "xs:complexContent");
  const base = content && local(at(content, "xs:extension").attributes["base"]);
  return {
    ...(base === undefined ? {} : { base }),
    ...(complexType.attributes["abstract"] === "true" ? { abstract: true } : {}),
    fields: elementsOf(complexType).map(fieldFact),
  };
}

function isXmlContent(element: Node): boolean {
  const type = childOf(element, "xs:complexType");
  if (type?.attributes["mixed"] !== "true") return false;
  const [any, ...more] = at(type, "xs:sequence").children;
  const { processContents, ...occurrence } = any?.attributes ?? {};
  return any?.name === "xs:any" && processContents === "lax" && !Object.keys(occurrence).length && !more.length;
}
