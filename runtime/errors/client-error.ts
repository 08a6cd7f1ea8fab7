/**
 * Why a call failed without a fault from the service. Closed: each code has one row in `clientErrorTable`.
 */
export type ClientErrorCode =
  | "InvalidInput"
  | "Transport"
  | "Timeout"
  | "Aborted"
  | "TooLarge"
  | "Unauthorized"
  | "Forbidden"
  | "ProxyAuthentication"
  | "HtmlPage"
  | "Protocol";

/** Meaning of a code for the caller. */
export interface ClientErrorForm {
  /** True when the service may have carried out the call all the same. */
  readonly mayHaveRun: boolean;
  readonly hint: string;
}

/** One row per code. */
export const clientErrorTable: Readonly<Record<ClientErrorCode, ClientErrorForm>> = {
  InvalidInput: { mayHaveRun: false, hint: "Correct the call: its input or its options cannot be used." },
  Transport: { mayHaveRun: true, hint: "Check address, DNS, certificate, network and service process." },
  Timeout: {
    mayHaveRun: true,
    hint: "Set a longer `timeout`, or find out why the service is slow.",
  },
  Aborted: {
    mayHaveRun: true,
    hint: "The `signal` of the call was aborted, or the iteration of its items ended early.",
  },
  TooLarge: {
    mayHaveRun: true,
    hint: "Request less data, or set a higher limit: `maxResponseBytes` of the transport, or `maxItemLength` of `itemsOf`.",
  },
  Unauthorized: {
    mayHaveRun: false,
    hint: "Send credentials of the scheme that the header WWW-Authenticate of the response names.",
  },
  Forbidden: { mayHaveRun: false, hint: "Ask the operator of the service for the permission." },
  ProxyAuthentication: { mayHaveRun: false, hint: "Add the user name and password to the proxy URL." },
  HtmlPage: {
    mayHaveRun: true,
    hint: "The response is a web page: check the address, and gateways or login pages in front of the service.",
  },
  Protocol: {
    mayHaveRun: true,
    hint: "The response does not match the contract: check address and version.",
  },
};

/** Options of a `ClientError`. */
export interface ClientErrorOptions {
  readonly cause?: unknown;
  /** HTTP status of the response, when there was one. */
  readonly status?: number | undefined;
  /**
   * The place in the response, for example `Envelope.Body.SendSmsResponse`; of `InvalidInput` the property of the input, for example
   * `items[3].price`.
   */
  readonly path?: string | undefined;
  /** Of `Unauthorized`: the header WWW-Authenticate of the response, for example `Basic realm="x"`. */
  readonly challenge?: string | undefined;
}

/** A call that ended without a response of the service: neither a result nor a fault. */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly code: ClientErrorCode;
  readonly status: number | undefined;
  /** As in `ClientErrorOptions`. */
  readonly path: string | undefined;
  /** As in `ClientErrorOptions`. */
  readonly challenge: string | undefined;

  constructor(code: ClientErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
    this.path = options.path;
    this.challenge = options.challenge;
  }
}
