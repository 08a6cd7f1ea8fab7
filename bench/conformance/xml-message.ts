/** The content of one message as XML. */
import type { AnyOperation } from "messenger-gen-runtime/host";
import { XmlReader, XmlWriter } from "messenger-gen-runtime/xml";

/** A message in XML. */
export type XmlMessage = AnyOperation["input"];

/** Content of a message as XML, inside of an element. */
export function asXml(codec: XmlMessage, value: unknown): string {
  const writer = new XmlWriter();
  const tag = writer.openElement(codec.element ?? { namespace: "", name: "root" }, codec.prefixes);
  writer.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
  writer.attribute("xmlns:xsd", "http://www.w3.org/2001/XMLSchema");
  codec.write(writer, value);
  writer.close(tag);
  return writer.toString();
}

export function fromXml(codec: XmlMessage, xml: string): unknown {
  const reader = new XmlReader(xml);
  reader.enterRoot();
  const value: unknown =
    codec.element === undefined ? codec.read(reader, reader.child()) : codec.read(reader);
  reader.finish();
  return value;
}
