import type { ServiceFault } from "../errors/fault.js";
import type { CalledOperation } from "../contract/message-codecs.js";
import type { TransportResponse } from "../transport/transport.js";
import { decodeXml } from "../xml/decode.js";
import { XmlReader } from "../xml/reader.js";
import { XmlWriter } from "../xml/writer.js";
import type {
  BoundRequest,
  CalledService,
  ClientBinding,
  Result,
  ServiceForm,
} from "../contract/client-binding.js";
import { type MediaType, parseMediaType } from "../contract/media-type.js";
import type { MultipartFormat, ReceivedPackage } from "../contract/multipart.js";
import { receivedFault } from "./received-fault.js";
import { unreadable, withoutMessage } from "./unusable-response.js";
import { actionOf, quotedAction } from "./soap-action.js";
import { enterBody, enterEnvelope, leaveBody, leaveEnvelope } from "./soap-envelope.js";
import { faultBlocks, type KnownBlocks, notUnderstood } from "./soap-header.js";
import { soapVersions, type SoapVersion } from "../contract/soap-version.js";
import { writeEnvelope } from "./soap.js";
import { type QName, isSameName } from "../xml/names.js";

/** Calls by one SOAP version. */
export function soapClient(version: SoapVersion): ClientBinding {
  return {
    request: (operation, input, service, values) => {
      const { alias, forbiddenCharacters } = service;
      const action = actionOf(operation, version, service.alias);
      const parts = multipartOf(operation, service)?.collect(service.mtom === true);
      const writer = new XmlWriter({ alias, forbiddenCharacters, beside: parts });
      writeEnvelope(writer, version, operation, {
        message: operation.input,
        value: input,
        writeHeader: (w) => {
          const { headers } = operation;
          if (service.undeclared === undefined) headers?.format.write(w, headers.input, values);
          else
            service.undeclared.write(w, version, () => headers?.format.writeBlocks(w, headers.input, values));
        },
      });
      const document = writer.toString();
      const message = parts?.packRequest(version, action, document) ?? {
        headers: actionHeaders(version, action),
        body: document,
      };
      return { method: "POST", target: "", ...message };
    },
    result: <I, O, HI, HO, F>(
      operation: CalledOperation<I, O, HI, HO, F>,
      response: TransportResponse,
      service: CalledService,
    ): Result<O, HO> => {
      const declared = parseMediaType(response.contentType);
      if (operation.output === undefined && isAccepted(response)) return { output: undefined as O };
      const opened = openPackage(response, declared, multipartOf(operation, service));
      const { type, charset } = opened?.media ?? declared;
      const isSoap = type === soapVersions.soap11.mediaType || type === soapVersions.soap12.mediaType;
      if (!isSoap || response.body.length === 0) throw withoutMessage(response);
      const answer = readMessage(version, operation, { response, opened, charset, service });
      if ("fault" in answer) throw answer.fault;
      return answer;
    },
  };
}

/** SOAP 1.1 section 6.1.1; RFC 3902 for SOAP 1.2, where an action is optional. */
function actionHeaders(version: SoapVersion, action: string): BoundRequest["headers"] {
  const { contentType } = soapVersions[version];
  if (version === "soap11") return { "content-type": contentType, soapaction: quotedAction(action) };
  return { "content-type": action === "" ? contentType : `${contentType}; action=${quotedAction(action)}` };
}

function multipartOf<I, O, HI, HO, F>(
  operation: CalledOperation<I, O, HI, HO, F>,
  service: ServiceForm,
): MultipartFormat | undefined {
  return operation.multipart ?? service.multipart;
}

/** Undefined for a response without MIME parts. */
function openPackage(
  response: TransportResponse,
  { type }: MediaType,
  multipart: MultipartFormat | undefined,
): ReceivedPackage | undefined {
  if (type !== "multipart/related" || multipart === undefined) return undefined;
  try {
    return multipart.open(response.contentType ?? "", response.body);
  } catch (cause) {
    throw unreadable(response, cause);
  }
}

interface Received {
  readonly response: TransportResponse;
  readonly opened: ReceivedPackage | undefined;
  readonly charset: string | undefined;
  readonly service: CalledService;
}

type Answer<O, HO> = { readonly fault: ServiceFault } | Result<O, HO>;

function readMessage<I, O, HI, HO, F>(
  version: SoapVersion,
  operation: CalledOperation<I, O, HI, HO, F>,
  received: Received,
): Answer<O, HO> {
  const { response, opened, charset, service } = received;
  try {
    const document = decodeXml(opened?.document ?? response.body, charset);
    const text = operation.encoded?.(document, service, document.length) ?? document;
    const { Reader = XmlReader } = service;
    const encoded = operation.encoded !== undefined;
    const reader = new Reader(text, { encoded, parts: opened?.parts(), ...service });
    return readEnvelope(reader, version, operation, received);
  } catch (cause) {
    throw unreadable(response, cause);
  }
}

/**
 * A fault is accepted in either version, with any status; a result only in the version of the request, with status 200.
 */
function readEnvelope<I, O, HI, HO, F>(
  reader: XmlReader,
  version: SoapVersion,
  operation: CalledOperation<I, O, HI, HO, F>,
  { response, service }: Received,
): Answer<O, HO> {
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
  if (message === undefined) throw new Error("A response to a one-way operation");
  checkElement(reader, entered, message.element);
  if (found !== version) throw new Error("The response has another SOAP version than the request");
  if (response.status !== 200) throw new Error(`A result with the HTTP status ${response.status}`);
  const missed = notUnderstood(header, own);
  if (missed !== undefined)
    throw new Error(`The header ${missed} has mustUnderstand="1" and is not supported: ${remedyFor(missed)}`);
  const output = message.read(reader, entered);
  if (message.element === undefined) leaveEnvelope(reader);
  else leaveBody(reader);
  if (headers === undefined) return { output };
  return { output, headers: headers.format.valuesOf(header, headers.output) };
}

/** Interceptors that understand a header. */
function remedyFor(header: string): string {
  const accept = "accept it with readSoapHeaders";
  return header === "Security"
    ? `verify it with verifyResponses, or ${accept} and securityHeader without verification`
    : accept;
}

function checkElement(reader: XmlReader, entered: boolean, element: QName | undefined): void {
  if (element === undefined) return;
  if (!entered) throw new Error("soap:Body is empty");
  if (!isSameName(reader, element)) {
    throw new Error(`The response is not the element ${element.name} of ${element.namespace}`);
  }
}

/** True for the response to a one-way operation: the service has accepted the message. */
function isAccepted({ status, body }: TransportResponse): boolean {
  return status >= 200 && status < 300 && body.length === 0;
}
