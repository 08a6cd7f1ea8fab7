import { soap11Namespace, XmlWriter } from "messenger-gen-runtime/xml";
import { namespaceOf } from "./schema.js";

/** Fields of every envelope. */
export interface Heading {
  /** Name of the schema. */
  readonly schema: string;
  /** Empty for none. */
  readonly transactionId: string;
}

type Write = (writer: XmlWriter) => void;

/** An MM7 message in its SOAP 1.1 envelope, its fields written by `fields`. */
export function mm7Envelope(heading: Heading, name: string, fields: Write): string {
  return envelope(heading, (writer) => {
    element(writer, name, namespaceOf(heading.schema), fields);
  });
}

/** A fault with an MM7 message in its detail. */
export function mm7Fault(
  heading: Heading,
  { fault, reason, detail }: { readonly fault: string; readonly reason: string; readonly detail: string },
  fields: Write,
): string {
  return envelope(heading, (writer) => {
    writer.open("env:Fault");
    writer.text("faultcode", `env:${fault}`);
    writer.text("faultstring", reason);
    writer.open("detail");
    element(writer, detail, namespaceOf(heading.schema), fields);
    writer.close("detail");
    writer.close("env:Fault");
  });
}

function envelope({ schema, transactionId }: Heading, body: Write): string {
  const writer = new XmlWriter();
  writer.raw('<?xml version="1.0" encoding="utf-8"?>');
  writer.open("env:Envelope");
  writer.attribute("xmlns:env", soap11Namespace);
  if (transactionId !== "") {
    writer.open("env:Header");
    element(writer, "TransactionID", namespaceOf(schema), () => {
      writer.attribute("env:mustUnderstand", "1");
      writer.characters(transactionId);
    });
    writer.close("env:Header");
  }
  writer.open("env:Body");
  body(writer);
  writer.close("env:Body");
  writer.close("env:Envelope");
  return writer.toString();
}

function element(writer: XmlWriter, name: string, namespace: string, fields: Write): void {
  writer.openIn(name, namespace);
  fields(writer);
  writer.close(name);
}
