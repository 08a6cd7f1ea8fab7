/** What compiled functions read a parsed JSON document with. */
import { LexicalError } from "../xsd/type.js";
import { nearestName, unknownText } from "./nearest-name.js";
import { JsonError, type JsonErrorCode } from "./errors.js";

/** A function that reads a value of a document. */
export type ReadJson<T> = (reader: JsonReader, given: unknown) => T;

/** A simple type, as far as reading needs it. */
interface ParsedType<T> {
  /** @throws LexicalError */
  readonly parse: (given: unknown) => T;
}

/** An object of a document; only its own properties count. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads one document: follows the place for errors, and counts members. */
export class JsonReader {
  readonly #path: (string | number)[] = [];
  #members = 0;
  #takenFrom: object | undefined;
  #taken: readonly string[] = [];

  /** Members of all objects that were read. */
  get members(): number {
    return this.#members;
  }

  error(code: JsonErrorCode, detail: string, ...steps: readonly (string | number)[]): JsonError {
    return new JsonError(code, detail, [...this.#path, ...steps]);
  }

  /** The value as an object. */
  object(given: unknown): JsonObject {
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as JsonObject;
    throw this.error("WrongKind", `An object is expected, not ${kindOf(given)}.`);
  }

  /** Names of the members of an object without those that were taken; each object is asked once. */
  names(object: JsonObject): readonly string[] {
    const names = Object.keys(object);
    this.#members += names.length;
    if (object !== this.#takenFrom) return names;
    const taken = this.#taken;
    this.#takenFrom = undefined;
    this.#taken = [];
    return names.filter((name) => !taken.includes(name));
  }

  /** Takes a member out of an object before its other members are read; undefined where it is absent. */
  take(given: unknown, name: string): unknown {
    const object = this.object(given);
    this.#taken = object === this.#takenFrom ? [...this.#taken, name] : [name];
    this.#takenFrom = object;
    return Object.hasOwn(object, name) ? object[name] : undefined;
  }

  /** `$type` of an object; undefined where it is absent. */
  tag(given: unknown): string | undefined {
    const tag = this.take(given, "$type");
    if (tag === undefined || typeof tag === "string") return tag;
    throw this.error("WrongKind", `A string is expected, not ${kindOf(tag)}.`, "$type");
  }

  /** Refuses the value of `$type`. */
  unknownType(accepted: string): never {
    throw this.error("UnknownType", `Not the name of a type; expected one of ${accepted}.`, "$type");
  }

  /** Refuses a member that is none of those that may be there. */
  unknown(name: string, ...declared: readonly string[]): never {
    const nearest = nearestName(name, declared);
    throw new JsonError("UnknownMember", unknownText("member", nearest), [...this.#path, name], nearest);
  }

  /** One of several elements: its name, and its value. */
  item(given: unknown): { readonly name: unknown; readonly value: unknown } {
    const object = this.object(given);
    for (const name of this.names(object))
      if (name !== "name" && name !== "value") this.unknown(name, "name", "value");
    const own = (name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined);
    return { name: this.required(own("name"), "name"), value: this.required(own("value"), "value") };
  }

  /** Refuses the name of one of several elements. */
  unknownItem(accepted: string): never {
    throw this.error("WrongValue", `Not the name of an element; expected one of ${accepted}.`, "name");
  }

  /** True if all of the first members are there, and none of the others. */
  isBranch(own: readonly unknown[], others: readonly unknown[]): boolean {
    return own.every((value) => value !== undefined) && others.every((value) => value === undefined);
  }

  /** Refuses members that are of none of the branches of a choice, or of several. */
  choice(names: string, ...branches: readonly boolean[]): void {
    if (!branches.includes(true))
      throw this.error("WrongChoice", `The members are not those of one branch of the choice: ${names}.`);
  }

  /** The value of a required member. */
  required<T>(value: T | undefined, name: string): T {
    if (value === undefined) throw this.error("MissingMember", "The member is required.", name);
    return value;
  }

  /** A value of a simple type. */
  value<T>(type: ParsedType<T>, given: unknown, step: string | number): T {
    try {
      return type.parse(given);
    } catch (cause) {
      throw this.#refused(cause, [step]);
    }
  }

  /** The same at the current place. */
  here<T>(type: ParsedType<T>, given: unknown): T {
    try {
      return type.parse(given);
    } catch (cause) {
      throw this.#refused(cause, []);
    }
  }

  #refused(cause: unknown, steps: readonly (string | number)[]): unknown {
    if (!(cause instanceof LexicalError)) return cause;
    return this.error(cause instanceof KindError ? "WrongKind" : "WrongValue", `${cause.message}.`, ...steps);
  }

  /** A value inside of the current one. */
  record<T>(read: ReadJson<T>, given: unknown, step: string | number): T {
    this.#path.push(step);
    const value = read(this, given);
    this.#path.pop();
    return value;
  }

  /** The items of an array. */
  items<T>(read: ReadJson<T>, given: unknown): readonly T[] {
    if (!Array.isArray(given)) throw this.error("WrongKind", `An array is expected, not ${kindOf(given)}.`);
    const values: T[] = [];
    for (let at = 0; at < given.length; at++) values.push(this.record(read, given[at], at));
    return values;
  }

  /** Values of a member that holds an array. */
  array<T>(read: ReadJson<T>, given: unknown, step: string): readonly T[] {
    return this.record((reader, array) => reader.items(read, array), given, step);
  }

  /** Values of a repeated element; no element is as an absent one. */
  repeated<T>(read: ReadJson<T>, given: unknown, step: string): readonly T[] | undefined {
    const values = this.array(read, given, step);
    return values.length === 0 ? undefined : values;
  }
}

/** As `read`, with null for nil. */
export function readNil<T>(read: ReadJson<T>): ReadJson<T | null> {
  return (reader, given) => (given === null ? null : read(reader, given));
}

/** A value of another kind than that of the type. */
export class KindError extends LexicalError {}

/** `a number`, `null`: a value as errors name it. */
export function kindOf(given: unknown): string {
  if (given === null) return "null";
  if (Array.isArray(given)) return "an array";
  return typeof given === "object" ? "an object" : `a ${typeof given}`;
}
