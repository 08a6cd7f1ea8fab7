import type { ServiceFault } from "../errors/fault.js";
import { isForgiven } from "../contract/forgiven.js";
import type { CalledOperation, MessageForm } from "../contract/message-codecs.js";
import type { TransportResponse } from "../transport/transport.js";
import type { ReaderOptions } from "../xml/element-reader.js";
import { XmlError } from "../xml/errors.js";
import { XmlReader } from "../xml/reader.js";
import { NamespaceProbe, type Renamed } from "../xml/renaming-reader.js";
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
import {
  emptyResult,
  isIgnored,
  isNothing,
  isSuccess,
  misnamedError,
  rawFault,
} from "./deviating-response.js";
import { receivedFault } from "./received-fault.js";
import { isEnvelope, isPage, responseText } from "./response-text.js";
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
      if (isNothing(operation, response, service.forgive)) return { output: undefined as O };
      const opened = openPackage(response, declared, multipartOf(operation, service));
      const { type, charset } = opened?.media ?? declared;
      const document = opened?.document ?? response.body;
      if (!isSoap(type)) {
        const isForgivable =
          isEnvelope(document) && isForgiven(service.forgive, "mediaType", response.contentType ?? "");
        if (!isForgivable) throw withoutMessage(response);
      }
      if (document.length === 0) throw withoutMessage(response);
      const answer = readMessage(version, operation, { response, opened, document, charset, service });
      if ("fault" in answer) throw answer.fault;
      return answer;
    },
  };
}

function isSoap(type: string): boolean {
  return type === soapVersions.soap11.mediaType || type === soapVersions.soap12.mediaType;
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
  readonly document: Uint8Array;
  readonly charset: string | undefined;
  readonly service: CalledService;
}

type Answer<O, HO> = { readonly fault: ServiceFault } | Result<O, HO>;

function readMessage<I, O, HI, HO, F>(
  version: SoapVersion,
  operation: CalledOperation<I, O, HI, HO, F>,
  received: Received,
): Answer<O, HO> {
  const { response, opened, document, charset, service } = received;
  const { output, encoded } = operation;
  const namespaces = namespacesOf(output);
  let open:
    (<R>(Class: new (text: string, options: ReaderOptions) => R, options?: ReaderOptions) => R) | undefined;
  const { Reader = XmlReader } = service;
  try {
    const decoded = responseText(document, charset, service.forgive);
    const text = (encoded ?? service.preserved)?.(decoded, service, decoded.length) ?? decoded;
    open = (Class, options) =>
      new Class(text, {
        encoded: encoded !== undefined,
        namespaces,
        parts: opened?.parts(),
        ...service,
        ...options,
      });
    const reader = open(Reader);
    const answer = readEnvelope(reader, version, operation, received);
    // A member of another namespace would be silently absent.
    const isComplete = reader.skipped === 0 || service.Reader !== undefined || "fault" in answer;
    const found = isComplete ? undefined : probed(open(NamespaceProbe), version, operation, received);
    if (found !== undefined) throw misnamedError(reader, found);
    return answer;
  } catch (cause) {
    if (isIgnored(operation, response) && isForgiven(service.forgive, "acknowledgement"))
      return { output: undefined as O };
    if (isPage(response)) throw withoutMessage(response);
    if (open === undefined || !(cause instanceof XmlError)) throw unreadable(response, cause);
    const fault = attempted(open(Reader), (reader) => rawFault(reader, service.faultDetail, cause));
    if (fault !== undefined) return { fault };
    if (cause.code === "MissingValue" && service.Reader === undefined) {
      const probe = open(NamespaceProbe);
      const found = probed(probe, version, operation, received);
      if (found !== undefined) throw unreadable(response, misnamedError(probe, found));
    }
    // The element of another namespace was none of the contract.
    if (cause.code === "Duplicate" && service.Reader !== undefined) {
      const again = attempted(open(Reader, { namespaces: [] }), (reader) =>
        readEnvelope(reader, version, operation, received),
      );
      if (again !== undefined) return again;
    }
    throw unreadable(response, cause);
  }
}

/** The result of reading once more; undefined where that fails. */
function attempted<T>(reader: XmlReader, read: (reader: XmlReader) => T): T | undefined {
  try {
    return read(reader);
  } catch {
    return undefined;
  }
}

function probed<I, O, HI, HO, F>(
  probe: NamespaceProbe,
  version: SoapVersion,
  operation: CalledOperation<I, O, HI, HO, F>,
  received: Received,
): Renamed | undefined {
  const undeclared = { write: () => undefined, read: skipBlock };
  const service = { ...received.service, undeclared };
  attempted(probe, (reader) => readEnvelope(reader, version, operation, { ...received, service }));
  return probe.found;
}

/** Headers have been read before. */
function skipBlock(reader: XmlReader): boolean {
  reader.skip();
  return true;
}

/** The namespaces of the elements of a message. */
function namespacesOf(message: MessageForm | undefined): readonly string[] {
  if (message === undefined) return [];
  const { element, first, prefixes = [] } = message;
  const own = [element, first].flatMap((name) => name?.namespace ?? []);
  return [...own, "", ...prefixes.map(({ namespace }) => namespace)];
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
  if (entered) checkElement(reader, message.element);
  if (found !== version) throw new Error("The response has another SOAP version than the request");
  const isOk = response.status === 200 || (message.isEmpty === true && isSuccess(response));
  if (!isOk) throw new Error(`A result with the HTTP status ${response.status}`);
  const missed = notUnderstood(header, own);
  if (missed !== undefined)
    throw new Error(`The header ${missed} has mustUnderstand="1" and is not supported: ${remedyFor(missed)}`);
  const isMissing = message.element !== undefined && !entered;
  const output = isMissing
    ? emptyResult(message, "Envelope.Body", service.forgive)
    : message.read(reader, entered);
  if (message.element === undefined || isMissing) leaveEnvelope(reader);
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

function checkElement(reader: XmlReader, element: QName | undefined): void {
  if (element === undefined || reader.isElement(element)) return;
  const { namespace, name } = reader;
  const came = namespace === "" ? "no namespace" : `namespace ${namespace}`;
  const where = name === element.name ? `: ${name} came in ${came}` : "";
  throw new Error(`The response is not the element ${element.name} of ${element.namespace}${where}`);
}
