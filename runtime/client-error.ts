/**
 * Why a call failed without a fault from the service. Closed: each code has one row in `clientErrorTable`.
 */
export type ClientErrorCode = "InvalidInput" | "Transport" | "Timeout" | "Aborted" | "TooLarge" | "Protocol";

/** Meaning of a code for the caller. */
export interface ClientErrorForm {
  /** True when the service may have carried out the call all the same. */
  readonly mayHaveRun: boolean;
  readonly hint: string;
}

/** One row per code. */
export const clientErrorTable: Readonly<Record<ClientErrorCode, ClientErrorForm>> = {
  InvalidInput: { mayHaveRun: false, hint: "Correct the input: it cannot be encoded as a message." },
  Transport: { mayHaveRun: true, hint: "Check address, DNS, certificate, network and service process." },
  Timeout: {
    mayHaveRun: true,
    hint: "Set a longer `timeout`, or find out why the service is slow.",
  },
  Aborted: { mayHaveRun: true, hint: "The `signal` of the call was aborted." },
  TooLarge: {
    mayHaveRun: true,
    hint: "Request less data, or set a higher `maxResponseBytes` in the transport.",
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
  /** Where in the message, for example `Envelope.Body.SendSmsResponse`. */
  readonly path?: string | undefined;
}

/** A call that ended without a response of the service: neither a result nor a fault. */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly code: ClientErrorCode;
  readonly status: number | undefined;
  readonly path: string | undefined;

  constructor(code: ClientErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.status = options.status;
    this.path = options.path;
  }

  /** Hint for the caller. */
  get hint(): string {
    return clientErrorTable[this.code].hint;
  }
}
