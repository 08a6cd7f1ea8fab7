import { interned } from "../interned.js";
import { forbiddenAt } from "./characters.js";
import { isNCName } from "../xsd/names.js";

/** A name as it stands in a tag, taken apart. */
export interface XmlName {
  /** With prefix and colon. */
  readonly raw: string;
  /** Empty without one. */
  readonly prefix: string;
  readonly local: string;
  /** The tags as most programs write them: `<raw>` and `</raw>`. */
  readonly startTag: string;
  readonly endTag: string;
  readonly hash: number;
  /** Hash of the element that began after this one the last time: what most likely comes next. */
  following: number;
  /** What came directly after the text of this element, twice in a row. */
  continuation: Continuation | undefined;
  /** The start tag of this name that was read last, when it had namespace declarations and nothing else. */
  declaring: DeclaringTag | undefined;
}

/** The end tag of an element with text and the start tag of the next one, when nothing is between them. */
export interface Continuation {
  readonly markup: string;
  /** Name of the next element: to be looked up by its hash, and only good while it is found. */
  readonly raw: string;
  readonly hash: number;
}

/** A start tag that only declares namespaces: messages of one program begin with the same ones. */
export interface DeclaringTag {
  /** From behind the name to the end of the tag. */
  readonly markup: string;
  readonly declarations: readonly { readonly prefix: string; readonly uri: string }[];
}

/** Bounded: a name replaces the one in its place, so that no input makes the table grow or a search long. */
const size = 1024;
const longestName = 64;
const longestTag = 512;
const names: (XmlName | undefined)[] = new Array<XmlName | undefined>(size).fill(undefined);

/**
 * The name between `start` and `end` when it was kept; `hash` is any function of its characters. Names are few and come
 * again and again: finding one costs one comparison, and its strings are the same objects as the literals in generated
 * code.
 */
export function keptName(text: string, start: number, end: number, hash: number): XmlName | undefined {
  const found = names[hash & (size - 1)];
  return found?.hash === hash && found.raw === text.slice(start, end) ? found : undefined;
}

/**
 * Takes a name apart; undefined when it is no name of Namespaces in XML 1.0.
 * @param keep false for a name that is not expected again
 */
export function newName(input: string, hash: number, keep: boolean): XmlName | undefined {
  const colon = input.indexOf(":");
  if (!isNCName(input.slice(colon + 1)) || (colon !== -1 && !isNCName(input.slice(0, colon))))
    return undefined;
  const kept = keep && input.length <= longestName;
  const raw = kept ? interned(input) : input;
  const name: XmlName = {
    raw,
    prefix: colon === -1 ? "" : kept ? interned(input.slice(0, colon)) : input.slice(0, colon),
    local: colon === -1 ? raw : kept ? interned(input.slice(colon + 1)) : input.slice(colon + 1),
    startTag: `<${raw}>`,
    endTag: `</${raw}>`,
    hash,
    following: hash,
    continuation: undefined,
    declaring: undefined,
  };
  if (kept) names[hash & (size - 1)] = name;
  return name;
}

/** Stands before the root element, so that the root has something to follow. */
export const documentStart: XmlName = {
  raw: "",
  prefix: "",
  local: "",
  startTag: "",
  endTag: "",
  hash: 0,
  following: 0,
  continuation: undefined,
  declaring: undefined,
};

/** The name with that hash seen last, or another one in its place. */
export function nameOfHash(hash: number): XmlName | undefined {
  return names[hash & (size - 1)];
}

/** Keeps what came after an element with text. */
export function rememberContinuation(name: XmlName, next: XmlName): void {
  if (name.raw.length > longestName || next.raw.length > longestName) return;
  const { raw, hash } = next;
  name.continuation = { markup: interned(name.endTag + next.startTag), raw, hash };
}

/** Keeps a start tag for the next document, unless it is too long to be usual or has a forbidden character. */
export function rememberTag(name: XmlName, markup: string, declarations: DeclaringTag["declarations"]): void {
  if (name.raw.length > longestName || markup.length > longestTag || forbiddenAt(markup) !== -1) return;
  const copies = declarations.map(({ prefix, uri }) => ({ prefix: interned(prefix), uri: interned(uri) }));
  name.declaring = { markup: interned(markup), declarations: copies };
}
