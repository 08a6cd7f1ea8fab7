import type { ReaderClass } from "../contract/call-parts.js";
import type { CallOutcome, DeviatingReader, Expecting, Reading } from "../contract/client-binding.js";
import type { Departures, Forgive, IsForgiven } from "../contract/forgiven.js";
import { ClientError } from "../errors/client-error.js";
import { ServiceFault } from "../errors/fault.js";
import type { MessageReader } from "../contract/message-codecs.js";
import type { TransportResponse } from "../transport/transport.js";
import { XmlError } from "../xml/errors.js";
import type { ReaderOptions } from "../xml/reader-options.js";
import { XmlReader } from "../xml/reader.js";
import { faultLeft } from "./fault-left.js";
import { misnamedIn } from "./misnamed.js";
import { preservedReferences } from "./preserved-references.js";
import { describe, isBlank, isEnvelope, isPage, readableCharset, responseText } from "./response-text.js";
import { readEnvelope, readerOptions } from "./soap-response.js";
import { isSuccess, unreadable, withoutMessage } from "./unusable-response.js";

/** A reader of the text, as that of the call is or of another class. */
function readerOf<I, O, HI, HO, F>(
  reading: Reading<I, O, HI, HO, F>,
  Reader: ReaderClass = reading.service.Reader ?? XmlReader,
  options?: ReaderOptions,
): XmlReader {
  return new Reader(reading.text ?? "", { ...readerOptions(reading), ...options });
}

/**
 * Reads what can be read of responses that deviate, and says what is wrong with the rest. Generated clients have it; `caller` has the option
 * `deviating` for it.
 */
export function deviatingResponses(departures?: Departures): DeviatingReader {
  if (departures === "refuse") return deviatingBy(() => false);
  return deviatingBy((forgiven) => {
    departures?.(forgiven);
    return true;
  });
}

/** @param forgive decides on each departure */
export function deviatingBy(forgive: Forgive): DeviatingReader {
  const isForgiven: IsForgiven = (kind, text, path = "") =>
    forgive({ kind, path, ...(text === undefined ? {} : { text }) });
  return {
    isNothing: (operation, response) => isNothing(operation, response, isForgiven),
    isMessage: (document, { contentType = "" }) =>
      isEnvelope(document) && isForgiven("mediaType", contentType),
    charsetOf: (document, charset) => readableCharset(document, charset, isForgiven),
    textOf: (document, charset, service) => {
      const text = responseText(document, charset, isForgiven);
      return preservedReferences(text, service, text.length);
    },
    checkSkipped: (reading) => {
      const error = reading.service.Reader === undefined ? misnamedIn(reading) : undefined;
      if (error !== undefined) throw error;
    },
    recovered: (reading, cause) => recovered(reading, cause, isForgiven),
    describe,
    remedyFor,
  };
}

/**
 * True for a response that has no message to an operation that expects none. To a one-way operation it may be anything but a fault, which is an envelope
 * (WS-I Basic Profile 1.1, R2727 and R2750), and a web page: the service has the message.
 */
function isNothing({ output }: Expecting, response: TransportResponse, isForgiven: IsForgiven): boolean {
  if (!isSuccess(response) || (output !== undefined && output.isEmpty !== true)) return false;
  const { body, contentType = "" } = response;
  if (isBlank(body)) return true;
  const isOther = output !== undefined || isEnvelope(body) || /^multipart/i.test(contentType);
  return !isOther && !isPage(response) && isForgiven("acknowledgement", contentType);
}

/** True where an envelope to a one-way operation, which could not be read, is no fault. */
function isIgnored({ output }: Expecting, response: TransportResponse): boolean {
  if (output !== undefined || !isSuccess(response) || isPage(response)) return false;
  return !/<(?:[\w.-]+:)?Fault[\s>]/.test(new TextDecoder().decode(response.body));
}

function recovered<I, O, HI, HO, F>(
  reading: Reading<I, O, HI, HO, F>,
  cause: unknown,
  isForgiven: IsForgiven,
): CallOutcome<O, HO> | undefined {
  const { operation, response, service } = reading;
  const { Reader } = service;
  // More departures than the limit.
  if (cause instanceof ClientError) return undefined;
  if (isIgnored(operation, response) && isForgiven("acknowledgement")) return { output: undefined as O };
  if (isPage(response)) return { fault: withoutMessage(response, { describe }) };
  const isMissing = cause instanceof XmlError && cause.code === "MissingValue" && Reader === undefined;
  const why = (isMissing && misnamedIn(reading)) || cause;
  const fault = faultLeft(reading, why);
  if (fault !== undefined) return { fault };
  // References that cannot be replaced: without their content the values would be others.
  if (cause instanceof ServiceFault) return undefined;
  if (!(cause instanceof XmlError)) {
    const error = misnamedIn(reading);
    if (error !== undefined) return { fault: unreadable(response, error) };
    const given = isWithoutContent(reading) ? withStatus(reading, 200) : reading;
    return readOtherwise(reading, isForgiven) ?? readEmpty(given, isForgiven);
  }
  if (why !== cause) return { fault: unreadable(response, why) };
  // The element of another namespace was none of the contract.
  if (cause.code === "Duplicate" && Reader !== undefined)
    return attempted(() => readEnvelope(readerOf(reading, Reader, { namespaces: [] }), reading));
  return undefined;
}

function withStatus<T extends { readonly response: TransportResponse }>(reading: T, status: number): T {
  return { ...reading, response: { ...reading.response, status } };
}

/** The result of a response with another status of success than 200; undefined where something else is wrong. */
function readOtherwise<I, O, HI, HO, F>(
  reading: Reading<I, O, HI, HO, F>,
  isForgiven: IsForgiven,
): CallOutcome<O, HO> | undefined {
  const { response } = reading;
  if (!isSuccess(response) || response.status === 200) return undefined;
  const given = withStatus(reading, 200);
  const outcome = attempted(() => readEnvelope(readerOf(given), given));
  if (outcome === undefined || isWithoutContent(reading)) return outcome;
  return isForgiven("status", String(response.status)) ? outcome : undefined;
}

/** True for a result without content, which may have any status of success. */
function isWithoutContent({
  operation: { output },
  response,
}: {
  readonly operation: Expecting;
  readonly response: TransportResponse;
}): boolean {
  return output?.isEmpty === true && isSuccess(response);
}

/** The result of reading once more; undefined where that fails. */
function attempted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The result of an empty Body, where that is allowed; undefined where something else is wrong as well. */
function readEmpty<I, O, HI, HO, F>(
  reading: Reading<I, O, HI, HO, F>,
  isForgiven: IsForgiven,
): CallOutcome<O, HO> | undefined {
  const { operation, response } = reading;
  const { output } = operation;
  if (output === undefined) return undefined;
  const read = (_reader: XmlReader, entered = false): O => {
    if (entered) throw new Error("Body is not empty");
    return emptyResult(output, isForgiven);
  };
  const given = { ...reading, operation: { ...operation, output: { ...output, element: undefined, read } } };
  try {
    return readEnvelope(readerOf(reading), given);
  } catch (cause) {
    return cause instanceof RefusedBody ? { fault: unreadable(response, cause) } : undefined;
  }
}

class RefusedBody extends Error {}

/**
 * The result of an empty Body: everything in it is optional.
 * @throws RefusedBody that names the element, where something in it is required
 */
function emptyResult<O>(message: MessageReader<O>, isForgiven: IsForgiven): O {
  const { name = "", namespace = "" } = message.element ?? {};
  const refused = (cause?: unknown): Error =>
    new RefusedBody(`soap:Body is empty; expected the element ${name} of ${namespace}`, { cause });
  let output: O;
  try {
    const nothing = new XmlReader("<nothing/>");
    nothing.enterRoot();
    output = message.read(nothing);
  } catch (cause) {
    throw refused(cause);
  }
  // The empty text of a simple type is a value.
  const isValue = ArrayBuffer.isView(output) || (typeof output !== "object" && output !== undefined);
  if (isValue || !isForgiven("body", undefined, "Envelope.Body")) throw refused();
  return output;
}

/** Interceptors that understand a header. */
function remedyFor(header: string): string {
  const accept = "accept it with readSoapHeaders";
  return header === "Security"
    ? `: verify it with verifyResponses, or ${accept} and securityHeader without verification`
    : `: ${accept}`;
}
