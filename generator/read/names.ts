import { dirname, resolve } from "node:path";

/** A name with its namespace; empty for none. */
export interface QName {
  readonly namespace: string;
  readonly name: string;
}

/** Prefixes in scope at an element, with their namespaces; the default namespace has the key "". */
export type Scope = ReadonlyMap<string, string>;

export const xmlNamespace = "http://www.w3.org/XML/1998/namespace";
export const xmlnsNamespace = "http://www.w3.org/2000/xmlns/";
export const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";
export const xsdNamespace = "http://www.w3.org/2001/XMLSchema";
/** Of drafts of XML Schema 1.0, which documents of that time have. */
export const draftNamespaces: ReadonlySet<string> = new Set([
  "http://www.w3.org/1999/XMLSchema",
  "http://www.w3.org/2000/08/XMLSchema",
  "http://www.w3.org/2000/10/XMLSchema",
]);
/** SOAP 1.1, section 5, and SOAP 1.2 part 2, section 3: `Array` and its relatives. Known without a schema. */
export const soapEncodingNamespaces = [
  "http://schemas.xmlsoap.org/soap/encoding/",
  "http://www.w3.org/2003/05/soap-encoding",
] as const;

export const rootScope: Scope = new Map([
  ["", ""],
  ["xml", xmlNamespace],
]);

/** Splits `prefix:local`; the prefix is empty when there is none. */
export function splitName(qname: string): { readonly prefix: string; readonly local: string } {
  const colon = qname.indexOf(":");
  return { prefix: qname.slice(0, Math.max(colon, 0)), local: qname.slice(colon + 1) };
}

/** `{namespace}local`: how the model refers to a declaration. */
export function clark(name: QName): string {
  return `{${name.namespace}}${name.name}`;
}

/** The name that `clark` wrote. */
export function unclark(id: string): QName {
  const end = id.indexOf("}");
  return { namespace: id.slice(1, end), name: id.slice(end + 1) };
}

/** Where a location leads, from the document `file` below `base` that names it: a path, or an address. */
export function resolveLocation(location: string, file: string, base: string): string {
  const isRelative = !isAddress(location) || location.startsWith("//");
  if (isAddress(file) && isRelative) return new URL(location, file).href;
  if (isAddress(location)) return location;
  return resolve(base, dirname(file), unescapeLocation(location));
}

/** True for anything with a scheme, or an authority. */
export function isAddress(location: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/.test(location);
}

function unescapeLocation(location: string): string {
  try {
    return decodeURIComponent(location);
  } catch {
    return location;
  }
}
