import { checkedName } from "../xsd/names.js";
import { type NamespacePrefix, type QName, xmlNamespace, xmlnsNamespace } from "./names.js";

/** XML as data: the content of an element of mixed content or `xs:any` content, in document order. */
export interface XmlContent extends ReadonlyArray<XmlNode> {
  /**
   * Prefixes in the texts directly inside, such as `tns` in `tns:A/B`. Absent without any, and in the `children` of an element,
   * which has them itself. They are declared in the element that contains the content; copies of the array do not have them.
   */
  readonly namespaces?: readonly NamespacePrefix[] | undefined;
}

/** A text, or an element. Comments and processing instructions are dropped; adjacent texts are joined. */
export type XmlNode = string | XmlElement;

/** An element as data; prefixes are resolved. */
export interface XmlElement {
  /** Empty for no namespace. */
  readonly namespace: string;
  readonly name: string;
  /** Without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  /**
   * Prefixes in the values of its attributes and in the texts directly inside, such as `tns` in `xsi:type="tns:Row"`; an
   * empty one for a name without prefix in `xsi:type`. Absent without any. They are declared when the element is written.
   */
  readonly namespaces?: readonly NamespacePrefix[] | undefined;
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
  /** Prefixes to declare, with their namespaces, for names in attributes and texts. */
  readonly namespaces?: Readonly<Record<string, string>>;
}

/**
 * An element as data: `element("Total", ["12"])`, `element("Row", [], { attributes: { id: "7" } })`.
 * @throws RangeError if a name is not an XML name without colon, an attribute declares a namespace, or a prefix cannot be declared
 */
export function element(name: string, children: XmlContent = [], options: ElementOptions = {}): XmlElement {
  const attributes = Object.entries(options.attributes ?? {}).map(([key, value]) => ({
    namespace: "",
    name: attributeName("", key),
    value,
  }));
  const namespaces = prefixesOf(options.namespaces);
  return {
    namespace: options.namespace ?? "",
    name: checkedName(name),
    attributes,
    ...(namespaces.length === 0 ? {} : { namespaces }),
    children,
  };
}

/**
 * Content whose texts contain prefixes: `xmlContent(["tns:A/B"], { tns: "urn:topics" })`.
 * @throws RangeError if a prefix cannot be declared
 */
export function xmlContent(
  nodes: readonly XmlNode[],
  namespaces: Readonly<Record<string, string>> = {},
): XmlContent {
  return withPrefixes([...nodes], prefixesOf(namespaces));
}

/** The same content, with the prefixes in its texts. */
export function withPrefixes<T extends object>(
  content: T,
  namespaces: readonly NamespacePrefix[],
): T | (T & { readonly namespaces: readonly NamespacePrefix[] }) {
  return namespaces.length === 0 ? content : Object.assign(content, { namespaces });
}

function prefixesOf(namespaces: Readonly<Record<string, string>> = {}): readonly NamespacePrefix[] {
  return Object.entries(namespaces).map(([prefix, namespace]) => checkedPrefix({ prefix, namespace }));
}

/**
 * A declaration, for markup.
 * @throws RangeError if Namespaces in XML 1.0, section 3, does not allow it
 */
export function checkedPrefix(declared: NamespacePrefix): NamespacePrefix {
  const { prefix, namespace } = declared;
  if (prefix !== "") checkedName(prefix);
  const isReserved = prefix === "xmlns" || namespace === xmlnsNamespace;
  const isXml = prefix === "xml" || namespace === xmlNamespace;
  if (isReserved || isXml || (prefix !== "" && namespace === ""))
    throw new RangeError(`The prefix ${prefix} cannot be declared for this namespace.`);
  return declared;
}

/**
 * The name that a text of an element, of its attributes or of content means, such as `tns:Row`, or the first step of
 * `tns:A/B`; undefined if its prefix is not among the `namespaces` of the element or content.
 */
export function nameIn({ namespaces = [] }: Pick<XmlElement, "namespaces">, text: string): QName | undefined {
  const [, prefix = "", name] = /^\s*(?:([^\s:/|]+):)?([^\s:/|]+)/.exec(text) ?? [];
  const namespace = namespaces.find((each) => each.prefix === prefix)?.namespace;
  if (name === undefined || (namespace === undefined && prefix !== "")) return undefined;
  return { namespace: namespace ?? "", name };
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
