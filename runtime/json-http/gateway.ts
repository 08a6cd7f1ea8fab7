/** A service whose implementation is another one somewhere else. */
import { ClientError, type ClientErrorCode } from "../errors/client-error.js";
import { DetailFault, ServiceFault, type DetailFaultOptions } from "../errors/fault.js";
import type { CallContext, HeaderContext } from "../service/call.js";
import type { HeaderValues } from "../service/header-call.js";
import type { ServiceDescriptor } from "../service/service.js";
import type { CallSignal } from "../transport/deadline.js";
import { ProblemFault, type ProblemCode } from "./problems.js";

/** Options of `gateway`. */
export interface GatewayOptions {
  /**
   * Names of HTTP headers that are passed on from callers, for example `authorization`. Default: none. With `authorization`, a status 401
   * or 403 of the service is one for the caller; otherwise it is an error of the gateway.
   */
  readonly passHeaders?: readonly string[];
}

/** A generated client, by the methods of its service. */
export type GatewayClient<Implementation> = {
  readonly [Method in keyof Implementation]: (input: never, options?: never) => Promise<unknown>;
};

type Passed = (input: unknown, options: PassedOptions) => Promise<unknown>;

interface PassedOptions {
  readonly signal: CallSignal;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly soapHeaders?: HeaderValues;
  readonly onHeaders?: (headers: HeaderValues) => void;
}

/**
 * An implementation that passes each call on with a client: for a host, to have JSON in front of a SOAP service. Faults are those of that
 * service. Calls end when the caller disconnects, at their deadline in the host, or after the client's own `timeout`, whichever comes first.
 *
 * @param client generated for the same service; its options have the address, credentials and headers of all calls
 * @throws TypeError for a client without a method of the service
 */
export function gateway<Implementation>(
  service: ServiceDescriptor<Implementation>,
  client: GatewayClient<NoInfer<Implementation>>,
  { passHeaders = [] }: GatewayOptions = {},
): Implementation {
  const names = passHeaders.map((name) => name.toLowerCase());
  const passesCredentials = names.includes("authorization");
  const methods = Object.keys(service.operations).map((name) => {
    const method: unknown = client[name as keyof Implementation];
    if (typeof method !== "function") throw new TypeError(`The client of ${service.name} lacks ${name}.`);
    // The generated client has the types of the service.
    const passed = method.bind(client) as Passed;
    const implementation = async (input: unknown, call: CallContext): Promise<unknown> => {
      try {
        return await passed(input, optionsOf(call, names));
      } catch (error) {
        throw gatewayError(error, passesCredentials);
      }
    };
    return [name, implementation] as const;
  });
  return Object.fromEntries(methods) as Implementation;
}

function optionsOf(call: CallContext, names: readonly string[]): PassedOptions {
  const signal = call.abandoned ?? call.signal;
  const headers = names.length === 0 ? undefined : headersOf(call, names);
  if (!("answerHeaders" in call)) return { signal, headers };
  // A call of an operation with SOAP headers.
  const { headers: soapHeaders } = call as HeaderContext<HeaderValues, HeaderValues>;
  const onHeaders = (headers: HeaderValues): void => {
    (call as HeaderContext<HeaderValues, HeaderValues>).answerHeaders(headers);
  };
  return { signal, headers, soapHeaders, onHeaders };
}

function headersOf({ httpHeaders = {} }: CallContext, names: readonly string[]): Record<string, string> {
  const given = names.flatMap((name) => {
    const value = httpHeaders[name];
    return value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")] as const];
  });
  return Object.fromEntries(given);
}

/** Problems by the error of the client. */
const problems: Readonly<Partial<Record<ClientErrorCode, ProblemCode>>> = {
  InvalidInput: "InvalidValue",
  Timeout: "DeadlineExceeded",
  Aborted: "DeadlineExceeded",
  Unauthorized: "Unauthorized",
  Forbidden: "Forbidden",
};

const texts: Readonly<Partial<Record<ProblemCode, string>>> = {
  BadGateway: "The service behind the gateway gave no usable response; it may have carried out the call.",
  DeadlineExceeded: "The service behind the gateway took too long; it may have carried out the call.",
  Unavailable: "The service behind the gateway cannot be reached; nothing was changed.",
  Unauthorized: "The service behind the gateway refused the credentials.",
  Forbidden: "The service behind the gateway does not allow the call.",
};

function gatewayError(error: unknown, passesCredentials: boolean): unknown {
  if (error instanceof ServiceFault) return passedFault(error);
  if (!(error instanceof ClientError)) return error;
  const known = problems[error.code] ?? (isUnreached(error) ? "Unavailable" : "BadGateway");
  const isOfCaller = passesCredentials || (known !== "Unauthorized" && known !== "Forbidden");
  const code = isOfCaller ? known : "BadGateway";
  return new ProblemFault(code, error, texts[code] ?? error.message);
}

/** The same fault for the caller: one of the caller's is also that here, and the text of another is not hidden. */
function passedFault(fault: ServiceFault): ServiceFault {
  if (fault.reason === "Internal") return new ProblemFault("ServiceFault", fault, fault.message);
  if (!(fault instanceof DetailFault) || !/^(?:Client|Sender)\b/.test(fault.code ?? "")) return fault;
  const Fault = fault.constructor as new (
    detail: unknown,
    text: string,
    options: DetailFaultOptions,
  ) => ServiceFault;
  return new Fault(fault.detail, fault.message, { reason: "InvalidValue", cause: fault });
}

/** Codes of Node for connections that were not made. */
const unreached: ReadonlySet<unknown> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** True where the request cannot have been sent. */
function isUnreached(error: ClientError): boolean {
  for (let cause: unknown = error.cause; typeof cause === "object" && cause !== null;) {
    if ("code" in cause && unreached.has(cause.code)) return true;
    cause = "cause" in cause ? cause.cause : undefined;
  }
  return false;
}
