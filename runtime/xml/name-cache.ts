import { interned } from "../interned.js";
import { forbiddenAt } from "./characters.js";
import { isQName } from "../xsd/names.js";

/** A name in a tag, split into its parts. */
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
  /** Hash of the element that followed this one last time: the most likely next element. */
  following: number;
  /** The markup that directly followed the text of this element, twice in a row. */
  continuation: Continuation | undefined;
  /** The last start tag of this name, if it had only namespace declarations. */
  declaring: DeclaringTag | undefined;
}

/** The end tag of an element with text and the directly following start tag. */
export interface Continuation {
  readonly markup: string;
  /** Name of the next element: to be looked up by its hash, and only good while it is found. */
  readonly raw: string;
  readonly hash: number;
}

/** A start tag that only declares namespaces: messages of one program start with the same ones. */
export interface DeclaringTag {
  readonly startTag: string;
  readonly declarations: readonly { readonly prefix: string; readonly uri: string }[];
}

/** Bounded: a name replaces the one in its place, so that no input makes the table grow or a search long. */
const size = 1024;
const longestName = 64;
const longestTag = 512;
const names: (XmlName | undefined)[] = new Array<XmlName | undefined>(size).fill(undefined);

/**
 * The cached name between `start` and `end`, if any; `hash` is any function of its characters. Names are few and
 * repeat: a lookup needs one comparison, and its strings are the same objects as the literals in generated code.
 */
export function keptName(text: string, start: number, end: number, hash: number): XmlName | undefined {
  const found = names[hash & (size - 1)];
  return found?.hash === hash && found.raw === text.slice(start, end) ? found : undefined;
}

/**
 * Splits a name; undefined if it is not valid in Namespaces in XML 1.0.
 * @param keep false for a name that is not expected again
 */
export function newName(input: string, hash: number, keep: boolean): XmlName | undefined {
  if (!isQName(input)) return undefined;
  const colon = input.indexOf(":");
  const kept = keep && input.length <= longestName;
  const text = (part: string): string => (kept ? interned(part) : part);
  const raw = text(input);
  const name =
    colon === -1
      ? nameOf(raw, "", raw, hash)
      : nameOf(raw, text(input.slice(0, colon)), text(input.slice(colon + 1)), hash);
  if (kept) names[hash & (size - 1)] = name;
  return name;
}

function nameOf(raw: string, prefix: string, local: string, hash: number): XmlName {
  const [startTag, endTag] = [`<${raw}>`, `</${raw}>`];
  return {
    raw,
    prefix,
    local,
    startTag,
    endTag,
    hash,
    following: hash,
    continuation: undefined,
    declaring: undefined,
  };
}

/** Stands before the root element, so that the root has something to follow. */
export const documentStart = nameOf("", "", "", 0);

/** The last name with that hash, or another one in its slot. */
export function nameOfHash(hash: number): XmlName | undefined {
  return names[hash & (size - 1)];
}

/** Stores the markup that followed an element with text. */
export function rememberContinuation(name: XmlName, next: XmlName): void {
  if (name.raw.length > longestName || next.raw.length > longestName) return;
  const { raw, hash } = next;
  name.continuation = { markup: interned(name.endTag + next.startTag), raw, hash };
}

/** Keeps a start tag for the next document, unless it is too long to be usual or has a forbidden character. */
export function rememberTag(
  name: XmlName,
  startTag: string,
  declarations: DeclaringTag["declarations"],
): void {
  if (name.raw.length > longestName || startTag.length > longestTag || forbiddenAt(startTag) !== -1) return;
  const copies = declarations.map(({ prefix, uri }) => ({ prefix: interned(prefix), uri: interned(uri) }));
  name.declaring = { startTag: interned(startTag), declarations: copies };
}
