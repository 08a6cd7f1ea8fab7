import { XMLParser } from "fast-xml-parser";
import { isQName } from "messenger-gen-runtime/xsd";
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
import { depthLimit, type Flaw, illegal, namePattern } from "./scan.js";
import { isIncluded } from "./inclusion.js";
import type { XmlElement } from "./xml.js";

/** In front of the names of attributes in the library's tree. */
export const attributePrefix = "@";

/** `=` behind a value or the name of an element, which the validator passes over; in a text it means nothing. */
const strayEquals = /["'][ \t\n]*=|<[^<>"'= \t\n]+[ \t\n]+=/;
/** A start tag to its end. */
const startTag = /<[^ \t\n/>]+(?:[ \t\n]+[^ \t\n=]+[ \t\n]*=[ \t\n]*(?:"[^"]*"|'[^']*'))*[ \t\n]*\/?>/y;

const noAttributes: readonly (readonly [string, string])[] = [];

const metaData: symbol = XMLParser.getMetaDataSymbol().valueOf();

type LibraryNode = Readonly<Record<PropertyKey, unknown>>;

/** The elements of a document, with the first flaw that fast-xml-parser let pass. */
interface Tree {
  readonly root: XmlElement | undefined;
  readonly flaw: Flaw | undefined;
}

/** Turns the arrays of fast-xml-parser, `[{ tag: [...], ":@": {...} }]`, into elements. */
export class TreeBuilder {
  readonly #source: string;
  readonly #locate: (offset: number) => Origin;
  readonly #diagnostics: Diagnostics;
  readonly #hasStrayEquals: boolean;
  #flaw: Flaw | undefined;
  #depth = 0;

  constructor(source: string, locate: (offset: number) => Origin, diagnostics: Diagnostics) {
    this.#source = source;
    this.#hasStrayEquals = strayEquals.test(source);
    this.#locate = locate;
    this.#diagnostics = diagnostics;
  }

  build(nodes: unknown): Tree {
    const found: unknown = Array.isArray(nodes)
      ? nodes.find((node) => isRecord(node) && !tagOf(node).startsWith("#"))
      : undefined;
    if (!isRecord(found)) return { root: undefined, flaw: this.#flaw };
    const root = this.#element(tagOf(found), found, rootScope);
    this.#checkEnd(offsetIn(found, "endIndex"));
    return { root, flaw: this.#flaw };
  }

  #children(nodes: unknown, scope: Scope, start: number): (XmlElement | string)[] {
    if (!Array.isArray(nodes)) return [];
    const children: (XmlElement | string)[] = [];
    for (const node of nodes) {
      if (!isRecord(node)) continue;
      const tag = tagOf(node);
      if (tag === "#cdata") children.push(firstText(node[tag]));
      else if (tag === "#text") children.push(this.#text(String(node[tag]), start));
      else if (!tag.startsWith("#")) {
        const element = this.#element(tag, node, scope);
        if (isIncluded(element)) children.push(element);
      }
    }
    return children;
  }

  #element(tag: string, node: LibraryNode, outer: Scope): XmlElement {
    const start = offsetIn(node, "startIndex");
    const origin = this.#locate(start);
    this.#checkName(tag, start);
    if (this.#hasStrayEquals) this.#checkStartTag(tag, start);
    const written = this.#attributes(node[":@"], start);
    const scope = this.#scope(written, outer, origin);
    const attributes = new Map<string, string>();
    for (const [key, value] of written) {
      if (isDeclaration(key)) continue;
      const name = clarkAttribute(this.#qualify(key, scope, origin, ""));
      if (attributes.has(name)) {
        this.#diagnostics.report("MG1008", origin, { reason: `the attribute ${key} is given twice` });
      }
      attributes.set(name, value);
    }
    const name = this.#qualify(tag, scope, origin, scope.get("") ?? "");
    if (++this.#depth > depthLimit) this.#flaw ??= { kind: "depth", offset: start };
    const children = this.#depth > depthLimit ? [] : this.#children(node[tag], scope, start);
    this.#depth--;
    return { name, attributes, children, scope, origin };
  }

  #attributes(given: unknown, start: number): readonly (readonly [string, string])[] {
    if (!isRecord(given)) return noAttributes;
    const attributes: (readonly [string, string])[] = [];
    for (const key in given) {
      const name = key.slice(attributePrefix.length);
      this.#checkName(name, start);
      const value = String(given[key]);
      if (value.includes("<"))
        this.#fail(`"<" in the value of ${name}; write "&lt;"`, this.#find(name, start));
      attributes.push([name, this.#decoded(value.replace(/[\t\n]/g, " "), start)]);
    }
    return attributes;
  }

  #checkStartTag(tag: string, start: number): void {
    startTag.lastIndex = start;
    if (!startTag.test(this.#source)) this.#fail(`"=" without a name in the start tag ${tag}`, start);
  }

  /** The validator takes any number of colons. */
  #checkName(name: string, start: number): void {
    if (name.includes(":") && !isQName(name))
      this.#fail(`${name} has a misplaced colon`, this.#find(name, start));
  }

  #text(text: string, start: number): string {
    if (text.includes("]]>")) this.#fail('"]]>" in text; write "]]&gt;"', this.#find("]]>", start));
    return this.#decoded(text, start);
  }

  #decoded(text: string, start: number): string {
    return decodeReferences(text, (kind, found) => {
      const offset = this.#find(found, start);
      if (kind === "entity") this.#flaw ??= { kind, offset, detail: found.slice(1, -1) };
      else if (kind === "character") this.#fail(`${found} is not a character of XML`, offset);
      else this.#fail('"&" does not start a reference; write "&amp;"', offset);
    });
  }

  /** Behind the root are comments and instructions only. */
  #checkEnd(end: number): void {
    const rest = this.#source
      .slice(end)
      .replace(/<!--[^]*?-->|<\?[^]*?\?>/g, (found) => " ".repeat(found.length));
    const at = rest.search(/[^ \t\n]/);
    if (at < 0) return;
    const isElement = rest[at] === "<" && rest[at + 1] !== "!";
    this.#fail(isElement ? "a second root element" : "text outside the root element", end + at);
  }

  /** Offset of a piece of an element, or of the same behind its start. */
  #find(piece: string, start: number): number {
    return Math.max(start, this.#source.indexOf(piece, start));
  }

  /** Keeps the first. */
  #fail(detail: string, offset: number): void {
    this.#flaw ??= { kind: "syntax", offset, detail };
  }

  #scope(attributes: readonly (readonly [string, string])[], outer: Scope, origin: Origin): Scope {
    if (!attributes.some(([key]) => isDeclaration(key))) return outer;
    const scope = new Map(outer);
    for (const [key, namespace] of attributes) {
      if (!isDeclaration(key)) continue;
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
    if (namespace === undefined && isQName(qname))
      this.#diagnostics.report("MG1011", origin, { prefix, name: qname });
    return { namespace: namespace ?? "", name: local };
  }
}

function isDeclaration(attribute: string): boolean {
  return attribute.startsWith("xmlns") && (attribute.length === 5 || attribute[5] === ":");
}

function canBind(prefix: string, namespace: string): boolean {
  if (prefix === "xml" || namespace === xmlNamespace) return prefix === "xml" && namespace === xmlNamespace;
  return prefix !== "xmlns" && namespace !== xmlnsNamespace && (prefix === "" || namespace !== "");
}

function clarkAttribute(name: QName): string {
  return name.namespace === "" ? name.name : clark(name);
}

/** The name of a node's element, or one that starts with `#`. */
function tagOf(node: LibraryNode): string {
  for (const key in node) if (key !== ":@") return key;
  return "#";
}

function firstText(cdata: unknown): string {
  const first: unknown = Array.isArray(cdata) ? cdata[0] : undefined;
  return isRecord(first) && typeof first["#text"] === "string" ? first["#text"] : "";
}

function offsetIn(node: LibraryNode, key: "startIndex" | "endIndex"): number {
  const meta = node[metaData];
  return isRecord(meta) ? Number(meta[key] ?? 0) : 0;
}

function isRecord(value: unknown): value is LibraryNode {
  return typeof value === "object" && value !== null;
}

/** What is wrong with a reference: no character of XML, an entity that is not declared, `&` that starts none. */
type WrongReference = "character" | "entity" | "syntax";

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const reference = new RegExp(
  `&(?:(amp|lt|gt|quot|apos);|#([0-9]+);|#x([0-9A-Fa-f]+);|(${namePattern});)?`,
  "gu",
);

/**
 * The text with its references replaced. The validator checks the form of those in text only, takes any character and any entity,
 * and those in attributes unread.
 *
 * @param onWrong is called with each wrong reference as it is written
 */
function decodeReferences(text: string, onWrong: (kind: WrongReference, found: string) => void): string {
  if (!text.includes("&")) return text;
  return text.replace(
    reference,
    (found, name?: string, decimal?: string, hexadecimal?: string, entity?: string) => {
      if (name !== undefined) return named[name] ?? "";
      const code = decimal === undefined ? parseInt(hexadecimal ?? "", 16) : parseInt(decimal, 10);
      if (isCharacter(code)) return String.fromCodePoint(code);
      onWrong(entity !== undefined ? "entity" : Number.isNaN(code) ? "syntax" : "character", found);
      return "";
    },
  );
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !illegal.test(String.fromCodePoint(code));
}
