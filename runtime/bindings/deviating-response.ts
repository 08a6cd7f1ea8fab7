/** What is left of a response that does not match its contract. */
import type { ServiceFault } from "../errors/fault.js";
import { isForgiven, type Forgive } from "../contract/forgiven.js";
import type { FaultDetailFormat, MessageReader } from "../contract/message-codecs.js";
import { soapVersions } from "../contract/soap-version.js";
import type { TransportResponse } from "../transport/transport.js";
import type { XmlError } from "../xml/errors.js";
import { XmlReader } from "../xml/reader.js";
import type { Renamed } from "../xml/renaming-reader.js";
import { receivedFault } from "./received-fault.js";
import { isBlank, isEnvelope, isPage } from "./response-text.js";
import { enterBody, enterEnvelope } from "./soap-envelope.js";

/** An operation as far as its result decides. */
interface Expecting {
  readonly output: MessageReader<unknown> | undefined;
}

/** True for the status of a service that has done what it was asked for. */
export function isSuccess({ status }: TransportResponse): boolean {
  return status >= 200 && status < 300;
}

/**
 * True for a response that has no message to an operation that expects none. To a one-way operation it may be anything but a fault, which is an envelope
 * (WS-I Basic Profile 1.1, R2727 and R2750), and a web page: the service has the message.
 */
export function isNothing(
  { output }: Expecting,
  response: TransportResponse,
  forgive: Forgive | undefined,
): boolean {
  if (!isSuccess(response) || (output !== undefined && output.isEmpty !== true)) return false;
  const { body, contentType = "" } = response;
  if (isBlank(body)) return true;
  const isOther = output !== undefined || isEnvelope(body) || /^multipart/i.test(contentType);
  return !isOther && !isPage(response) && isForgiven(forgive, "acknowledgement", contentType);
}

/** True where an envelope to a one-way operation, which could not be read, is no fault. */
export function isIgnored({ output }: Expecting, response: TransportResponse): boolean {
  if (output !== undefined || !isSuccess(response) || isPage(response)) return false;
  return !/<(?:[\w.-]+:)?Fault[\s>]/.test(new TextDecoder().decode(response.body));
}

/** The fault of a response whose detail, or header, cannot be read as declared: with its raw detail. Undefined for another response. */
export function rawFault(
  reader: XmlReader,
  undeclared: FaultDetailFormat | undefined,
  cause: unknown,
): ServiceFault | undefined {
  const version = enterEnvelope(reader);
  if (version === undefined) return undefined;
  const header = enterBody(reader, version, () => undefined);
  const isFault =
    reader.child() && reader.name === "Fault" && reader.namespace === soapVersions[version].namespace;
  return isFault ? receivedFault(reader, { undeclared, cause }, header) : undefined;
}

/**
 * The result of an empty Body: everything in it is optional.
 * @throws Error that names the element, where something in it is required
 */
export function emptyResult<O>(message: MessageReader<O>, path: string, forgive: Forgive | undefined): O {
  const { name = "", namespace = "" } = message.element ?? {};
  const refused = (cause?: unknown): Error =>
    new Error(`soap:Body is empty; expected the element ${name} of ${namespace}`, { cause });
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
  if (isValue || !isForgiven(forgive, "body", undefined, path)) throw refused();
  return output;
}

/** The error for an element with another namespace. */
export function misnamedError(reader: XmlReader, { name, from, to, path }: Renamed): XmlError {
  const came = from === "" ? "no namespace" : `namespace ${from}`;
  const expected = to === "" ? "none" : to;
  const detail = `${name} came in ${came}, expected ${expected}: lenientReading accepts it.`;
  return reader.error("UnexpectedElement", detail, undefined, path);
}
