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
import { hasBinding, type IndexedOperation, type ServiceIndex } from "./service-index.js";
import { checkAction } from "./soap-action.js";
import { enterBody, enterEnvelope, leaveBody } from "./soap-envelope.js";
import { encodeSoapFault } from "./soap-fault.js";
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
    const notUnderstood = enterBody(reader, version);
    if (notUnderstood !== undefined) throw mustUnderstand(notUnderstood);
    const indexed = operationInBody(reader, version, service);
    operation = indexed.operation;
    checkAction(indexed.action, header(request, "soapaction"), media.action);
    const input: unknown = operation.input.read(reader);
    leaveBody(reader);
    return { binding: version, operation, input };
  } catch (error) {
    const fault = readFault(error);
    return { binding: fault.reason === "UnsupportedVersion" ? "soap11" : version, operation, fault };
  }
}

function operationInBody(reader: XmlReader, version: SoapVersion, service: ServiceIndex): IndexedOperation {
  if (!reader.child()) throw unknownOperation("soap:Body is empty.");
  const indexed = service.byElement.get(reader.namespace)?.get(reader.name);
  if (indexed !== undefined && hasBinding(indexed.operation, version)) return indexed;
  throw unknownOperation(
    `The element ${shortened(reader.name)} in soap:Body names no operation of this service.`,
  );
}

function unknownOperation(text: string): ServiceFault {
  return new ServiceFault("UnknownOperation", `Unable to handle request. ${text}`);
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
  return { status: 200, contentType, body: writeEnvelope(version, operation.output, output, service) };
}

/** A whole message with `value` in Body, in pieces. */
export function writeEnvelope(
  version: SoapVersion,
  message: AnyOperation["input"],
  value: unknown,
  { alias }: ServiceIndex,
): readonly string[] {
  const writer = new XmlWriter({ alias });
  writer.raw(soapVersions[version].open);
  writer.raw("<soap:Body>");
  const tag = writer.openElement(message.element, message.prefixes);
  message.write(writer, value);
  writer.close(tag);
  writer.raw("</soap:Body>");
  writer.raw(envelopeEnd);
  return writer.pieces();
}
