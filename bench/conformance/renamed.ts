/** Documents under other names and prefixes. */
import { splitName, wsdlNamespace, xsdNamespace } from "#generator/read/names.js";
import type { XmlElement } from "#generator/read/xml.js";
import type { Renaming } from "./hostile-names.js";

const arrayType = `{${wsdlNamespace}}arrayType`;

/** Attributes that hold one or several qualified names, by the namespace of their element. */
const qualified: ReadonlyMap<string, readonly string[]> = new Map([
  [xsdNamespace, ["type", "base", "ref", "itemType", "memberTypes", "substitutionGroup", "refer", arrayType]],
  [wsdlNamespace, ["type", "element", "message", "binding"]],
]);

const soapBindings = ["http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/"];
const mimeBinding = "http://schemas.xmlsoap.org/wsdl/mime/";
const httpBinding = "http://schemas.xmlsoap.org/wsdl/http/";

/** Attributes that hold names without a prefix. */
const plain: ReadonlyMap<string, readonly string[]> = new Map([
  [xsdNamespace, ["name"]],
  [wsdlNamespace, ["name", "parameterOrder"]],
  [mimeBinding, ["part"]],
  ...soapBindings.map((uri): [string, readonly string[]] => [uri, ["name", "part", "parts"]]),
]);

type Change = (element: XmlElement, key: string, value: string) => string;

/** The document with every declaration and every reference to it renamed. */
export function renamed(root: XmlElement, renaming: Renaming): XmlElement {
  return mapped(root, (element, key, value) => {
    const { namespace, name } = element.name;
    if (isQualified(element, key)) return eachName(value, (text) => renamedName(element, text, renaming));
    const isName = plain.get(namespace)?.includes(key) === true;
    if (isName) return eachName(value, (text) => renaming.of(text));
    if (namespace === httpBinding && name === "operation" && key === "location")
      return value.replace(/\(([^()]+)\)/g, (_, part: string) => `(${renaming.of(part)})`);
    return isHeaderMessage(element, key) ? renamedName(element, value, renaming) : value;
  });
}

/** Some contracts refer to their declarations in the namespace of WSDL. */
function renamedName(element: XmlElement, text: string, { namespaces, declared, of }: Renaming): string {
  const [, name = text, brackets = ""] = /^([^[]*)(\[.*)?$/s.exec(text) ?? [];
  const { prefix, local } = splitName(name);
  const namespace = element.scope.get(prefix) ?? "";
  if (!namespaces.has(namespace) && !(namespace === wsdlNamespace && declared.has(local))) return text;
  return `${prefix === "" ? "" : `${prefix}:`}${of(local)}${brackets}`;
}

/** The document with other prefixes. */
export function withPrefixes(root: XmlElement, rename: (prefix: string) => string): XmlElement {
  const changed = mapped(root, (element, key, value) => {
    if (!isQualified(element, key) && !isHeaderMessage(element, key)) return value;
    return eachName(value, (text) => {
      const { prefix, local } = splitName(text);
      if (prefix === "" && (element.scope.get("") ?? "") === "") return text;
      return `${rename(prefix)}:${local}`;
    });
  });
  return scoped(changed, rename);
}

/** A default namespace gets a prefix. */
function scoped(element: XmlElement, rename: (prefix: string) => string): XmlElement {
  const scope = [...element.scope].map(([prefix, uri]): [string, string] =>
    prefix === "" && uri === "" ? [prefix, uri] : [rename(prefix), uri],
  );
  return {
    ...element,
    scope: new Map([["", ""], ...scope]),
    children: element.children.map((child) => (typeof child === "string" ? child : scoped(child, rename))),
  };
}

function isQualified({ name: { namespace } }: XmlElement, key: string): boolean {
  return qualified.get(namespace)?.includes(key) === true;
}

/** `soap:header` and `soap:headerfault` name a message. */
function isHeaderMessage({ name: { namespace } }: XmlElement, key: string): boolean {
  return key === "message" && soapBindings.includes(namespace);
}

function eachName(value: string, change: (text: string) => string): string {
  return value
    .trim()
    .split(/[ \t\n\r]+/)
    .filter((text) => text !== "")
    .map(change)
    .join(" ");
}

function mapped(element: XmlElement, change: Change): XmlElement {
  const attributes = [...element.attributes].map(([key, value]): [string, string] => [
    key,
    change(element, key, value),
  ]);
  return {
    ...element,
    attributes: new Map(attributes),
    children: element.children.map((child) => (typeof child === "string" ? child : mapped(child, change))),
  };
}
