import { ServiceFault } from "../errors/fault.js";
import type { MessageWriter } from "../contract/message-codecs.js";
import type { Steps } from "../xml/steps.js";
import { xsdNamespace, xsiNamespace, isSameName } from "../xml/names.js";
import { XmlReader } from "../xml/reader.js";
import type { XmlWriter } from "../xml/writer.js";
import { xmlText } from "../xml/xml-text.js";
import { header, type DecodeOptions, type WireRequest } from "./binding.js";
import { parseMediaType, type MediaType } from "../contract/media-type.js";
import type { IndexedOperation, ServiceIndex } from "./service-index.js";
import { serverLimits } from "../xml/limits.js";
import { shortened } from "../xsd/type.js";

/** True for a media type of XML (RFC 7303). */
export function isXmlType({ type }: Pick<MediaType, "type">): boolean {
  return type === "text/xml" || type === "application/xml" || type.endsWith("+xml");
}

const instancePrefixes = [
  { prefix: "xsi", namespace: xsiNamespace },
  { prefix: "xsd", namespace: xsdNamespace },
] as const;

/**
 * Writes the element of a message as a document of its own, without the XML declaration (WSDL 1.1, section 5.5); nothing for a
 * message without one.
 *
 * @throws XmlError or LexicalError if `value` cannot be written
 */
export function writeDocument<T>(writer: XmlWriter, message: MessageWriter<T>, value: T): void {
  const { element, prefixes } = message;
  if (element === undefined) return;
  const tag = writer.openElement(element, prefixes);
  writer.declare(instancePrefixes);
  message.write(writer, value);
  writer.close(tag);
}

/** A document that was read to its end. */
export interface ReadDocument {
  readonly operation: IndexedOperation["operation"];
  readonly input: unknown;
}

/**
 * Reads the document of a call. Operations of one location are distinguished by its root element.
 *
 * @throws ServiceFault or XmlError for a document of none of them, and for one that cannot be read
 */
export function* readCall(
  request: WireRequest,
  candidates: readonly IndexedOperation[],
  { alias }: ServiceIndex,
  { lenient = false, limits = serverLimits }: DecodeOptions,
): Steps<ReadDocument> {
  const contentType = header(request, "content-type") ?? "";
  const media = parseMediaType(contentType);
  if (!isXmlType(media)) throw invalid(shortened(contentType));
  const document = yield* xmlText(request.body, media.charset, lenient);
  const reader = new XmlReader(document, { limits, lenient, alias });
  reader.enterRoot();
  const found = candidates.find(({ operation }) => {
    const { element } = operation.input;
    return element !== undefined && isSameName(element, reader);
  });
  if (found === undefined) throw invalid(`${shortened(reader.name)} was not expected`);
  const { operation } = found;
  const input: unknown = operation.input.read(reader);
  reader.finish();
  return { operation, input };
}

function invalid(what: string): ServiceFault {
  return new ServiceFault("InvalidValue", `Request format is invalid: ${what}.`);
}
