/** A look at a JSON text before it is parsed: what `JSON.parse` does not tell. */
import { JsonError } from "./errors.js";

/** Limits of one document; a larger one is refused. */
export interface JsonLimits {
  /** Objects and arrays open at the same time. */
  readonly depth: number;
  /** Members of objects, items of arrays, and objects and arrays: each of them, in the document. */
  readonly members: number;
  /** Different sequences of names of members, from the first of an object on: each takes an engine longer than a member. */
  readonly shapes: number;
}

/**
 * Limits for untrusted documents: what a message within the limits of XML becomes, which has up to three objects and arrays for an
 * element. Only the size of the body limits the length of text.
 */
export const jsonLimits: JsonLimits = { depth: 192, members: 800_000, shapes: 10_000 };

const quote = 34;
const comma = 44;
const colon = 58;
const backslash = 92;

/** Length of a document in UTF-16 code units below which its shapes take no time. */
const short = 65_536;

/**
 * Counts the members of all objects, duplicates included: `JSON.parse` keeps the last of those with one name.
 * @throws JsonError for a document beyond the limits
 */
export function countMembers(text: string, { depth: deepest, members: most, shapes }: JsonLimits): number {
  const seen = text.length < short ? undefined : new Shapes(text, deepest);
  let members = 0;
  let separators = 0;
  let containers = 0;
  let depth = 0;
  let name = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      name = at;
      at = endOfText(text, at);
    } else if (code === colon) {
      members++;
      if (seen !== undefined && seen.add(depth, name, at) > shapes)
        throw new JsonError("MemberLimit", `More than ${shapes} different objects.`);
    } else if (code === comma) {
      separators++;
    } else if ((code | 32) === 123) {
      containers++;
      seen?.open(depth);
      if (++depth > deepest)
        throw new JsonError("DepthLimit", `More than ${deepest} objects and arrays inside of each other.`);
    } else if ((code | 32) === 125) depth--;
    if (containers > most || members > most) break;
  }
  if (Math.max(members, separators, containers) > most)
    throw new JsonError("MemberLimit", `More than ${most} members and items.`);
  return members;
}

/** Odd, and different in each process: nobody can make up names whose hashes are equal. */
const factors = [Math.random(), Math.random()].map((each) => Math.floor(each * 2 ** 31) | 1);

/** Counts the sequences of names of members in a text, by hashes. */
class Shapes {
  readonly #text: string;
  /** Hash of the names so far of each open object, by depth. */
  readonly #hashes: Int32Array;
  readonly #seen = new Set<number>();
  readonly #one = factors[0] ?? 1;
  readonly #other = factors[1] ?? 1;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#hashes = new Int32Array(depth + 1);
  }

  /** An object or an array begins inside of that many. */
  open(depth: number): void {
    this.#hashes[depth + 1] = 0;
  }

  /** Adds the name between two places; the number of sequences so far. */
  add(depth: number, from: number, to: number): number {
    let hash = this.#hashes[depth] ?? 0;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ this.#text.charCodeAt(at), this.#one);
    hash = Math.imul(hash ^ (hash >>> 15), this.#other);
    this.#hashes[depth] = hash;
    return this.#seen.add(hash).size;
  }
}

/** Index of the quotation mark behind a text; of the end of the document where there is none. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let before = end;
    while (text.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Place of the first member whose name its object has already; for a valid document that has one. */
export function duplicateIn(text: string): readonly (string | number)[] {
  const open: { readonly names: Set<string> | undefined; step: string | number }[] = [];
  let last = "";
  for (let at = 0; at < text.length; at++) {
    const found = text[at];
    const inner = open.at(-1);
    if (found === '"') {
      const start = at;
      at = endOfText(text, at);
      last = text.slice(start, at + 1);
    } else if (found === "{") open.push({ names: new Set(), step: "" });
    else if (found === "[") open.push({ names: undefined, step: 0 });
    else if (found === "}" || found === "]") open.pop();
    else if (found === "," && typeof inner?.step === "number") inner.step++;
    else if (found === ":" && inner?.names !== undefined) {
      // Parsed here only: other texts may be as long as the document.
      const name = JSON.parse(last) as string;
      inner.step = name;
      if (inner.names.has(name)) return open.map(({ step }) => step);
      inner.names.add(name);
    }
  }
  return [];
}
