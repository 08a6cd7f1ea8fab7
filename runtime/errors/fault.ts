import type { XmlContent } from "../xml/content.js";
import type { QName } from "../xml/names.js";

/**
 * Reasons for a fault. Closed: each reason has one row in `faultTable`, and
 * `docs/reference/faults.md` holds the same table.
 */
export type FaultReason =
  | "MalformedMessage"
  | "UnsupportedVersion"
  | "NotUnderstood"
  | "UnknownOperation"
  | "InvalidValue"
  | "MissingValue"
  | "TooLarge"
  | "UnsupportedMediaType"
  | "UnsupportedCharset"
  | "NotImplemented"
  | "Unavailable"
  | "DeadlineExceeded"
  | "OutcomeUnknown"
  | "Declared"
  | "Internal";

/** How a reason looks on the wire. */
export interface FaultForm {
  /** Local name of the SOAP 1.1 faultcode (SOAP 1.1 section 4.4.1). */
  readonly soap11: "Client" | "Server" | "VersionMismatch" | "MustUnderstand";
  /** Local name of the SOAP 1.2 Code/Value (SOAP 1.2 part 1, section 5.4.6). */
  readonly soap12: "Sender" | "Receiver" | "VersionMismatch" | "MustUnderstand";
  /** HTTP status of the HTTP GET and POST bindings; SOAP faults are 500, apart from those about a charset. */
  readonly httpStatus: number;
  /** True when nothing was changed and the same call may succeed later. */
  readonly retry: boolean;
}

/** A fault as data, which an error may carry so that the caller gets more than `Internal`. */
export interface FaultReport {
  readonly reason: FaultReason;
  /** Sent to the caller. */
  readonly text: string;
}

/** One row per reason. */
export const faultTable: Readonly<Record<FaultReason, FaultForm>> = {
  MalformedMessage: { soap11: "Client", soap12: "Sender", httpStatus: 500, retry: false },
  UnsupportedVersion: { soap11: "VersionMismatch", soap12: "VersionMismatch", httpStatus: 500, retry: false },
  NotUnderstood: { soap11: "MustUnderstand", soap12: "MustUnderstand", httpStatus: 500, retry: false },
  UnknownOperation: { soap11: "Client", soap12: "Sender", httpStatus: 500, retry: false },
  InvalidValue: { soap11: "Client", soap12: "Sender", httpStatus: 500, retry: false },
  MissingValue: { soap11: "Client", soap12: "Sender", httpStatus: 500, retry: false },
  TooLarge: { soap11: "Client", soap12: "Sender", httpStatus: 413, retry: false },
  UnsupportedMediaType: { soap11: "Client", soap12: "Sender", httpStatus: 415, retry: false },
  UnsupportedCharset: { soap11: "Client", soap12: "Sender", httpStatus: 415, retry: false },
  NotImplemented: { soap11: "Server", soap12: "Receiver", httpStatus: 500, retry: false },
  Unavailable: { soap11: "Server", soap12: "Receiver", httpStatus: 503, retry: true },
  DeadlineExceeded: { soap11: "Server", soap12: "Receiver", httpStatus: 504, retry: false },
  OutcomeUnknown: { soap11: "Server", soap12: "Receiver", httpStatus: 500, retry: false },
  Declared: { soap11: "Server", soap12: "Receiver", httpStatus: 500, retry: false },
  Internal: { soap11: "Server", soap12: "Receiver", httpStatus: 500, retry: false },
};

function isReason(value: unknown): value is FaultReason {
  return typeof value === "string" && Object.hasOwn(faultTable, value);
}

/** The property `fault` of an error of a service, which is sent to the caller instead of a reference; undefined without one. */
export function faultReport(error: unknown): FaultReport | undefined {
  const fault = error instanceof Error && "fault" in error ? error.fault : undefined;
  if (typeof fault !== "object" || fault === null || !("reason" in fault) || !("text" in fault))
    return undefined;
  const { reason, text } = fault;
  return isReason(reason) && typeof text === "string" ? { reason, text } : undefined;
}

/** Options of a `ServiceFault`. */
export interface ServiceFaultOptions {
  /** The cause, for the log; never sent. */
  readonly cause?: unknown;
  /** Where in the message, for example `Envelope.Body.SendSms.user.CustomerID`. */
  readonly path?: string | undefined;
  /** Local name of the fault code as received, for example `Client`. */
  readonly code?: string | undefined;
  readonly subcodes?: readonly QName[] | undefined;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
}

/**
 * A call that ended without a result: thrown by a server operation to refuse the call, and by the client if the
 * response is a fault. The message is sent to the caller.
 */
export class ServiceFault extends Error {
  override readonly name: string = "ServiceFault";
  readonly reason: FaultReason;
  readonly path: string | undefined;
  /**
   * Local name of the fault code the service sent (SOAP 1.1 faultcode, SOAP 1.2 Code/Value); undefined for a fault made
   * here. A code is less specific than a reason, so the reason of a received fault is the one its code and text fit best.
   */
  readonly code: string | undefined;
  /** Subcodes of a received SOAP 1.2 fault, each more specific than the one before. */
  readonly subcodes: readonly QName[];
  /** The URI of the node that failed, in a received fault: faultactor of SOAP 1.1, Node of SOAP 1.2. */
  readonly actor: string | undefined;
  /** The role of that node (SOAP 1.2). */
  readonly role: string | undefined;

  constructor(reason: FaultReason, message: string, options: ServiceFaultOptions = {}) {
    super(message, options);
    this.reason = reason;
    this.path = options.path;
    this.code = options.code;
    this.subcodes = options.subcodes ?? [];
    this.actor = options.actor;
    this.role = options.role;
  }

  /** Local name of the first subcode; undefined without any. */
  get subcode(): string | undefined {
    return this.subcodes[0]?.name;
  }
}

/** Options of a `DetailFault`. */
export interface DetailFaultOptions extends ServiceFaultOptions {
  /** `Declared` unless given: the fault of the server. `InvalidValue` makes it one of the caller. */
  readonly reason?: FaultReason | undefined;
}

/**
 * A fault that the contract declares, with a detail. Generated code derives one class for each: throw it from a server
 * operation that declares it, and look for it with `instanceof` where a client calls one.
 */
export abstract class DetailFault<T> extends ServiceFault {
  /** Content of the detail of the fault. */
  readonly detail: T;

  constructor(detail: T, message: string, options: DetailFaultOptions = {}) {
    super(options.reason ?? "Declared", message, options);
    this.detail = detail;
  }
}

/** A received fault whose detail is not, or not only, an element that the operation declares. */
export class UndeclaredFault extends DetailFault<XmlContent> {}
