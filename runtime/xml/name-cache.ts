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
  run: MarkupRun | undefined;
  /** Length of the other markup that followed it last time; 0 if it was `run`. */
  otherRun: number;
  /** The last start tag of this name, if it had only namespace declarations. */
  declaring: DeclaringTag | undefined;
}

/** The end tag of an element with text, and the tags without attributes that directly follow it. */
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
  /** Of a start tag without its `>`. */
  readonly length: number;
  readonly next: RunTag | undefined;
}

/** Markup after the text of an element that is read, tag by tag. */
export interface PassedRun {
  /** The element. */
  readonly name: XmlName;
  readonly from: number;
  to: number;
  /** The tags after the end tag. */
  readonly tags: { readonly name: XmlName; readonly isEnd: boolean }[];
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
/** Tags of a run after its first: enough to leave some levels and enter as many. The rest of a longer run is read tag by tag. */
export const mostTagsOfRun = 16;
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
 * Keeps markup that followed the text of an element if it is as long as last time: then it is most likely the same. Markup with
 * anything but exact tags is longer than they are, and is not kept.
 */
export function rememberRun({ name, from, to, tags }: PassedRun, text: string): void {
  const isSame = name.otherRun === to - from;
  name.otherRun = to - from;
  if (!isSame || to - from > longestTag) return;
  let next: RunTag | undefined;
  let length = name.endTag.length;
  for (const { name: each, isEnd } of tags.toReversed()) {
    const tag = isEnd ? each.endTag : each.startTag;
    length += tag.length;
    const { raw, hash } = each;
    next = { raw: interned(raw), hash, isEnd, length: isEnd ? tag.length : tag.length - 1, next };
  }
  if (length === to - from) name.run = { markup: interned(text.slice(from, to)), next };
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
