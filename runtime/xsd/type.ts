import type { PartReader } from "./parts.js";

/**
 * A simple type of XML Schema: conversion between the text of its values and TypeScript values.
 * Constants of this type are made by `simpleType`, so that all have one shape.
 */
export interface XsdType<T> {
  /** Local name in the schema, for example `int` or `MessageType`. */
  readonly name: string;
  /**
   * Reads exactly the lexical space of the type, after its whiteSpace facet (XML Schema 1.0 part 2, section 4.3.6).
   * @throws LexicalError
   */
  parse(lexical: string): T;
  /**
   * Reads a text of an XML message for a lenient host, where more is read than by `parse`; absent where it is not.
   * @throws LexicalError
   */
  parseLenient?(lexical: string): T;
  /**
   * The text of a value.
   * @throws TypeError for a value of another TypeScript type
   * @throws LexicalError for a value outside the type: an `int` of 2^31, a date that does not exist.
   */
  print(value: T): string;
  /** What else, or what less than `parse`, is read from a parameter of the HTTP GET and POST bindings. */
  readonly form?: FormRule<T> | undefined;
  /** Value of an absent element in lenient reading: 0, false, "", the first name of an enumeration. */
  readonly initial: T;
  /**
   * Less than, equal to or greater than 0 as `a` is before, at or after `b`; NaN where neither is. Absent for a type
   * without order (XML Schema 1.0 part 2, section 4.2.2).
   */
  order?(a: T, b: T): number;
  /** Values may travel beside the message, in place of their base64 (XOP). */
  readonly carried?: "bytes" | undefined;
  /**
   * The value that the text of an element refers to, for a type whose values travel beside the message.
   * @throws XmlError
   */
  readonly received?: ((reader: PartReader, url: string) => T) | undefined;
  /** The types that it is made of; undefined for one of its own. */
  readonly made?: MadeOf | undefined;
}

/** The types of which another one is made: a reader may keep values of those that are none of it. */
export interface MadeOf {
  /** Has the values of the type and others. */
  readonly base?: XsdType<unknown>;
  /** The value of the type for one of `base`; undefined where there is none. */
  readonly read?: (value: never) => unknown;
  /** Of a list. */
  readonly item?: XsdType<unknown>;
  /** Of a union. */
  readonly members?: readonly XsdType<unknown>[];
}

/**
 * How the text of a parameter differs from that in XML; `parseParameter` applies it. A list has the values of an enumeration in the order
 * of the schema: white space around the text is ignored, and a lenient host accepts the position of a value, counted from 0. `letters` and
 * `digits` are booleans in any letter case: `letters` accepts `1` and `0` only when lenient. A function replaces `parse`.
 */
export type FormRule<T> = readonly T[] | "letters" | "digits" | ((lexical: string) => T);

/** A text that is not a value of a type, or a value without a text in the type. */
export class LexicalError extends Error {
  override readonly name = "LexicalError";
  /** Name of the simple type. */
  readonly type: string;
  /** The error without the name of the type; quotes at most 50 characters of the text. */
  readonly reason: string;
  /** The accepted values as a phrase, for example `one of "Red", "Green"`; undefined where the type does not list them. */
  readonly accepted: string | undefined;

  constructor(type: string, reason: string, accepted?: string) {
    super(`${type}: ${reason}${accepted === undefined ? "" : `; expected ${accepted}`}`);
    this.type = type;
    this.reason = reason;
    this.accepted = accepted;
  }
}

/** The parts of a simple type that have no default. */
export interface SimpleTypeParts<T> {
  readonly parse: (lexical: string) => T;
  readonly form?: FormRule<T> | undefined;
  readonly parseLenient?: (lexical: string) => T;
  readonly print: (value: T) => string;
  readonly initial: T;
  readonly order?: ((a: T, b: T) => number) | undefined;
  readonly carried?: "bytes" | undefined;
  readonly received?: ((reader: PartReader, url: string) => T) | undefined;
  readonly made?: MadeOf | undefined;
}

/** Creates an `XsdType`; all have the same properties in the same order, which keeps calls of `parse` and `print` fast. */
export function simpleType<T>(name: string, parts: SimpleTypeParts<T>): XsdType<T> {
  const type = {
    name,
    parse: parts.parse,
    parseLenient: parts.parseLenient,
    print: parts.print,
    form: parts.form,
    initial: parts.initial,
    order: parts.order,
    carried: parts.carried,
    received: parts.received,
    made: parts.made,
  };
  // What is undefined is absent.
  return type as XsdType<T>;
}

/** The same type under the name of one that is derived from it without facets. */
export function named<T>(name: string, type: XsdType<T>): XsdType<T> {
  return simpleType(name, type);
}

/** The order of a type as a function, undefined when it has none. */
export function orderOf<T>(type: XsdType<T>): ((a: T, b: T) => number) | undefined {
  return type.order === undefined ? undefined : (a, b) => type.order?.(a, b) ?? NaN;
}

/** True for equal values: `1` and `1.0` are one decimal (XML Schema 1.0 part 2, section 2.2). */
export function isEqual<T>(type: XsdType<T>, a: T, b: T): boolean {
  return type.order?.(a, b) === 0 || type.print(a) === type.print(b);
}

/** The result of `run`, in an array; undefined when it throws a `LexicalError`. */
export function attempt<V>(run: () => [V]): [V] | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

/**
 * The value itself.
 * @throws TypeError for a value of another type, as a program in JavaScript may pass it
 */
export function ofKind<T>(kind: "bigint" | "boolean" | "number", value: T): T {
  if (typeof value !== kind) throw new TypeError(`not a ${kind}`);
  return value;
}

/** A piece of input for an error text: at most 64 characters of it, unless another number is given. */
export function shortened(text: string, most = 64): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}

/** A piece of input for an error text: short, on one line, in double quotes. */
export function quoted(input: string): string {
  return `"${shortened(input, 40).replace(/[^\u0020-\u007e\u00a0-\u1fff\u3040-\ud7ff]/g, "?")}"`;
}
