import { nameCharacters, nameStartCharacters } from "messenger-gen-runtime/xsd";
import { blockRange } from "./unicode-blocks.js";

/**
 * Regular expressions of XML Schema 1.0 (part 2, appendix F) as those of JavaScript with the flag `v`. The model has
 * checked the syntax. Anchors do not exist there, so `^` and `$` are plain characters; classes can be subtracted.
 */
const nameStart = `:${nameStartCharacters}`;
const nameRest = `:${nameCharacters}`;

const classes: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: String.raw`[ \t\n\r]`,
  S: String.raw`[^ \t\n\r]`,
  w: String.raw`[^\p{P}\p{Z}\p{C}]`,
  W: String.raw`[\p{P}\p{Z}\p{C}]`,
  i: `[${nameStart}]`,
  I: `[^${nameStart}]`,
  c: `[${nameRest}]`,
  C: `[^${nameRest}]`,
};

/** Characters with a special meaning in JavaScript, inside or outside a class. */
const special = /[\^$\\.*+?()[\]{}|/&\-!#%,:;<=>@`~"']/;

/** Undefined where the pattern names a block of characters that does not exist. */
export function toExpression(pattern: string): string | undefined {
  const named = pattern.matchAll(/\\[pP]\{Is([A-Za-z0-9-]+)\}/g);
  if ([...named].some(([, name = ""]) => blockRange(name) === undefined)) return undefined;
  let expression = "";
  for (let at = 0; at < pattern.length;) {
    const { text, next } = pattern[at] === "[" ? classAt(pattern, at) : atomAt(pattern, at);
    expression += text;
    at = next;
  }
  return `(?:${expression})`;
}

interface Piece {
  readonly text: string;
  readonly next: number;
}

function atomAt(pattern: string, at: number): Piece {
  const char = codePointAt(pattern, at);
  if (char === "\\") return escapeAt(pattern, at);
  if (char === ".") return { text: "[^\\n\\r]", next: at + 1 };
  if (char === "^" || char === "$" || char === "/") return { text: `\\${char}`, next: at + 1 };
  return { text: char, next: at + char.length };
}

function escapeAt(pattern: string, at: number): Piece {
  const letter = pattern[at + 1] ?? "";
  const known = classes[letter];
  if (known !== undefined) return { text: known, next: at + 2 };
  if (letter === "p" || letter === "P") {
    const end = pattern.indexOf("}", at) + 1;
    const range = blockRange(pattern.slice(at + "\\p{Is".length, end - 1));
    const block = range === undefined ? undefined : `[${letter === "P" ? "^" : ""}${range}]`;
    return { text: block ?? pattern.slice(at, end), next: end };
  }
  const text = letter === "-" ? "\\x2d" : `\\${letter}`;
  return { text, next: at + 2 };
}

/** `[a-z-[aeiou]]` is `[[a-z]--[aeiou]]`. */
function classAt(pattern: string, start: number): Piece {
  let at = start + 1;
  const negated = pattern[at] === "^";
  if (negated) at++;
  let members = "";
  let canBegin = false;
  while (pattern[at] !== "]") {
    if (pattern.startsWith("-[", at)) {
      const taken = classAt(pattern, at + 1);
      return { text: `[[${negated ? "^" : ""}${members}]--${taken.text}]`, next: taken.next + 1 };
    }
    if (canBegin && pattern[at] === "-" && pattern[at + 1] !== "]") {
      const end = memberAt(pattern, at + 1);
      members += `-${end.text}`;
      at = end.next;
      canBegin = false;
      continue;
    }
    const member = memberAt(pattern, at);
    members += member.text;
    at = member.next;
    canBegin = member.single;
  }
  return { text: `[${negated ? "^" : ""}${members}]`, next: at + 1 };
}

/** `single`: a character that can start a range; a dash anywhere else is a literal character. */
function memberAt(pattern: string, at: number): Piece & { readonly single: boolean } {
  const char = codePointAt(pattern, at);
  if (char === "\\")
    return { ...escapeAt(pattern, at), single: !/[sSiIcCdDwWpP]/.test(pattern[at + 1] ?? "") };
  const text = special.test(char) ? `\\${hex(char)}` : char;
  return { text, next: at + char.length, single: true };
}

function hex(char: string): string {
  return `x${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function codePointAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
