import { checkedName } from "../xsd/names.js";
import { xmlnsNamespace } from "./names.js";

/** XML as data: the content of an element of mixed content or `xs:any` content, in document order. */
export type XmlContent = readonly XmlNode[];

/** A text, or an element. Comments and processing instructions are dropped; adjacent texts are joined. */
export type XmlNode = string | XmlElement;

/** An element as data; prefixes are resolved. */
export interface XmlElement {
  /** Empty for no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** Without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlContent;
}

/** An attribute as data, its value normalised. */
export interface XmlAttribute {
  /** Empty for no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

/** Options of `element` besides the name. */
export interface ElementOptions {
  /** Default: none. */
  readonly namespace?: string;
  /** Attributes in no namespace. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/**
 * An element as data: `element("Total", ["12"])`, `element("Row", [], { attributes: { id: "7" } })`.
 * @throws RangeError if a name is not an XML name without colon, or an attribute declares a namespace
 */
export function element(name: string, children: XmlContent = [], options: ElementOptions = {}): XmlElement {
  const attributes = Object.entries(options.attributes ?? {}).map(([key, value]) => ({
    namespace: "",
    name: attributeName("", key),
    value,
  }));
  return { namespace: options.namespace ?? "", name: checkedName(name), attributes, children };
}

/**
 * The name of an attribute, for markup.
 * @throws RangeError for no XML name without colon, and for the name of a namespace declaration
 */
export function attributeName(namespace: string, name: string): string {
  if (namespace === xmlnsNamespace || (namespace === "" && name === "xmlns")) {
    throw new RangeError("A namespace declaration is not an attribute.");
  }
  return checkedName(name);
}

/** All text inside, in document order. */
export function textOf(content: XmlContent): string {
  const texts: string[] = [];
  const pending: XmlNode[] = content.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === "string") texts.push(node);
    else for (const child of node.children.toReversed()) pending.push(child);
  }
  return texts.join("");
}

/** The first child element of that name, in any namespace. */
export function childOf(content: XmlContent, name: string): XmlElement | undefined {
  return content.find((node): node is XmlElement => typeof node !== "string" && node.name === name);
}

/** Adds a text behind the others: adjacent texts are one. */
export function addText(list: XmlNode[], text: string): void {
  const last = list.at(-1);
  if (typeof last === "string") list[list.length - 1] = last + text;
  else if (text !== "") list.push(text);
}
