import { textOf, type XmlElement } from "messenger-gen-runtime";
import { type DecodedCall, soapVersions } from "messenger-gen-runtime/host";
import { securityHeader } from "messenger-gen-runtime/interceptors";

/** The content of an element as node-soap gives it to a program: properties by local name, lists of those that are repeated. */
export type HeaderValue = string | null | readonly HeaderValue[] | { [name: string]: HeaderValue };

/** A header Security; its Timestamp is put into it when node-soap has looked for one. */
export interface SecurityHeader {
  readonly content: Record<string, unknown>;
  readonly timestamp: unknown;
}

/** Prefixes that node-soap's programs know of attributes, by namespace; other attributes are named without one. */
const prefixes: Readonly<Record<string, string>> = {
  [soapVersions.soap11.namespace]: "soap:",
  [soapVersions.soap12.namespace]: "soap:",
  "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd": "wsu:",
};

/** The headers of a call: those of the contract as its records, others as node-soap reads them. Undefined without any. */
export function headerObject({ headers, blocks = [] }: DecodedCall): Record<string, unknown> | undefined {
  if (headers === undefined && blocks.length === 0) return undefined;
  const declared = Object.entries(headers ?? {}).filter(([, value]) => value !== undefined);
  if (declared.length === 0 && blocks.length === 0) return undefined;
  return Object.fromEntries([...declared, ...membersOf(blocks)]);
}

/** Takes the Timestamp out of a header Security, as node-soap answers one with a Timestamp; undefined if there is none. */
export function withoutTimestamp(header: Record<string, unknown>): SecurityHeader | undefined {
  const security = header["Security"];
  if (typeof security !== "object" || security === null || !("Timestamp" in security)) return undefined;
  const { Timestamp: timestamp, ...content } = security;
  header["Security"] = content;
  return { content, timestamp };
}

function membersOf(elements: readonly XmlElement[]): readonly [string, HeaderValue][] {
  const byName = new Map<string, HeaderValue[]>();
  for (const element of elements) {
    const known = byName.get(element.name);
    if (known === undefined) byName.set(element.name, [valueOf(element)]);
    else known.push(valueOf(element));
  }
  return Array.from(byName, ([name, values]) => {
    const [first = null, ...others] = values;
    return [name, others.length === 0 ? first : values];
  });
}

function valueOf(element: XmlElement): HeaderValue {
  const { children, attributes } = element;
  const elements = children.filter((child): child is XmlElement => typeof child !== "string");
  const text = elements.length > 0 ? "" : textOf(children).trim();
  const members = membersOf(elements);
  if (attributes.length > 0) {
    const own = attributes.map(({ namespace, name, value }): [string, string] => [
      (prefixes[namespace] ?? "") + name,
      value,
    ]);
    const content: [string, HeaderValue][] = [["attributes", Object.fromEntries(own)], ...members];
    return Object.fromEntries<HeaderValue>(text === "" ? content : [...content, ["$value", text]]);
  }
  if (members.length > 0) return Object.fromEntries(members);
  return text === "" && !isText(element) ? null : text;
}

/** The two elements of which node-soap knows that they are texts. */
function isText({ namespace, name }: XmlElement): boolean {
  return namespace === securityHeader.namespace && (name === "Username" || name === "Password");
}
