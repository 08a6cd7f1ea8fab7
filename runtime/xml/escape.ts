import { LexicalError } from "../xsd/type.js";

const textClasses: Uint8Array = classes("&<>");
const valueClasses: Uint8Array = classes('&<>"\t\n');
/** Matches few texts, and quickly; matching texts are escaped character by character. */
const suspect = /[^ !-%'-;=?-\ud7ff]/;
const replacement = "\ufffd";

function classes(escaped: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    const control = code < 32 && !"\t\n".includes(character);
    table[code] = control || escaped.includes(character) ? 1 : 0;
  }
  return table;
}

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
  switch (codePoint) {
    case 38:
      return "&amp;";
    case 60:
      return "&lt;";
    case 62:
      return "&gt;";
    case 34:
      return "&quot;";
    case 9:
      return "&#x9;";
    case 10:
      return "&#xA;";
    case 13:
      return "&#xD;";
  }
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
  return escaped(text, cleanEnd(text, 0, textClasses), textClasses, isRefusing);
}

/** Value of an attribute in double quotes; as `escapeText`, tabs and line feeds as references too. */
export function escapeAttribute(value: string, isRefusing = false): string {
  const first = cleanEnd(value, 0, valueClasses);
  return first === value.length ? value : escaped(value, first, valueClasses, isRefusing);
}
