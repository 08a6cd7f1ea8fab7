import {
  childOf,
  textOf,
  type XmlContent,
  type XmlElement,
  decodeXml,
  readContent,
  XmlError,
  soap11Namespace,
  XmlReader,
} from "messenger-gen-runtime/xml";
import { schemaOf } from "./schema.js";
import { XsdDateTime } from "messenger-gen-runtime";

/** Why a document is not read. */
export type DocumentRefusal = "malformed" | "notSoap" | "notUnderstood" | "notMm7";

/** An MM7 message in its SOAP 1.1 envelope, or the reason for refusing it. */
export type Mm7Document =
  | {
      readonly kind: "message";
      /** Name of the schema, for example `REL-5-MM7-1-2`. */
      readonly schema: string;
      /** Empty when the header has none. */
      readonly transactionId: string;
      /** The element in Body; of a fault, the one in its detail. */
      readonly message: XmlElement;
      /** Text of the fault; undefined for any other message. */
      readonly fault: string | undefined;
    }
  | { readonly kind: "refused"; readonly reason: DocumentRefusal };

const refused = (reason: DocumentRefusal): Mm7Document => ({ kind: "refused", reason });

/** Reads a document in any schema of MM7 (3GPP TS 23.140, section 8.7). `charset` is that of its media type. */
export function readDocument(document: Uint8Array, charset: string | undefined): Mm7Document {
  let envelope: XmlContent;
  try {
    const reader = new XmlReader(decodeXml(document, charset));
    reader.enterRoot();
    if (reader.namespace !== soap11Namespace || reader.name !== "Envelope") return refused("notSoap");
    envelope = readContent(reader, undefined) ?? [];
    reader.finish();
  } catch (error) {
    if (error instanceof XmlError) return refused("malformed");
    throw error;
  }
  return documentOf(envelope);
}

function documentOf(envelope: XmlContent): Mm7Document {
  const headers = elementsOf(soapChild(envelope, "Header")?.children ?? []);
  if (headers.some((header) => mustBeUnderstood(header) && !isTransactionId(header)))
    return refused("notUnderstood");
  const transactionId = textOf(headers.find(isTransactionId)?.children ?? []).trim();
  const [found, ...others] = elementsOf(soapChild(envelope, "Body")?.children ?? []);
  if (found === undefined || others.length > 0) return refused("notSoap");
  const isFault = found.namespace === soap11Namespace && found.name === "Fault";
  const message = isFault ? elementsOf(childOf(found.children, "detail")?.children ?? [])[0] : found;
  const schema = message && schemaOf(message.namespace);
  if (message === undefined || schema === undefined) return refused("notMm7");
  const fault = isFault ? textIn(found.children, "faultstring") : undefined;
  return { kind: "message", schema, transactionId, message, fault };
}

function soapChild(envelope: XmlContent, name: string): XmlElement | undefined {
  const found = childOf(envelope, name);
  return found?.namespace === soap11Namespace ? found : undefined;
}

function isTransactionId({ namespace, name }: XmlElement): boolean {
  return name === "TransactionID" && schemaOf(namespace) !== undefined;
}

function mustBeUnderstood({ attributes }: XmlElement): boolean {
  const { value = "0" } =
    attributes.find(({ namespace, name }) => namespace === soap11Namespace && name === "mustUnderstand") ??
    {};
  return value.trim() !== "0";
}

/** The elements among the nodes. */
export function elementsOf(content: XmlContent): readonly XmlElement[] {
  return content.filter((node): node is XmlElement => typeof node !== "string");
}

/** Trimmed text of the first child of that name; empty without one. */
export function textIn(content: XmlContent, name: string): string {
  return textOf(childOf(content, name)?.children ?? []).trim();
}

/** Value of an attribute. */
export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.attributes.find((attribute) => attribute.name === name)?.value;
}

/** `cid:name` refers to the part with the Content-ID `<name>` (RFC 2392). */
export function contentIdOf(href: string): string {
  const name = href.replace(/^cid:/i, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const duration =
  /^P(?=[0-9T])(?:([0-9]{1,4})D)?(?:T(?=[0-9])(?:([0-9]{1,4})H)?(?:([0-9]{1,4})M)?(?:([0-9]{1,6})S)?)?$/;

/**
 * A date and time, in UTC without a zone, or days, hours, minutes and seconds from `now`, as milliseconds since the epoch.
 * Undefined for any other text, and for a year that no clock has.
 */
export function timeOf(text: string, now: number): number | undefined {
  const found = duration.exec(text);
  if (found === null) {
    const time = XsdDateTime.tryParse(text)?.toDate().getTime() ?? NaN;
    return Number.isNaN(time) ? undefined : time;
  }
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  return now + (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
