import { ServiceFault } from "../errors/fault.js";
import type { HeaderValues } from "../service/header-call.js";
import { readUndeclared } from "../service/header-guard.js";
import type { MessageWriter, ReadHeader } from "../contract/message-codecs.js";
import type { AnyOperation } from "../contract/operation.js";
import type { Steps } from "../xml/steps.js";
import { legacyDecoder } from "../text/charset.js";
import { decodeXml } from "../xml/decode.js";
import { serverLimits } from "../xml/limits.js";
import type { XmlElement } from "../xml/content.js";
import { soap11Namespace } from "../xml/names.js";
import { XmlReader } from "../xml/reader.js";
import { StreamWriter } from "../xml/stream-writer.js";
import type { XmlWriter } from "../xml/writer.js";
import { xmlText, type XmlText } from "../xml/xml-text.js";
import { shortened } from "../xsd/type.js";
import {
  header,
  isRefused,
  type Binding,
  type DecodedCall,
  type DecodeOptions,
  type RefusedCall,
  type WireRequest,
} from "./binding.js";
import { bodyOf } from "./begun-response.js";
import { mediaAction, parseMediaType, type MediaType } from "../contract/media-type.js";
import { readFault } from "./read-fault.js";
import type { ReceivedPackage } from "../contract/multipart.js";
import type { IndexedOperation, ServiceIndex } from "./service-index.js";
import { checkAction, knownAction, requireAction } from "./soap-action.js";
import { enterBody, enterEnvelope } from "./soap-envelope.js";
import { encodeSoapFault } from "./soap-fault.js";
import { notUnderstood } from "./soap-header.js";
import { type NamedActions, operationsFor, readInput } from "./soap-operation.js";
import { envelopeEnd, soapVersionOf, soapVersions, type SoapVersion } from "../contract/soap-version.js";

/**
 * The binding of one SOAP version. Both decode both versions, because only the envelope shows the version of a request.
 */
export function soapBinding(version: SoapVersion): Binding {
  return {
    decode: decodeSoap,
    decodeInSteps: decodeSoapInSteps,
    encode: (operation, output, service, { headers, takesMtom = false } = {}) => {
      const { contentType } = soapVersions[version];
      if (operation.output === undefined) return { status: 202, contentType, body: [] };
      const parts = service.multipart?.collect(service.mtom ?? takesMtom);
      const { alias, forbiddenCharacters } = service;
      const writer = new StreamWriter({ alias, forbiddenCharacters, beside: parts });
      writeEnvelope(writer, version, operation, {
        message: operation.output,
        value: output,
        writeHeader: (w) => operation.headers?.format.write(w, operation.headers.output, headers),
      });
      const answer = { status: 200, contentType, ...bodyOf(writer) };
      if (parts === undefined || (parts.count === 0 && service.mtom !== true)) {
        parts?.close();
        return answer;
      }
      return { ...answer, around: parts.pack(version, "") };
    },
    encodeFault: (fault, operation, service) =>
      encodeSoapFault(version, fault, { declared: operation?.faults, alias: service?.alias }),
  };
}

/** Not with `decodeSoapInSteps`, whose generators take 5 % of the time of a request of 1 KB. */
function decodeSoap(
  request: WireRequest,
  service: ServiceIndex,
  options: DecodeOptions,
): DecodedCall | RefusedCall {
  const opened = openRequest(request, service);
  return isRefused(opened) ? opened : readEnvelope(opened, request, service, options);
}

function* decodeSoapInSteps(
  request: WireRequest,
  service: ServiceIndex,
  options: DecodeOptions,
): Steps<DecodedCall | RefusedCall> {
  const opened = openRequest(request, service);
  if (isRefused(opened)) return opened;
  const { document, media, version } = opened;
  try {
    const text = yield* xmlText(document, media.charset, options.lenient);
    return readEnvelope(opened, request, service, options, text);
  } catch (error) {
    return { binding: version, operation: undefined, fault: readFault(error) };
  }
}

/** The document of a request. */
interface OpenedRequest {
  readonly document: Uint8Array;
  /** Media type of the document. */
  readonly media: MediaType;
  /** As the media type says. */
  readonly version: SoapVersion;
  /** Undefined for a request without MIME parts. */
  readonly package: ReceivedPackage | undefined;
}

function openRequest(request: WireRequest, service: ServiceIndex): OpenedRequest | RefusedCall {
  const declared = parseMediaType(header(request, "content-type"));
  try {
    const opened = openPackage(request, declared, service);
    const { media, document } = opened ?? { media: declared, document: request.body };
    const version = versionOf(media);
    if (media.type !== soapVersions[version].mediaType) throw unsupported(media);
    return { document, media, version, package: opened };
  } catch (error) {
    return { binding: versionOf(declared), operation: undefined, fault: readFault(error) };
  }
}

function versionOf({ type }: MediaType): SoapVersion {
  return type === soapVersions.soap12.mediaType ? "soap12" : "soap11";
}

/** @param received the text of the document; decoded at once when absent */
function readEnvelope(
  { document, media, version: declared, package: opened }: OpenedRequest,
  request: WireRequest,
  service: ServiceIndex,
  { lenient = false, withoutAction = lenient, limits = serverLimits }: DecodeOptions,
  received?: string | XmlText,
): DecodedCall | RefusedCall {
  let version = declared;
  let operation: AnyOperation | undefined;
  try {
    const whole = received ?? decodeXml(document, media.charset, lenient, legacyDecoder);
    const { alias } = service;
    const encoded = service.encoded !== undefined;
    const text = service.encoded?.(whole, { limits }) ?? whole;
    const again = (): XmlReader =>
      new XmlReader(text, { limits, lenient, alias, encoded, parts: opened?.parts() });
    const reader = again();
    version = requestVersion(reader);
    if (version === "soap11" && media.type !== soapVersions.soap11.mediaType) throw unsupported(media);
    const operations = service.bySoap[version];
    if (operations === undefined) throw notSpoken(version);
    const blocks: XmlElement[] = [];
    const undeclared = readUndeclared(service, version, blocks);
    const found = enterBody(reader, version, service.headerBlocks, undeclared);
    const entered = reader.child();
    const named = { soapAction: header(request, "soapaction"), action: mediaAction(media) };
    const candidates = operationsFor(reader, entered, operations, named);
    const [first, second] = candidates;
    if (version === "soap11" && !withoutAction) requireAction(first?.actions.soap11 ?? "", named.soapAction);
    const takesMtom = opened?.optimized === true || acceptsMtom(request);
    const source = typeof whole === "string" ? whole : whole.text;
    if (second !== undefined) {
      const read = readAny(candidates, service, again);
      return { binding: version, ...read, blocks, document: source, takesMtom };
    }
    operation = first?.operation;
    if (first === undefined || operation === undefined) throw new Error("There is no operation.");
    const passes = lenient && media.type === soapVersions.soap12.mediaType;
    const { soapAction, action } = passes ? knownActions(named, version, service) : named;
    checkAction(first.actions[version], soapAction, action);
    const headers = understood(found, operation);
    const input = readInput(operation, reader, entered);
    return { binding: version, operation, input, headers, blocks, document: source, takesMtom };
  } catch (error) {
    const fault = readFault(error);
    return { binding: fault.reason === "UnsupportedVersion" ? "soap11" : version, operation, fault };
  }
}

/** The original host ignores an unknown action in SOAP 1.2. */
function knownActions(
  { soapAction, action }: NamedActions,
  version: SoapVersion,
  { byOperation }: ServiceIndex,
): NamedActions {
  const actions = [...byOperation.values()].map((each) => each.actions[version]);
  return { soapAction: knownAction(soapAction, actions), action: knownAction(action, actions) };
}

/** Undefined for a message without MIME parts. */
function openPackage(
  request: WireRequest,
  { type }: MediaType,
  { multipart }: ServiceIndex,
): ReceivedPackage | undefined {
  if (type !== "multipart/related" || multipart === undefined) return undefined;
  return multipart.open(header(request, "content-type") ?? "", request.body);
}

/** Accept header of clients that support MTOM. */
function acceptsMtom(request: WireRequest): boolean {
  return header(request, "accept")?.toLowerCase().includes("application/xop+xml") === true;
}

/** The headers of the operation; undefined for one that has none. */
function understood(found: ReadHeader, operation: AnyOperation): DecodedCall["headers"] {
  const { headers } = operation;
  const missed = notUnderstood(found, headers?.format.readersOf(headers.input) ?? []);
  if (missed !== undefined) throw mustUnderstand(missed);
  return headers?.format.valuesOf<HeaderValues>(found, headers.input);
}

/** The operation of several with the same element that the message fits: the one that passes fewest of its elements. */
function readAny(
  candidates: readonly IndexedOperation[],
  service: ServiceIndex,
  again: () => XmlReader,
): Omit<DecodedCall, "binding"> {
  let best: Omit<DecodedCall, "binding"> | undefined;
  let fewest = Infinity;
  let refusal: unknown;
  for (const { operation } of candidates) {
    const reader = again();
    try {
      const version = requestVersion(reader);
      const undeclared = readUndeclared(service, version, []);
      const found = enterBody(reader, version, service.headerBlocks, undeclared);
      const headers = understood(found, operation);
      const input = readInput(operation, reader, reader.child());
      if (reader.skipped < fewest) best = { operation, input, headers };
      fewest = Math.min(fewest, reader.skipped);
    } catch (error) {
      refusal ??= error;
    }
  }
  if (best === undefined) throw refusal;
  return best;
}

/**
 * The version of the envelope, which the reader enters.
 * @throws ServiceFault `UnsupportedVersion` for another root element
 */
function requestVersion(reader: XmlReader): SoapVersion {
  const version = enterEnvelope(reader);
  if (version !== undefined) return version;
  const { name, namespace } = reader;
  const isKnown = soapVersionOf(namespace) !== undefined;
  const found = isKnown ? shortened(name) : `namespace ${shortened(namespace)}`;
  const text = `Possible SOAP version mismatch: Envelope ${found} was unexpected. Expecting ${soap11Namespace}.`;
  throw new ServiceFault("UnsupportedVersion", text);
}

function notSpoken(version: SoapVersion): ServiceFault {
  const other = version === "soap11" ? "1.2" : "1.1";
  const text = `This service has no port for this version of SOAP; use ${other}.`;
  return new ServiceFault("UnsupportedVersion", text);
}

function mustUnderstand(name: string): ServiceFault {
  return new ServiceFault("NotUnderstood", `SOAP header ${shortened(name)} was not understood.`);
}

function unsupported({ type }: MediaType): ServiceFault {
  return new ServiceFault("UnsupportedMediaType", `Not the media type of a SOAP message: ${shortened(type)}`);
}

/** Content of a message. */
export interface WrittenMessage<T> {
  readonly message: MessageWriter<T>;
  readonly value: T;
  /** Writes Header, for an operation that has headers. */
  readonly writeHeader: (writer: XmlWriter) => void;
}

/** Writes a whole message with `value` in Body. */
export function writeEnvelope<T>(
  writer: XmlWriter,
  version: SoapVersion,
  { encoded }: Pick<AnyOperation, "encoded">,
  { message, value, writeHeader }: WrittenMessage<T>,
): void {
  const { element, prefixes = [] } = message;
  writer.raw(soapVersions[version].open);
  writeHeader(writer);
  if (element === undefined) {
    writer.open("soap:Body");
    writer.declare(prefixes);
    writer.reserved = prefixes;
    message.write(writer, value);
    writer.close("soap:Body");
  } else {
    writer.raw("<soap:Body>");
    const tag = writer.openElement(element, prefixes);
    if (encoded !== undefined) {
      writer.encoding = soapVersions[version].encoding;
      writer.attribute("soap:encodingStyle", writer.encoding);
    }
    message.write(writer, value);
    writer.close(tag);
    writer.raw("</soap:Body>");
  }
  writer.raw(envelopeEnd);
}
