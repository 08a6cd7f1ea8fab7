import { ServiceFault } from "../fault.js";
import type { AnyOperation } from "../operation.js";
import { decodeXml } from "../xml/decode.js";
import { serverLimits } from "../xml/limits.js";
import { XmlReader } from "../xml/reader.js";
import { XmlWriter } from "../xml/writer.js";
import { shortened } from "./allowed-text.js";
import {
  header,
  type Binding,
  type DecodedCall,
  type DecodeOptions,
  type RefusedCall,
  type WireRequest,
  type WireResponse,
} from "./binding.js";
import { parseMediaType, type MediaType } from "./media-type.js";
import { readFault } from "./read-fault.js";
import type { IndexedOperation, ServiceIndex } from "./service-index.js";
import { checkAction } from "./soap-action.js";
import { enterBody, enterEnvelope } from "./soap-envelope.js";
import { encodeSoapFault } from "./soap-fault.js";
import { operationsFor, readInput } from "./soap-operation.js";
import { envelopeEnd, soapVersions, type SoapVersion } from "./soap-version.js";

/** The binding of one SOAP version. Both decode both versions, as only the envelope says which one a request is in. */
export function soapBinding(version: SoapVersion): Binding {
  return {
    decode: decodeSoap,
    encode: (operation, output, service) => encodeOutput(version, operation, output, service),
    encodeFault: (fault) => encodeSoapFault(version, fault),
  };
}

function decodeSoap(
  request: WireRequest,
  service: ServiceIndex,
  options: DecodeOptions,
): DecodedCall | RefusedCall {
  const media = parseMediaType(header(request, "content-type"));
  let version: SoapVersion = media.type === soapVersions.soap12.mediaType ? "soap12" : "soap11";
  let operation: AnyOperation | undefined;
  try {
    if (media.type !== soapVersions[version].mediaType) throw unsupported(media);
    const { lenient = false, limits = serverLimits } = options;
    const text = decodeXml(request.body, media.charset);
    const reader = new XmlReader(text, { limits, lenient, alias: service.alias });
    version = enterEnvelope(reader);
    if (version === "soap11" && media.type !== soapVersions.soap11.mediaType) throw unsupported(media);
    const entered = enterContent(reader, version);
    const named = { soapAction: header(request, "soapaction"), action: media.action };
    const candidates = operationsFor(reader, entered, version, service, named);
    const [first, second] = candidates;
    if (second !== undefined) {
      const again = (): XmlReader => new XmlReader(text, { limits, lenient, alias: service.alias });
      return { binding: version, ...readAny(candidates, again) };
    }
    operation = first?.operation;
    if (first === undefined || operation === undefined) throw new Error("There is no operation.");
    checkAction(first.actions[version], named.soapAction, named.action);
    return { binding: version, operation, input: readInput(operation, reader, entered) };
  } catch (error) {
    const fault = readFault(error);
    return { binding: fault.reason === "UnsupportedVersion" ? "soap11" : version, operation, fault };
  }
}

/** Reads on from the start tag of Envelope to that of the first element in Body; false when there is none. */
function enterContent(reader: XmlReader, version: SoapVersion): boolean {
  const notUnderstood = enterBody(reader, version);
  if (notUnderstood !== undefined) throw mustUnderstand(notUnderstood);
  return reader.child();
}

/** The operation of several with the same element that the message fits: the one that passes fewest of its elements. */
function readAny(
  candidates: readonly IndexedOperation[],
  again: () => XmlReader,
): Pick<DecodedCall, "operation" | "input"> {
  let best: (Pick<DecodedCall, "operation" | "input"> & { readonly skipped: number }) | undefined;
  let refusal: unknown;
  for (const { operation } of candidates) {
    const reader = again();
    try {
      const entered = enterContent(reader, enterEnvelope(reader));
      const input = readInput(operation, reader, entered);
      if (best === undefined || reader.skipped < best.skipped)
        best = { operation, input, skipped: reader.skipped };
    } catch (error) {
      refusal ??= error;
    }
  }
  if (best === undefined) throw refusal;
  return { operation: best.operation, input: best.input };
}

function mustUnderstand(name: string): ServiceFault {
  return new ServiceFault("NotUnderstood", `SOAP header ${shortened(name)} was not understood.`);
}

function unsupported({ type }: MediaType): ServiceFault {
  return new ServiceFault("UnsupportedMediaType", `Not the media type of a SOAP message: ${shortened(type)}`);
}

function encodeOutput(
  version: SoapVersion,
  operation: AnyOperation,
  output: unknown,
  service: ServiceIndex,
): WireResponse {
  const { contentType } = soapVersions[version];
  if (operation.output === undefined) return { status: 202, contentType, body: [] };
  return { status: 200, contentType, body: writeEnvelope(version, operation.output, output, service) };
}

/** A whole message with `value` in Body, in pieces. */
export function writeEnvelope(
  version: SoapVersion,
  message: AnyOperation["input"],
  value: unknown,
  { alias }: ServiceIndex,
): readonly string[] {
  const { element, prefixes = [] } = message;
  const writer = new XmlWriter({ alias });
  writer.raw(soapVersions[version].open);
  if (element === undefined) {
    writer.open("soap:Body");
    writer.declare(prefixes);
    message.write(writer, value);
    writer.close("soap:Body");
  } else {
    writer.raw("<soap:Body>");
    const tag = writer.openElement(element, prefixes);
    message.write(writer, value);
    writer.close(tag);
    writer.raw("</soap:Body>");
  }
  writer.raw(envelopeEnd);
  return writer.pieces();
}
