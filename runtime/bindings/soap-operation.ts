import { ServiceFault } from "../errors/fault.js";
import type { AnyOperation } from "../contract/operation.js";
import type { XmlReader } from "../xml/reader.js";
import { swapNamespace } from "../xml/namespace-alias.js";
import { shortened } from "../xsd/type.js";
import type { BodyIndex, IndexedOperation } from "./service-index.js";
import { namesAction } from "./soap-action.js";
import { leaveBody, leaveEnvelope } from "./soap-envelope.js";

/** Hints at the operation outside the body of a request. */
export interface NamedActions {
  /** Value of the SOAPAction header. */
  readonly soapAction: string | undefined;
  /** Parameter of application/soap+xml. */
  readonly action: string | undefined;
}

/**
 * The possible operations of a message, by the first element of Body, which has been entered unless Body is empty. If
 * several have the same element, those with the action of the request.
 *
 * @throws ServiceFault `UnknownOperation` if there is none
 */
export function operationsFor(
  reader: XmlReader,
  entered: boolean,
  operations: BodyIndex,
  { soapAction, action }: NamedActions,
): readonly IndexedOperation[] {
  const { version, byElement, withoutElement } = operations;
  const found = entered ? byElement.get(reader.namespace)?.get(reader.name) : withoutElement;
  if (found === undefined || found.length === 0)
    throw unknownOperation(entered ? notNamed(reader, operations) : "soap:Body is empty.");
  if (found.length === 1) return found;
  const named = found.filter(({ actions }) => namesAction(actions[version], soapAction, action));
  if (named.length > 0) return named;
  const silent = found.filter(({ actions }) => actions[version] === "");
  return silent.length > 0 ? silent : found;
}

/** Reads the message of an operation to the end of the document. */
export function readInput({ input }: AnyOperation, reader: XmlReader, entered: boolean): unknown {
  const value: unknown = input.read(reader, entered);
  if (input.element === undefined) leaveEnvelope(reader);
  else leaveBody(reader);
  return value;
}

function notNamed({ name, namespace }: XmlReader, { byElement, alias }: BodyIndex): string {
  const onWire = (uri: string): string => (alias === undefined ? uri : swapNamespace(alias, uri));
  for (const [declared, elements] of byElement) {
    if (declared === namespace || !elements.has(name)) continue;
    const found = namespace === "" ? "no namespace" : `the namespace ${shortened(onWire(namespace))}`;
    return `The element ${shortened(name)} in soap:Body has ${found}; it must have ${onWire(declared)}.`;
  }
  return `The element ${shortened(name)} in soap:Body names no operation of this service.`;
}

function unknownOperation(text: string): ServiceFault {
  return new ServiceFault("UnknownOperation", `Unable to handle request. ${text}`);
}
