/** Open content in JSON: elements, attributes, prefixes and mixed content as the runtime has them, names and attachments. */
import type { NamespacePrefix, QName } from "../xml/names.js";
import {
  withPrefixes,
  type XmlAttribute,
  type XmlContent,
  type XmlElement,
  type XmlNode,
} from "../xml/content.js";
import type { SoapAttachment } from "../xsd/parts.js";
import { base64Binary } from "../xsd/binary.js";
import { isNCName } from "../xsd/names.js";
import { LexicalError, quoted, simpleType } from "../xsd/type.js";
import type { JsonReader, ReadJson } from "./reader.js";
import { jsonString, jsonText, type JsonType } from "./types.js";
import type { JsonWriter, WriteJson } from "./writer.js";

const jsonBytes = /* @__PURE__ */ jsonText(base64Binary);

/** A function that reads an object whose members are all listed: by their names, with the functions that read them. */
export function readMembers<T extends object>(
  readers: { readonly [Name in keyof T]-?: (reader: JsonReader, given: unknown, name: string) => T[Name] },
  required: readonly (string & keyof T)[],
): ReadJson<T> {
  return (reader, given) => {
    const object = reader.object(given);
    const values = new Map<string, unknown>();
    for (const name of reader.names(object)) {
      if (!Object.hasOwn(readers, name)) reader.unknown(name, ...Object.keys(readers));
      values.set(name, readers[name as keyof T](reader, object[name], name));
    }
    for (const name of required) reader.required(values.get(name), name);
    // The readers are those of the members of the type.
    return Object.fromEntries(values) as T;
  };
}

const text = (reader: JsonReader, given: unknown, name: string): string =>
  reader.value(jsonString, given, name);
const local = (reader: JsonReader, given: unknown, name: string): string => reader.value(ncName, given, name);

/** A name without prefix. */
const ncName: JsonType<string> = /* @__PURE__ */ jsonText(
  /* @__PURE__ */ simpleType("NCName", {
    parse(name) {
      if (!isNCName(name)) throw new LexicalError("NCName", "not a name without prefix");
      return name;
    },
    print: (name) => name,
    initial: "_",
  }),
);

const readAttribute = /* @__PURE__ */ readMembers<XmlAttribute>(
  { namespace: text, name: local, value: text },
  ["namespace", "name", "value"],
);
const readPrefix = /* @__PURE__ */ readMembers<NamespacePrefix>({ prefix: text, namespace: text }, [
  "prefix",
  "namespace",
]);

/** `[{ "namespace": "", "name": "id", "value": "7" }]` */
export const readAttributes: ReadJson<readonly XmlAttribute[]> = (reader, given) =>
  reader.items(readAttribute, given);

/** As `readAttributes`, for a wildcard that admits only attributes of some namespaces. */
export function readAttributesOf(
  only: readonly string[] | undefined,
  except: readonly string[],
): ReadJson<readonly XmlAttribute[]> {
  const read: ReadJson<XmlAttribute> = (reader, given) => {
    const attribute = readAttribute(reader, given);
    const { namespace } = attribute;
    if (only?.includes(namespace) === false || except.includes(namespace))
      throw reader.error("WrongValue", "No attribute of that namespace may be there.", "namespace");
    return attribute;
  };
  return (reader, given) => reader.items(read, given);
}

/** `[{ "prefix": "tns", "namespace": "urn:a" }]` */
export const readPrefixes: ReadJson<readonly NamespacePrefix[]> = (reader, given) =>
  reader.items(readPrefix, given);

/** Texts and elements. */
export const readNodes: ReadJson<readonly XmlNode[]> = (reader, given) => reader.items(readNode, given);

const readNode: ReadJson<XmlNode> = (reader, given) =>
  typeof given === "string" ? reader.here(jsonString, given) : readXmlElement(reader, given);

/** An element of `xs:any`, with the members of `XmlElement`. */
export const readXmlElement: ReadJson<XmlElement> = /* @__PURE__ */ readMembers<XmlElement>(
  {
    namespace: text,
    name: local,
    attributes: (reader, given, name) => reader.record(readAttributes, given, name),
    namespaces: (reader, given, name) => reader.record(readPrefixes, given, name),
    children: (reader, given, name) => reader.record(readNodes, given, name),
  },
  ["namespace", "name", "attributes", "children"],
);

/** As `readXmlElement`, for a wildcard that admits only elements of some namespaces. */
export function readElementOf(
  only: readonly string[] | undefined,
  except: readonly string[],
): ReadJson<XmlElement> {
  return (reader, given) => {
    const element = readXmlElement(reader, given);
    const { namespace } = element;
    if (only?.includes(namespace) === false || except.includes(namespace))
      throw reader.error("WrongValue", "No element of that namespace may be there.", "namespace");
    return element;
  };
}

const readParts = /* @__PURE__ */ readMembers<{
  readonly children: readonly XmlNode[];
  readonly namespaces?: readonly NamespacePrefix[];
}>(
  {
    children: (reader, given, name) => reader.record(readNodes, given, name),
    namespaces: (reader, given, name) => reader.record(readPrefixes, given, name),
  },
  ["children"],
);

/** Mixed content around any element: `{ "children": [...], "namespaces": [...] }`. */
export const readXmlContent: ReadJson<XmlContent> = (reader, given) => {
  const { children, namespaces = [] } = readParts(reader, given);
  return withPrefixes([...children], namespaces);
};

/** Writes a text. */
export const writeText: WriteJson<string> = (writer, value) => {
  jsonString.write(writer, value);
};

const writeAttribute: WriteJson<XmlAttribute> = (writer, { namespace, name, value }) => {
  writer.open();
  writer.value('"namespace":', jsonString, namespace);
  writer.value('"name":', jsonString, name);
  writer.value('"value":', jsonString, value);
  writer.close();
};

const writePrefix: WriteJson<NamespacePrefix> = (writer, { prefix, namespace }) => {
  writer.open();
  writer.value('"prefix":', jsonString, prefix);
  writer.value('"namespace":', jsonString, namespace);
  writer.close();
};

/** As `readAttributes` reads them. */
export const writeAttributes: WriteJson<readonly XmlAttribute[]> = (writer, attributes) => {
  writer.items(attributes, writeAttribute);
};

/** As `readPrefixes` reads them. */
export const writePrefixes: WriteJson<readonly NamespacePrefix[]> = (writer, prefixes) => {
  writer.items(prefixes, writePrefix);
};

const writeNode: WriteJson<XmlNode> = (writer, node) => {
  if (typeof node === "string") writeText(writer, node);
  else writeXmlElement(writer, node);
};

/** As `readXmlElement` reads it. */
export const writeXmlElement: WriteJson<XmlElement> = (writer, element) => {
  writer.open();
  writer.value('"namespace":', jsonString, element.namespace);
  writer.value('"name":', jsonString, element.name);
  writer.array('"attributes":', element.attributes, writeAttribute);
  if (element.namespaces !== undefined) writer.array('"namespaces":', element.namespaces, writePrefix);
  writer.array('"children":', element.children, writeNode);
  writer.close();
};

/** Writes the members of content into the open object. */
export function writeParts(
  writer: JsonWriter,
  children: XmlContent,
  namespaces: readonly NamespacePrefix[] | undefined,
): void {
  writer.array('"children":', children, writeNode);
  if (namespaces !== undefined) writer.array('"namespaces":', namespaces, writePrefix);
}

/** As `readXmlContent` reads it. */
export const writeXmlContent: WriteJson<XmlContent> = (writer, content) => {
  writer.open();
  writeParts(writer, content, content.namespaces);
  writer.close();
};

/** `{ "contentType": "image/png", "content": "..." }`, the content in base64. */
export const readJsonAttachment: ReadJson<SoapAttachment> = /* @__PURE__ */ readMembers<SoapAttachment>(
  { contentType: text, content: (reader, given, name) => reader.value(jsonBytes, given, name) },
  ["contentType", "content"],
);

/** As `readJsonAttachment` reads it. */
export const writeJsonAttachment: WriteJson<SoapAttachment> = (writer, { contentType, content }) => {
  writer.open();
  writer.value('"contentType":', jsonString, contentType);
  writer.value('"content":', jsonBytes, content);
  writer.close();
};

/** A name with its namespace: `{urn:a}Row`, or `Row` without one. */
export const jsonName: JsonType<QName> = /* @__PURE__ */ jsonText(
  /* @__PURE__ */ simpleType<QName>("QName", {
    parse(given) {
      const [, namespace = "", name = ""] = /^(?:\{([^{}]*)\})?([^{}]*)$/.exec(given) ?? [];
      if (!isNCName(name)) throw new LexicalError("QName", `not {namespace}name: ${quoted(given)}`);
      return { namespace, name };
    },
    print: ({ namespace, name }) => (namespace === "" ? name : `{${namespace}}${name}`),
    initial: { namespace: "", name: "_" },
  }),
);
