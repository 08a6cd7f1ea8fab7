/** A look at a JSON text before it is parsed: what `JSON.parse` does not tell. */
import { JsonError } from "./errors.js";

/** Limits of one document; a larger one is refused. */
export interface JsonLimits {
  /** Objects and arrays open at the same time. */
  readonly depth: number;
  /** Members of objects and items of arrays of the document, together. */
  readonly members: number;
}

/**
 * Limits for untrusted documents: what a message within the limits of XML becomes, which has up to three objects and arrays for an
 * element. Only the size of the body limits the length of text.
 */
export const jsonLimits: JsonLimits = { depth: 192, members: 800_000 };

const quote = 34;
const comma = 44;
const colon = 58;
const backslash = 92;

/**
 * Counts the members of all objects, duplicates included: `JSON.parse` keeps the last of those with one name.
 * @throws JsonError for a document beyond the limits
 */
export function countMembers(text: string, { depth: deepest, members: most }: JsonLimits): number {
  let members = 0;
  let separators = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at);
    } else if (code === colon) {
      members++;
    } else if (code === comma) {
      separators++;
    } else if ((code | 32) === 123) {
      if (++depth > deepest)
        throw new JsonError("DepthLimit", `More than ${deepest} objects and arrays inside of each other.`);
    } else if ((code | 32) === 125) depth--;
  }
  if (Math.max(members, separators) > most)
    throw new JsonError("MemberLimit", `More than ${most} members and items.`);
  return members;
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
