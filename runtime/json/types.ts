/** Simple types in JSON. Each checks what the type of XML Schema checks, in both directions. */
import { allowedText } from "../forms/allowed-text.js";
import { forbiddenAt } from "../text/characters.js";
import type { TextInPieces } from "../xml/text-pieces.js";
import { attempt, LexicalError, quoted, type XsdType } from "../xsd/type.js";
import { isOfKind, type ValueKinds } from "../xsd/unions.js";
import { KindError, kindOf, type JsonReader } from "./reader.js";
import { type JsonWriter, printedAny } from "./writer.js";

/** A simple type: conversion between values of parsed JSON and TypeScript values. */
export interface JsonType<T> {
  /** @throws LexicalError */
  readonly parse: (given: unknown) => T;
  /**
   * JSON text of a value.
   * @param replaces puts U+FFFD in the place of characters that XML does not allow; otherwise they are an error
   * @throws LexicalError, TypeError
   */
  readonly print: (value: T, replaces?: boolean) => string;
  /** The same for a value outside of the type, as `lenientReading` keeps them. */
  readonly printAny: (value: T) => string;
  readonly read: (reader: JsonReader, given: unknown) => T;
  readonly write: (writer: JsonWriter, value: T) => void;
  /** A value of the type, by whose kind unions tell their members apart. */
  readonly initial: T;
  /** The members of a union. */
  readonly made?: ValueKinds["made"];
}

/** A member of a union: a type for some of its values. */
interface JsonMember<T> {
  parse(given: unknown): T;
  print(value: T, replaces?: boolean): string;
  printAny(value: T): string;
  readonly initial: T;
  readonly made?: ValueKinds["made"];
}

function jsonType<T>(
  initial: T,
  parse: JsonType<T>["parse"],
  print: JsonType<T>["print"],
  printAny: JsonType<T>["printAny"] = (value) => JSON.stringify(value),
  made?: ValueKinds["made"],
): JsonType<T> {
  const type: JsonType<T> = {
    parse,
    print,
    printAny,
    read: (reader, given) => reader.here(type, given),
    write: (writer, value) => {
      writer.raw(writer.printed(type, value));
    },
    initial,
    made,
  };
  return type;
}

function ofKind(type: string, expected: string, given: unknown): KindError {
  return new KindError(type, `${expected} is expected, not ${kindOf(given)}`);
}

function textOf(type: string, given: unknown): string {
  if (typeof given !== "string") throw ofKind(type, "a string", given);
  return checkedText(type, given);
}

/** XML has no place for some characters: controls, halves of surrogate pairs. */
function checkedText(type: string, text: string, replaces = false): string {
  if (replaces) return allowedText(text);
  if (forbiddenAt(text) !== -1) throw new LexicalError(type, "a character that XML 1.0 does not allow");
  return text;
}

/** Text without facets. */
export const jsonString: JsonType<string> = /* @__PURE__ */ jsonType(
  "",
  (given) => textOf("string", given),
  (value, replaces) => {
    if (typeof value !== "string") throw new TypeError("not a string");
    return JSON.stringify(checkedText("string", value, replaces));
  },
);

/** Writes a text, or its pieces, as one string. */
export function writeJsonPieces(writer: JsonWriter, text: TextInPieces): void {
  if (typeof text === "string") jsonString.write(writer, text);
  else writer.pieces(text, (piece) => jsonString.print(piece, writer.replaces).slice(1, -1));
}

/** A type whose values are strings in JSON, with the text that they have in XML. */
export function jsonText<T>(type: XsdType<T>): JsonType<T> {
  return jsonType(
    type.initial,
    (given) => type.parse(textOf(type.name, given)),
    (value, replaces) => JSON.stringify(checkedText(type.name, type.print(value), replaces)),
    (value) => JSON.stringify(textOfAny(type, value)),
  );
}

/** The text of a value by the type, or else by the next of its bases that has it. */
function textOfAny(type: XsdType<unknown>, value: unknown): string {
  const [text] = attempt(() => [type.print(value)]) ?? [];
  if (text !== undefined) return text;
  const { base, read } = type.made ?? {};
  if (base !== undefined && read === undefined) return textOfAny(base, value);
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Integers of any size: strings; numbers are read where they are exact. */
export function jsonInteger<T>(type: XsdType<T>): JsonType<T> {
  return jsonType(
    type.initial,
    (given) => {
      if (typeof given === "string") return integerOf(type, given);
      if (typeof given !== "number") throw ofKind(type.name, "a string of digits", given);
      if (!Number.isSafeInteger(given))
        throw new LexicalError(type.name, "a number that is no exact integer; use a string");
      return integerOf(type, String(given));
    },
    (value) => {
      const text = type.print(value);
      return `"${typeof value === "bigint" ? String(value) : text}"`;
    },
    (value) => `"${String(value)}"`,
  );
}

/** An integer of any text, also where a pattern demands zeros in front: that is a matter of the message. */
function integerOf<T>(type: XsdType<T>, text: string): T {
  const found = attempt(() => [type.parse(text)]);
  if (found !== undefined) return found[0];
  const [, sign = "", digits] = /^[ \t\n\r]*([+-]?)([0-9]{1,1000})[ \t\n\r]*$/.exec(text) ?? [];
  if (digits === undefined || typeof type.initial !== "bigint") return type.parse(text);
  const value = BigInt(sign === "-" ? `-${digits}` : digits) as T;
  const printed = attempt(() => [type.print(value)]);
  return printed === undefined ? type.parse(text) : value;
}

/** Decimal numbers that are a `number` in TypeScript: strings, as all decimals; numbers are read as JavaScript reads them. */
export function jsonDecimal(type: XsdType<number>): JsonType<number> {
  const text = jsonText(type);
  return jsonType(
    type.initial,
    (given) => {
      if (typeof given !== "number") return text.parse(given);
      if (!Number.isFinite(given)) throw new LexicalError(type.name, "out of range");
      return type.parse(type.print(given));
    },
    text.print,
    text.printAny,
  );
}

/** Types whose values are numbers: small integers, enumerations of them. */
export function jsonNumber<T extends number>(type: XsdType<T>): JsonType<T> {
  return jsonType(
    type.initial,
    (given) => {
      if (typeof given !== "number") throw ofKind(type.name, "a number", given);
      // The value is in the type if it can be written; -0 is 0.
      const value = (given === 0 ? 0 : given) as T;
      type.print(value);
      return value;
    },
    (value) => {
      type.print(value);
      return String(value);
    },
  );
}

const notFinite: ReadonlySet<unknown> = /* @__PURE__ */ new Set(["INF", "-INF", "NaN"]);

/** `xs:float` and `xs:double`: numbers, or one of three strings. */
export function jsonFloat(type: XsdType<number>): JsonType<number> {
  return jsonType(
    type.initial,
    (given) => {
      if (notFinite.has(given)) return type.parse(String(given));
      if (typeof given !== "number") throw ofKind(type.name, 'a number, "INF", "-INF" or "NaN"', given);
      // Beyond the greatest number, `JSON.parse` makes it infinite.
      if (!Number.isFinite(given)) throw new LexicalError(type.name, "out of range");
      return type.parse(type.print(given));
    },
    (value) => {
      const text = type.print(value);
      if (!Number.isFinite(value)) return `"${text}"`;
      const number = Number(text);
      return Object.is(number, -0) ? "-0" : String(number);
    },
    (value) => {
      const text = textOfAny(type, value);
      return notFinite.has(text) ? `"${text}"` : text;
    },
  );
}

/** `xs:boolean`: true or false, not 1 or 0. */
export function jsonBoolean(type: XsdType<boolean>): JsonType<boolean> {
  return jsonType(
    type.initial,
    (given) => {
      if (typeof given !== "boolean") throw ofKind(type.name, "true or false", given);
      type.print(given);
      return given;
    },
    (value) => {
      type.print(value);
      return String(value);
    },
  );
}

/**
 * A list in one text of XML: an array.
 * @param type for its facets; undefined for names, of which texts depend on prefixes
 */
export function jsonList<T>(
  type: XsdType<readonly T[]> | undefined,
  item: JsonType<T>,
): JsonType<readonly T[]> {
  return jsonType<readonly T[]>(
    [],
    (given) => {
      if (!Array.isArray(given)) throw ofKind(type?.name ?? "list", "an array", given);
      const values = given.map((each) => item.parse(each));
      type?.print(values);
      return values;
    },
    (values, replaces) => {
      type?.print(values);
      return `[${values.map((value) => item.print(value, replaces)).join(",")}]`;
    },
    (values) => `[${values.map((value) => printedAny(item, value)).join(",")}]`,
  );
}

/** A value of any of the members: the first that reads it, and the first that can write it. */
export function jsonUnion<T>(
  type: XsdType<T> | undefined,
  members: readonly JsonMember<NoInfer<T>>[],
): JsonType<T> {
  const name = type?.name ?? "union";
  const [first] = members;
  if (first === undefined) throw new RangeError(`Union ${name} has no member.`);
  return jsonType<T>(
    first.initial,
    (given) => {
      for (const member of members) {
        const found = attempt(() => {
          const value = member.parse(given);
          type?.print(value);
          return [value];
        });
        if (found !== undefined) return found[0];
      }
      const shown = typeof given === "string" ? quoted(given) : kindOf(given);
      throw new LexicalError(name, `not a value of any member: ${shown}`);
    },
    (value, replaces) => {
      type?.print(value);
      for (const member of members) {
        if (!isOfKind(member, value)) continue;
        const text = attempt(() => [member.print(value, replaces)]);
        if (text !== undefined) return text[0];
      }
      throw new LexicalError(name, "not a value of any member");
    },
    (value) => (members.find((member) => isOfKind(member, value)) ?? first).printAny(value),
    { members },
  );
}
