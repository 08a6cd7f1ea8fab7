import { Readable } from "node:stream";
import { JsonReader, parseJson, type ReadJson } from "messenger-gen-runtime/json";
import { type Entry, isList } from "../../actions/action.js";
import type { Fields, Given } from "../../actions/fields.js";
import { inputOf } from "./calls.js";
import { limitOf, type WantedItems } from "./items.js";
import { jsonOf, takesNull, typeOfField } from "./values.js";

/** Limits of a document; those of the size are in `body.ts`. */
const limits = { depth: 4, members: 20_000, shapes: 100 };

const nouns = {
  string: "A string",
  integer: "A whole number",
  boolean: "true or false",
  array: "An array of strings",
  object: "An object",
} as const;

function isOf(type: keyof typeof nouns, value: unknown): boolean {
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "array") return Array.isArray(value) && value.every((each) => typeof each === "string");
  return typeof value === type;
}

/** A value of JSON as actions take it: as text. */
function givenOf(value: unknown): Given {
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** The values of a call with its files, which are texts in a body. */
export function withFiles(entry: Entry, given: Readonly<Record<string, Given>>): Record<string, Given> {
  const opened = Object.entries(inputOf(entry)).flatMap(([name, { type }]) => {
    const text = given[name];
    return type === "file" && typeof text === "string" ? [[name, Readable.from([Buffer.from(text)])]] : [];
  });
  return { ...given, ...(Object.fromEntries(opened) as Record<string, Given>) };
}

/** Reads the members of a call; the reader has their place for an error. */
const reading =
  (entry: Entry, fields: Fields): ReadJson<Record<string, Given>> =>
  (reader, document) => {
    const object = reader.object(document);
    const given: Record<string, Given> = {};
    for (const name of reader.names(object)) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field === undefined) return reader.unknown(name, ...Object.keys(fields));
      const type = typeOfField(entry, name, field);
      if (object[name] === null && takesNull(entry, name, field)) {
        given[name] = "none";
        continue;
      }
      if (!isOf(type, object[name])) throw reader.error("WrongKind", `${nouns[type]} is expected.`, name);
      given[name] = givenOf(object[name]);
    }
    for (const [name, { required, unless }] of Object.entries(fields))
      if (required && (unless === undefined || given[unless] !== "on")) reader.required(given[name], name);
    return given;
  };

/** The members of the body of an action. @throws JsonError */
export function givenInBody(entry: Entry, body: Uint8Array): Record<string, Given> {
  const read = reading(entry, inputOf(entry));
  return parseJson({ read, write: () => undefined }, body, limits).value;
}

/** The texts of a query, by name. */
function textsIn(query: URLSearchParams): Map<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const [name, text] of query) {
    const others = texts.get(name);
    if (others === undefined) texts.set(name, [text]);
    else others.push(text);
  }
  return texts;
}

/** Takes a text out that is there once. */
function takenFrom(texts: Map<string, readonly string[]>, name: string): string | undefined {
  const [text, ...others] = texts.get(name) ?? [];
  if (others.length === 0) texts.delete(name);
  return text;
}

/** The parameters of a list or a card. @throws JsonError, CallProblem */
export function givenInQuery(entry: Entry, query: URLSearchParams) {
  const fields = inputOf(entry);
  const texts = textsIn(query);
  const limit = isList(entry) ? limitOf(takenFrom(texts, "limit")) : 1;
  const cursor = isList(entry) ? takenFrom(texts, "cursor") : undefined;
  const reader = new JsonReader();
  const members = [...texts].map(([name, all]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const type = field === undefined ? "string" : typeOfField(entry, name, field);
    if (all.length > 1 && type !== "array")
      throw reader.error("DuplicateMember", "The query has that parameter already.", name);
    return [name, jsonOf(type, all)] as const;
  });
  const given = reading(entry, fields)(reader, Object.fromEntries(members));
  const part: WantedItems = { limit, cursor };
  return { given, part };
}
