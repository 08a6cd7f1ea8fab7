/** The rules of XML 1.0 (5th edition) for text: references, CDATA sections, values of attributes. */
import { digitValue, forbiddenAt } from "../text/characters.js";
import { isQName } from "../xsd/names.js";
import { replace } from "../xsd/white-space.js";
import { endsEarly, notWellFormed, passSpace } from "./markup.js";
import { broken, countItem, malformed, type XmlScanner } from "./scanner.js";

const predefinedEntities: readonly (readonly [name: string, character: string])[] = [
  ["amp;", "&"],
  ["lt;", "<"],
  ["gt;", ">"],
  ["quot;", '"'],
  ["apos;", "'"],
];
/** Longer names of entities are treated like a single ampersand. */
const longestEntity = 64;

const ampersand = 38;
const hash = 35;
const equals = 61;
const unquoted = "An attribute has no value in quotes.";
const specialInValue = /[<&\t\n]/;

/** Reads from the current position to the next `<`, references replaced. */
export function readCharacterData(scanner: XmlScanner): string {
  const { text, at } = scanner;
  const end = text.indexOf("<", at);
  if (end === -1) {
    scanner.at = text.length;
    malformed(scanner, endsEarly);
  }
  const read = scanner.marks.next(at) < end ? replaceReferences(scanner, end) : "";
  const rest = text.slice(scanner.at, end);
  scanner.at = end;
  return read === "" ? rest : read + rest;
}

/** Reads to behind the last reference before `end`. */
function replaceReferences(scanner: XmlScanner, end: number): string {
  const { text, marks } = scanner;
  let read = "";
  for (let next = marks.next(scanner.at); next < end; next = marks.next(scanner.at)) {
    if (text.charCodeAt(next) !== ampersand) malformed(scanner, "]]> outside a CDATA section.", next);
    read += text.slice(scanner.at, next);
    scanner.at = next;
    read += readReference(scanner);
  }
  return read;
}

/** Reads a character reference or one of the five predefined entities. */
export function readReference(scanner: XmlScanner): string {
  countItem(scanner);
  const { text } = scanner;
  const start = scanner.at + 1;
  if (text.charCodeAt(start) === hash) return readCharacterReference(scanner);
  for (const [name, character] of predefinedEntities) {
    if (!text.startsWith(name, start)) continue;
    scanner.at = start + name.length;
    return character;
  }
  const end = text.slice(start, start + longestEntity).indexOf(";");
  if (end > 0 && isQName(text.slice(start, start + end))) broken(scanner, "UndeclaredEntity");
  malformed(scanner, "An ampersand that begins no reference.");
}

function readCharacterReference(scanner: XmlScanner): string {
  const { text, at } = scanner;
  const hexadecimal = text.charCodeAt(at + 2) === 120;
  const radix = hexadecimal ? 16 : 10;
  const first = at + (hexadecimal ? 3 : 2);
  let end = first;
  let codePoint = 0;
  for (; codePoint <= 0x10ffff; end++) {
    const digit = digitValue(text.charCodeAt(end));
    if (digit >= radix) break;
    codePoint = codePoint * radix + digit;
  }
  const isOutside = codePoint > 0x10ffff;
  if (!isOutside && (end === first || text.charCodeAt(end) !== 59))
    notWellFormed(scanner, "A character reference");
  const character = isOutside ? "\0" : String.fromCodePoint(codePoint);
  const read = isOutside || forbiddenAt(character) !== -1 ? scanner.forbidden() : character;
  scanner.at = end + 1;
  return read;
}

/** True at the beginning of a CDATA section. */
export function isAtCData({ text, at }: XmlScanner): boolean {
  return text.startsWith("<![CDATA[", at);
}

/** Reads a CDATA section. */
export function readCData(scanner: XmlScanner): string {
  countItem(scanner);
  const start = scanner.at + 9;
  const end = scanner.text.indexOf("]]>", start);
  if (end === -1) malformed(scanner, "A CDATA section does not end.");
  scanner.at = end + 3;
  return scanner.text.slice(start, end);
}

/** Reads the value of an attribute; the position is behind its name. */
export function readAttributeValue(scanner: XmlScanner): string {
  const { text } = scanner;
  passSpace(scanner);
  if (text.charCodeAt(scanner.at) !== equals) malformed(scanner, unquoted);
  scanner.at++;
  passSpace(scanner);
  const quote = text[scanner.at];
  if (quote !== '"' && quote !== "'") malformed(scanner, unquoted);
  scanner.at++;
  const end = text.indexOf(quote, scanner.at);
  if (end === -1) malformed(scanner, unquoted);
  const value = normalizedValue(scanner, end);
  scanner.at = end + 1;
  return value;
}

/** Value up to `end`, with normalized white space and resolved references (XML 1.0, section 3.3.3). */
function normalizedValue(scanner: XmlScanner, end: number): string {
  const start = scanner.at;
  const literal = scanner.text.slice(start, end);
  if (!specialInValue.test(literal)) return literal;
  if (literal.includes("<")) malformed(scanner, "< in the value of an attribute.");
  let read = "";
  let from = 0;
  for (let found = literal.indexOf("&"); found !== -1; found = literal.indexOf("&", from)) {
    scanner.at = start + found;
    read += replace(literal.slice(from, found)) + readReference(scanner);
    from = scanner.at - start;
  }
  return read + replace(literal.slice(from));
}
