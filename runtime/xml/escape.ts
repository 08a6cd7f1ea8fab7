import { asciiCodes } from "../text/characters.js";
import { LexicalError } from "../xsd/type.js";

const textCodes = asciiCodes(/[&<>]|[^\t\n -\x7f]/);
const valueCodes = asciiCodes(/[&<>"]|[^ -\x7f]/);
/** Matches few texts, and quickly; matching texts are escaped character by character. */
const suspect = /[^ !-%'-;=?-\ud7ff]/;
const replacement = "\ufffd";

/** By code point. */
const references: Readonly<Record<number, string>> = {
  38: "&amp;",
  60: "&lt;",
  62: "&gt;",
  34: "&quot;",
  9: "&#x9;",
  10: "&#xA;",
  13: "&#xD;",
};

/** First index from `at` on that may need escaping; the length if there is none. */
function cleanEnd(text: string, at: number, table: Uint8Array): number {
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 ? table[code] !== 0 : code >= 0xd800) return at;
  }
  return at;
}

function escaped(text: string, first: number, table: Uint8Array, isRefusing: boolean): string {
  let written = "";
  let from = 0;
  for (let at = first; at < text.length; at = cleanEnd(text, from, table)) {
    const codePoint = text.codePointAt(at) ?? 0;
    written += text.slice(from, at) + reference(codePoint, isRefusing);
    from = at + (codePoint > 0xffff ? 2 : 1);
  }
  return written + text.slice(from);
}

function reference(codePoint: number, isRefusing: boolean): string {
  const known = references[codePoint];
  if (known !== undefined) return known;
  const allowed = codePoint > 0xffff || (codePoint >= 0xe000 && codePoint < 0xfffe);
  if (allowed) return String.fromCodePoint(codePoint);
  if (isRefusing) throw forbiddenCharacter(codePoint);
  return replacement;
}

/** The error about a character that XML 1.0 does not allow, not even as a reference. */
export function forbiddenCharacter(codePoint: number): LexicalError {
  const code = codePoint.toString(16).toUpperCase().padStart(4, "0");
  return new LexicalError("string", `XML has no character U+${code}`);
}

/**
 * Text of an element: `&`, `<` and `>` as entities, a carriage return as a reference, since a reader would make it a line
 * feed.
 * @param isRefusing refuses what XML 1.0 does not allow at all (controls, U+FFFE, U+FFFF, half of a surrogate pair); otherwise it
 * becomes U+FFFD
 * @throws LexicalError
 */
export function escapeText(text: string, isRefusing = false): string {
  // A test would convert null and other values to text.
  if (typeof text !== "string") throw new TypeError("Not a text");
  if (!suspect.test(text)) return text;
  return escaped(text, cleanEnd(text, 0, textCodes), textCodes, isRefusing);
}

/** Value of an attribute in double quotes; as `escapeText`, tabs and line feeds as references too. */
export function escapeAttribute(value: string, isRefusing = false): string {
  const first = cleanEnd(value, 0, valueCodes);
  return first === value.length ? value : escaped(value, first, valueCodes, isRefusing);
}
