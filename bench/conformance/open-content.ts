/** Elements, attributes and texts that no schema describes. */
import { element, type XmlAttribute, type XmlContent, type XmlElement } from "messenger-gen-runtime";
import { xmlContent } from "messenger-gen-runtime/xml";
import type { AnyElementPlan } from "#generator/plan/data/members.js";
import { anyText } from "./arbitrary-texts.js";
import type { Source } from "./source.js";

/** Texts, of which some are empty. */
export function words(choose: Source): () => string {
  return () => anyText(choose);
}

export function anyAttributes(word = (): string => "a & b"): readonly XmlAttribute[] {
  return [{ namespace: "urn:any", name: "extra", value: word() }];
}

/** Content of an element with mixed content around any element. Some types require one element without saying which. */
export function content(choose: Source, word?: () => string): XmlContent {
  const inner = word === undefined ? ["text"] : nodes(choose, word, 2);
  const all = [word?.() ?? "some text", element("any", inner, { namespace: "urn:any" })];
  return all.slice(choose(2)).filter((node) => node !== "");
}

/** Content with names in its texts, of which the prefixes are declared. */
export function prefixedContent(choose: Source, word?: () => string): XmlContent {
  const prefixes = ["t", "tns1", "a1", "e1"].slice(choose(3));
  const text = prefixes.map((prefix) => `${prefix}:Row/x`).join(" ");
  const namespaces = prefixes.map((prefix) => [prefix, `urn:${choose(2)}:${prefix}`] as const);
  const [inner] = content(choose, word).filter((node) => typeof node !== "string");
  return xmlContent(inner === undefined ? [text] : [text, inner], Object.fromEntries(namespaces));
}

/** An element in a namespace that the wildcard admits. */
export function anyElement(
  { only, except }: AnyElementPlan,
  choose: Source,
  word?: () => string,
): XmlElement {
  const [wanted] = only ?? [];
  const namespace = wanted ?? (except.length > 0 || choose(2) === 0 ? "urn:any" : "");
  const inner = word === undefined ? ["text"] : nodes(choose, word, 2);
  return element("any", inner, { namespace, attributes: { a: word?.() ?? '"<&' } });
}

/** Texts and elements, no two texts side by side. */
function nodes(choose: Source, word: () => string, depth: number): XmlContent {
  const children = Array.from({ length: depth === 0 ? 0 : choose(3) }, (): XmlContent => {
    const inner = nodes(choose, word, depth - 1);
    const namespace = ["urn:any", "", "urn:other", "http://www.w3.org/2001/XMLSchema"][choose(4)] ?? "";
    const options = { namespace, ...(choose(2) === 0 ? {} : { attributes: { b: word() } }) };
    return [element(["a", "b-1", "é"][choose(3)] ?? "a", inner, options), word()];
  });
  return [word(), ...children.flat()].filter((node) => node !== "");
}
