/** Reads the responses of SOAP. */
import type { CallOutcome, Reading, Received } from "../contract/client-binding.js";
import { parseMediaType } from "../contract/media-type.js";
import { soapVersions } from "../contract/soap-version.js";
import { decodeXml } from "../xml/decode.js";
import type { ReaderOptions } from "../xml/reader-options.js";
import { isSameName } from "../xml/names.js";
import { XmlReader } from "../xml/reader.js";
import { receivedFault } from "./received-fault.js";
import { enterBody, enterEnvelope, leaveBody, leaveEnvelope } from "./soap-envelope.js";
import { faultBlocks, type KnownBlocks, notUnderstood } from "./soap-header.js";
import { isNothing, unreadable, withoutMessage } from "./unusable-response.js";

/** Reads a response, again where it deviates and the client accepts that. @param reading is kept up to date */
export function readResponse<I, O, HI, HO, F>(reading: Reading<I, O, HI, HO, F>): CallOutcome<O, HO> {
  const { operation, response, service } = reading;
  const { deviating, Reader = XmlReader } = service;
  if (isNothing(operation, response, deviating)) return { output: undefined as O };
  const { encoded, multipart = service.multipart } = operation;
  const { contentType = "", body } = response;
  try {
    let media = parseMediaType(contentType);
    if (media.type === "multipart/related") reading.mime = multipart?.open(contentType, body);
    const { mime } = reading;
    if (mime !== undefined) ({ media, document: reading.document } = mime);
    const { document } = reading;
    const { type, charset } = media;
    const isSoap = type === soapVersions.soap11.mediaType || type === soapVersions.soap12.mediaType;
    const isMessage = isSoap || deviating?.isMessage(document, response) === true;
    if (!isMessage || document.length === 0) return { fault: withoutMessage(response, deviating) };
    let text = (reading.text = deviating?.textOf(document, charset, service) ?? decodeXml(document, charset));
    text = reading.text = encoded?.(text, service, text.length) ?? text;
    const reader = new Reader(text, readerOptions(reading));
    const answer = readEnvelope(reader, reading);
    if (reader.skipped > 0) deviating?.checkSkipped(reading);
    return answer;
  } catch (cause) {
    return deviating?.recovered(reading, cause) ?? { fault: unreadable(response, cause) };
  }
}

/** How a response is read. One literal: each call makes it (decision 20). */
export function readerOptions<I, O, HI, HO, F>({
  operation,
  service,
  mime,
}: Reading<I, O, HI, HO, F>): ReaderOptions {
  return {
    limits: service.limits,
    alias: service.alias,
    Reader: service.Reader,
    encoded: !!operation.encoded,
    parts: mime?.parts(),
  };
}

/**
 * A fault is accepted in either version, with any status; a result only in the version of the request, with status 200.
 */
export function readEnvelope<I, O, HI, HO, F>(
  reader: XmlReader,
  { version, operation, response, service }: Received<I, O, HI, HO, F>,
): CallOutcome<O, HO> {
  const { output: message, faults, headers } = operation;
  const own = headers?.format.readersOf(headers.output) ?? [];
  const blocks = [...own, ...faultBlocks(faults)];
  const known: KnownBlocks = (name) => blocks.find(({ element }) => element && isSameName(element, name));
  const found = enterEnvelope(reader);
  if (found === undefined) throw new Error("The response is not a SOAP envelope");
  const header = enterBody(reader, found, known, service.undeclared?.read);
  const entered = reader.child();
  if (entered && reader.name === "Fault" && reader.namespace === soapVersions[found].namespace) {
    return { fault: receivedFault(reader, { declared: faults, undeclared: service.faultDetail }, header) };
  }
  if (message === undefined) throw new Error("The operation has no response");
  const { element } = message;
  if (element !== undefined) {
    if (!entered) throw new Error("soap:Body is empty");
    if (!reader.isElement(element))
      throw new Error(`The response is not the element ${element.name} of ${element.namespace}`);
  }
  if (found !== version) throw new Error("The response has another SOAP version");
  if (response.status !== 200) throw new Error(`A result with the HTTP status ${response.status}`);
  const missed = notUnderstood(header, own);
  if (missed !== undefined) {
    const remedy = service.deviating?.remedyFor(missed) ?? "";
    throw new Error(`The header ${missed} must be understood${remedy}`);
  }
  const output = message.read(reader, entered);
  if (element === undefined) leaveEnvelope(reader);
  else leaveBody(reader);
  if (headers === undefined) return { output };
  return { output, headers: headers.format.valuesOf(header, headers.output) };
}
