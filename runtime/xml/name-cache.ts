import { interned } from "../text/interned.js";
import { forbiddenAt } from "../text/characters.js";
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
  /** The markup between the text of this element and the next text, if it was as long as the time before. */
  run: MarkupRun | undefined;
  /** Length of the other markup that was there last time; 0 if it was `run`. */
  otherRun: number;
  /** The last start tag of this name, if it had only namespace declarations. */
  declaring: DeclaringTag | undefined;
}

/** The end tag of an element with text, and all tags up to the next text: none of them has attributes. */
export interface MarkupRun {
  readonly markup: string;
  /** The tag after the end tag. */
  readonly next: RunTag | undefined;
}

/** One of several tags. Its name is looked up by the hash: references between names would keep replaced ones. */
export interface RunTag {
  readonly raw: string;
  readonly hash: number;
  readonly isEnd: boolean;
  readonly next: RunTag | undefined;
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
/** Longest markup of a run: V8 searches longer texts in another way, which takes long to prepare. */
export const longestRun = 250;
const names: (XmlName | undefined)[] = new Array<XmlName | undefined>(size).fill(undefined);

/**
 * The cached name between `start` and `end`, if any; `hash` is any function of its characters. Names are few and
 * repeat: a lookup needs one comparison, and its strings are the same objects as the literals in generated code.
 */
export function cachedName(text: string, start: number, end: number, hash: number): XmlName | undefined {
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
  return {
    raw,
    prefix,
    local,
    startTag: `<${raw}>`,
    endTag: `</${raw}>`,
    hash,
    following: hash,
    run: undefined,
    otherRun: 0,
    declaring: undefined,
  };
}

/** Stands before the root element, so that the root has something to follow. */
export const documentStart = nameOf("", "", "", 0);

/** The last name with that hash, or another one in its slot. */
export function nameOfHash(hash: number): XmlName | undefined {
  return names[hash & (size - 1)];
}

/**
 * Keeps the markup between the text of an element and the next text if it consists of tags of cached names, and is as long as last
 * time: then it is most likely the same. A part of it would be found as well, and then the whole never be kept.
 */
export function cacheRun(name: XmlName, markup: string): void {
  const { length } = markup;
  const isSame = length === name.otherRun;
  name.otherRun = length;
  if (!isSame || length > longestRun) return;
  let first: RunTag | undefined;
  for (const tag of markup.split(/(?<=>)/).reverse()) {
    const raw = tag.replace(/[</>]/g, "");
    let hash = 0;
    for (const character of raw) hash = nextHash(hash, character.charCodeAt(0));
    const known = nameOfHash(hash);
    const isEnd = tag === known?.endTag;
    if (!isEnd && tag !== known?.startTag) return;
    first = { raw: known.raw, hash, isEnd, next: first };
  }
  name.run = { markup: interned(markup), next: first?.next };
}

/** The hash of a name, of the hash of all its characters but the last and of that one. */
export function nextHash(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}

/** Keeps a start tag for the next document, unless it is too long to be usual or has a forbidden character. */
export function cacheTag(name: XmlName, startTag: string, declarations: DeclaringTag["declarations"]): void {
  if (name.raw.length > longestName || startTag.length > longestTag || forbiddenAt(startTag) !== -1) return;
  const copies = declarations.map(({ prefix, uri }) => ({ prefix: interned(prefix), uri: interned(uri) }));
  name.declaring = { startTag: interned(startTag), declarations: copies };
}
