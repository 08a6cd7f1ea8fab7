/** Values of xs:anyType and xs:anySimpleType in JSON: `$type` decides the other members. */
import type { XmlValue } from "../xml/any-type.js";
import { builtInType } from "../xsd/built-in.js";
import type { XsdType } from "../xsd/type.js";
import {
  jsonName,
  readAttributes,
  readMembers,
  readNodes,
  readPrefixes,
  writeAttributes,
  writeParts,
} from "./open-content.js";
import type { JsonReader, ReadJson } from "./reader.js";
import { jsonBoolean, jsonFloat, jsonInteger, jsonList, jsonNumber, jsonString, jsonText } from "./types.js";
import type { JsonWriter, WriteJson } from "./writer.js";

/** Content of a type of the contract: with `wrapped` it is the member `value`, otherwise its members are those beside `$type`. */
export interface KnownJson<T = never> {
  readonly wrapped: boolean;
  readonly read: ReadJson<unknown>;
  readonly write: WriteJson<T>;
}

/** Codec of such values. */
export interface AnyJson<T> {
  readonly read: ReadJson<T>;
  readonly write: WriteJson<T>;
}

interface Parts {
  readonly $type?: string | undefined;
  readonly value?: unknown;
}

/**
 * Codec of the values of an element of type xs:anyType.
 * @param known types of the contract by `$type`; `T` has their values
 */
export function jsonAny<T>(known: Readonly<Record<string, KnownJson>>): AnyJson<T> {
  return anyOf<T>(known, false);
}

/** The same for xs:anySimpleType. */
export function jsonAnySimple<T>(known: Readonly<Record<string, KnownJson>>): AnyJson<T> {
  return anyOf<T>(known, true);
}

function anyOf<T>(known: Readonly<Record<string, KnownJson>>, simple: boolean): AnyJson<T> {
  return {
    read: (reader, given) => readAny(reader, given, known, simple) as T,
    write: (writer, value) => {
      writeAny(writer, value as string | Parts, known);
    },
  };
}

function readAny(
  reader: JsonReader,
  given: unknown,
  known: Readonly<Record<string, KnownJson>>,
  simple: boolean,
): unknown {
  if (typeof given === "string") return reader.here(jsonString, given);
  const tag = reader.tag(given);
  if (tag === undefined) return simple ? reader.unknownType("the simple types") : readXmlValue(reader, given);
  const type = codecOf(tag, known);
  if (type === undefined) return reader.unknownType("xs:int and others, and the types of the contract");
  if (!type.wrapped) return { $type: tag, ...(type.read(reader, given) as object) };
  const object = reader.object(given);
  for (const name of reader.names(object)) if (name !== "value") reader.unknown(name, "value");
  const value: unknown = reader.required(object["value"], "value");
  return { $type: tag, value: reader.record(type.read, value, "value") };
}

const readXmlValue: ReadJson<XmlValue> = (reader, given) => {
  const { attributes, ...value } = readXmlParts(reader, given);
  return attributes === undefined || attributes.length === 0 ? value : { ...value, attributes };
};

const readXmlParts: ReadJson<Omit<XmlValue, "$type">> = /* @__PURE__ */ readMembers<Omit<XmlValue, "$type">>(
  {
    type: (reader, given, name) => reader.value(jsonName, given, name),
    attributes: (reader, given, name) => reader.record(readAttributes, given, name),
    namespaces: (reader, given, name) => reader.record(readPrefixes, given, name),
    children: (reader, given, name) => reader.record(readNodes, given, name),
  },
  ["children"],
);

function codecOf(tag: string, known: Readonly<Record<string, KnownJson>>): KnownJson | undefined {
  if (Object.hasOwn(known, tag)) return known[tag];
  const type = tag.startsWith("xs:") ? builtInType(tag.slice("xs:".length))?.type : undefined;
  if (type === undefined) return undefined;
  const { read, write } = jsonOf(type);
  return { wrapped: true, read, write };
}

/** The form of a built-in type in JSON, by the kind of its values. */
function jsonOf(type: XsdType<unknown>): Pick<KnownJson, "read" | "write"> {
  const { initial, name } = type;
  if (typeof initial === "number")
    return name === "float" || name === "double"
      ? jsonFloat(type as XsdType<number>)
      : jsonNumber(type as XsdType<number>);
  if (typeof initial === "bigint") return jsonInteger(type);
  if (typeof initial === "boolean") return jsonBoolean(type as XsdType<boolean>);
  if (Array.isArray(initial)) return jsonList(type as XsdType<readonly string[]>, jsonString);
  return jsonText(type);
}

function writeAny(
  writer: JsonWriter,
  value: string | Parts,
  known: Readonly<Record<string, KnownJson>>,
): void {
  if (typeof value === "string") {
    jsonString.write(writer, value);
    return;
  }
  if (value.$type === undefined) {
    writeXmlValue(writer, value as XmlValue);
    return;
  }
  const type = codecOf(value.$type, known);
  if (type === undefined) throw new TypeError("$type names no type");
  writer.first(`"$type":${JSON.stringify(value.$type)}`);
  const write = type.write as WriteJson<unknown>;
  if (!type.wrapped) {
    write(writer, value);
    return;
  }
  writer.open();
  writer.record('"value":', write, value.value);
  writer.close();
}

function writeXmlValue(writer: JsonWriter, { type, attributes, namespaces, children }: XmlValue): void {
  writer.open();
  if (type !== undefined) writer.value('"type":', jsonName, type);
  if (attributes !== undefined) writer.record('"attributes":', writeAttributes, attributes);
  writeParts(writer, children, namespaces ?? children.namespaces);
  writer.close();
}
