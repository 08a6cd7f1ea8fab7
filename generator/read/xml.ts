import { trim } from "messenger-gen-runtime/xsd";
import { XMLParser } from "fast-xml-parser";
import type { Diagnostics } from "../diagnostics.js";
import type { Origin } from "../origin.js";
import {
  clark,
  draftNamespaces,
  rootScope,
  splitName,
  xmlNamespace,
  xmlnsNamespace,
  xsdNamespace,
  type QName,
  type Scope,
} from "./names.js";
import { depthLimit, scan, type Flaw, type Range } from "./scan.js";

/** An element of a WSDL or XSD document; immutable. */
export interface XmlElement {
  readonly name: QName;
  /** By local name, or `{namespace}local` for one in a namespace. Declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Elements and pieces of text, in order, without comments. */
  readonly children: readonly (XmlElement | string)[];
  /** For names in values, such as `type="tns:SoapUser"`. */
  readonly scope: Scope;
  readonly origin: Origin;
}

/** The child elements. */
export function elements(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => typeof child !== "string");
}

/** The value of an attribute without white space at its ends (`String.trim` removes more than XML calls white space). */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const value = element.attributes.get(name);
  return value === undefined ? undefined : trim(value);
}

/** All text inside an element. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

/**
 * Reads a document: well-formed XML 1.0 with namespaces. A document type declaration is skipped unread, with a warning.
 * Otherwise reports the error and returns undefined. `file` is for origins.
 */
export function readXml(text: string, file: string, diagnostics: Diagnostics): XmlElement | undefined {
  const source = text.replace(/\r\n?/g, "\n");
  const locate = locator(source, file);
  const { flaw, instructions, doctype, space } = scan(source);
  if (flaw !== undefined) {
    reportFlaw(flaw, doctype !== undefined, locate(flaw.offset), diagnostics);
    return undefined;
  }
  if (space > 0) diagnostics.report("MG1023", locate(0), {});
  if (doctype !== undefined) diagnostics.report("MG1021", locate(doctype[0]), {});
  try {
    const plain = withoutQuotes(doctype === undefined ? source : withoutRange(source, doctype), instructions);
    const nodes: unknown = parser.parse(plain);
    return new TreeBuilder(locate, diagnostics).root(nodes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    diagnostics.report("MG1008", locate(0), { reason });
    return undefined;
  }
}

/**
 * The text with each quote in a processing instruction replaced by a space: fast-xml-parser looks for the end of an
 * instruction behind the next quote of the same kind, wherever in the document that is.
 */
function withoutQuotes(source: string, instructions: readonly Range[]): string {
  const ends = instructions.map(([, end]) => end);
  const parts = instructions.map(([start, end], at) => {
    const between = source.slice(ends[at - 1] ?? 0, start);
    return between + source.slice(start, end).replace(/["']/g, " ");
  });
  return parts.join("") + source.slice(ends.at(-1) ?? 0);
}

/** The text with spaces in a range, so that offsets remain. */
function withoutRange(source: string, [start, end]: Range): string {
  return source.slice(0, start) + source.slice(start, end).replace(/[^\n]/g, " ") + source.slice(end);
}

function reportFlaw(flaw: Flaw, hasDoctype: boolean, origin: Origin, diagnostics: Diagnostics): void {
  switch (flaw.kind) {
    case "depth":
      diagnostics.report("MG1012", origin, { limit: String(depthLimit) });
      return;
    case "entity":
      diagnostics.report(hasDoctype ? "MG1009" : "MG1010", origin, { entity: flaw.detail });
      return;
    case "syntax":
      diagnostics.report("MG1008", origin, { reason: flaw.detail });
      return;
  }
}

type Locate = (offset: number) => Origin;

function locator(source: string, file: string): Locate {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    for (let high = starts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

const attributePrefix = "@";
const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  cdataPropName: "#cdata",
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  jPath: false,
  // Elements called `toString` and the like keep their names.
  onDangerousProperty: (name) => name,
  maxNestedTags: depthLimit + 1,
});
const metaData: symbol = XMLParser.getMetaDataSymbol().valueOf();

/** Turns the arrays of fast-xml-parser, `[{ tag: [...], ":@": {...} }]`, into elements. */
class TreeBuilder {
  readonly #locate: Locate;
  readonly #diagnostics: Diagnostics;

  constructor(locate: Locate, diagnostics: Diagnostics) {
    this.#locate = locate;
    this.#diagnostics = diagnostics;
  }

  root(nodes: unknown): XmlElement | undefined {
    return this.#children(nodes, rootScope).find((node) => typeof node !== "string");
  }

  #children(nodes: unknown, scope: Scope): (XmlElement | string)[] {
    if (!Array.isArray(nodes)) return [];
    return nodes.flatMap((node: unknown) => this.#node(node, scope));
  }

  #node(node: unknown, scope: Scope): XmlElement | string | [] {
    const tag = isRecord(node) ? Object.keys(node).find((key) => key !== ":@") : undefined;
    if (!isRecord(node) || tag === undefined) return [];
    if (tag === "#text") return decode(String(node[tag]));
    if (tag === "#cdata") return firstText(node[tag]);
    return this.#element(tag, node, scope);
  }

  #element(tag: string, node: Readonly<Record<PropertyKey, unknown>>, outer: Scope): XmlElement {
    const meta = node[metaData];
    const origin = this.#locate(isRecord(meta) ? Number(meta["startIndex"]) : 0);
    const written = attributesOf(node[":@"]);
    const scope = this.#scope(written, outer, origin);
    const attributes = new Map<string, string>();
    for (const [key, value] of written) {
      if (key === "xmlns" || key.startsWith("xmlns:")) continue;
      const name = clarkAttribute(this.#qualify(key, scope, origin, ""));
      if (attributes.has(name)) {
        this.#diagnostics.report("MG1008", origin, { reason: `the attribute ${key} is given twice` });
      }
      attributes.set(name, value);
    }
    const name = this.#qualify(tag, scope, origin, scope.get("") ?? "");
    return { name, attributes, children: this.#children(node[tag], scope), scope, origin };
  }

  #scope(attributes: readonly (readonly [string, string])[], outer: Scope, origin: Origin): Scope {
    const declared = attributes.filter(([key]) => key === "xmlns" || key.startsWith("xmlns:"));
    if (declared.length === 0) return outer;
    const scope = new Map(outer);
    for (const [key, namespace] of declared) {
      const prefix = key === "xmlns" ? "" : key.slice("xmlns:".length);
      if (!canBind(prefix, namespace)) {
        this.#diagnostics.report("MG1008", origin, { reason: `${key}="${namespace}" is not allowed` });
      }
      scope.set(prefix, this.#meant(namespace, origin));
    }
    return scope;
  }

  /** Constructs of a draft that the recommendation lacks are reported where they are used. */
  #meant(namespace: string, origin: Origin): string {
    if (!draftNamespaces.has(namespace)) return namespace;
    this.#diagnostics.report("MG1020", origin, { namespace, taken: xsdNamespace });
    return xsdNamespace;
  }

  #qualify(qname: string, scope: Scope, origin: Origin, unprefixed: string): QName {
    const { prefix, local } = splitName(qname);
    const namespace = prefix === "" ? unprefixed : scope.get(prefix);
    if (namespace === undefined) this.#diagnostics.report("MG1011", origin, { prefix, name: qname });
    return { namespace: namespace ?? "", name: local };
  }
}

function canBind(prefix: string, namespace: string): boolean {
  if (prefix === "xml" || namespace === xmlNamespace) return prefix === "xml" && namespace === xmlNamespace;
  return prefix !== "xmlns" && namespace !== xmlnsNamespace && (prefix === "" || namespace !== "");
}

function clarkAttribute(name: QName): string {
  return name.namespace === "" ? name.name : clark(name);
}

function attributesOf(written: unknown): (readonly [string, string])[] {
  if (!isRecord(written)) return [];
  return Object.entries(written).map(
    ([key, value]) =>
      [key.slice(attributePrefix.length), decode(String(value).replace(/[\t\n]/g, " "))] as const,
  );
}

function firstText(cdata: unknown): string {
  const first: unknown = Array.isArray(cdata) ? cdata[0] : undefined;
  return isRecord(first) && typeof first["#text"] === "string" ? first["#text"] : "";
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** References, which the scan has found to be right. */
function decode(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|(\w+));/g,
    (_, hex?: string, decimal?: string, entity?: string) => {
      if (entity !== undefined) return named[entity] ?? "";
      return String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16));
    },
  );
}

function isRecord(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null;
}
