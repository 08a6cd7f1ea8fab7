import { isNCName } from "./names.js";

/** A name as it stands in a tag, taken apart. */
export interface XmlName {
  /** With prefix and colon. */
  readonly raw: string;
  /** Empty without one. */
  readonly prefix: string;
  readonly local: string;
  readonly hash: number;
}

/** Bounded: a name replaces the one in its place, so that no input makes the table grow or a search long. */
const size = 1024;
const longest = 64;
const names: (XmlName | undefined)[] = new Array<XmlName | undefined>(size).fill(undefined);
const uris: (string | undefined)[] = new Array<string | undefined>(size).fill(undefined);

/**
 * The name at `start`, seen before or not; undefined when it is no name of Namespaces in XML 1.0. `hash` is any function
 * of its characters. Names are few and come again and again: a hit costs one comparison, and the strings are then the
 * same objects as the literals in generated code.
 */
export function nameAt(text: string, start: number, end: number, hash: number): XmlName | undefined {
  const found = names[hash & (size - 1)];
  if (found?.hash === hash && found.raw.length === end - start && text.startsWith(found.raw, start))
    return found;
  return newName(text.slice(start, end), hash);
}

function newName(input: string, hash: number): XmlName | undefined {
  const colon = input.indexOf(":");
  const [prefix, local] = colon === -1 ? ["", input] : [input.slice(0, colon), input.slice(colon + 1)];
  if ((colon !== -1 && !isNCName(prefix)) || !isNCName(local)) return undefined;
  if (input.length > longest) return { raw: input, prefix, local, hash };
  const name = { raw: interned(input), prefix: interned(prefix), local: interned(local), hash };
  names[hash & (size - 1)] = name;
  return name;
}

/** The text between `start` and `end` as the same string object each time where it is short: for namespace names. */
export function uriAt(text: string, start: number, end: number): string {
  const place = (Math.imul(text.charCodeAt(end - 1), 31) + Math.imul(end - start, 7)) & (size - 1);
  const found = uris[place];
  if (found?.length === end - start && text.startsWith(found, start)) return found;
  const uri = text.slice(start, end);
  return uri.length > 2 * longest ? uri : (uris[place] = interned(uri));
}

/** The engine's one copy of a text: a key of an object; comparing two of them is comparing addresses. */
function interned(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
