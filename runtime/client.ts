import type { BoundRequest, ClientBinding } from "./bindings/client-binding.js";
import { clientBindings } from "./bindings/client-bindings.js";
import { serviceIndex, type ServiceIndex, type ServiceIndexOptions } from "./bindings/service-index.js";
import type { SoapVersion } from "./bindings/soap-version.js";
import { ClientError } from "./client-error.js";
import type { AnyOperation, BindingName, Operation, ServiceDescriptor } from "./operation.js";
import type { Transport } from "./transport/transport.js";

/** What a generated client is made from. */
export interface ClientOptions extends ServiceIndexOptions {
  readonly transport: Transport;
  /** SOAP version of calls that name no binding; `soap11` when not given. */
  readonly binding?: SoapVersion | undefined;
  /** Milliseconds a call may take in all; 30 s when not given. */
  readonly timeout?: number | undefined;
  /**
   * Sent with every call, for example Authorization. Those that frame a message or name its type and action are not
   * taken from here.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How one call differs from the options of its client. */
export interface CallOptions<B extends BindingName = BindingName, H = never> {
  readonly binding?: B | undefined;
  /** Aborting it ends the call with `ClientError` `Aborted`; the service may have carried it out all the same. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly timeout?: number | undefined;
  /** HTTP headers, added to those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Is given the SOAP headers of the answer, for an operation that has any, before the call resolves. */
  readonly onHeaders?: ((headers: H) => void) | undefined;
}

/** Makes calls to one service. */
export interface Caller {
  /**
   * @throws ServiceFault when the service refuses the call, ClientError when there is no answer of the service
   */
  call<I, O, B extends BindingName, H = never>(
    operation: Operation<I, O, B>,
    input: I,
    options?: CallOptions<B, H>,
    headers?: object,
  ): Promise<O>;
}

/** Milliseconds of a call whose options give no time. */
export const defaultTimeout = 30_000;

/** The caller behind a generated client. */
export function caller(service: ServiceDescriptor, options: ClientOptions): Caller {
  const index = serviceIndex(service, options);
  const { transport, timeout: clientTimeout = defaultTimeout } = options;
  const clientHeaders = options.headers === undefined ? undefined : lowerCaseNames(options.headers);
  return {
    call: async (operation, input, call = {}, soapHeaders) => {
      const binding = clientBindings[chooseBinding(operation, call.binding, options.binding ?? "soap11")];
      const {
        method,
        target,
        headers: bound,
        body,
      } = writeRequest(binding, operation, input, index, soapHeaders);
      const { timeout = clientTimeout, signal } = call;
      const headers = allHeaders(bound, clientHeaders, call.headers);
      const response = await transport.send({ method, target, headers, body, timeout, signal });
      const result = binding.result(operation, response, index);
      // Generated code names the type of the headers beside the operation that has them.
      if (result.headers !== undefined) call.onHeaders?.(result.headers as never);
      return result.output;
    },
  };
}

function chooseBinding(
  { name, bindings }: Pick<AnyOperation, "name" | "bindings">,
  asked: BindingName | undefined,
  usual: BindingName,
): BindingName {
  if (asked === undefined) return bindings.includes(usual) ? usual : (bindings[0] ?? usual);
  if (bindings.includes(asked)) return asked;
  throw new ClientError("InvalidInput", `${name} has no binding ${asked}`);
}

function writeRequest<I, O>(
  binding: ClientBinding,
  operation: Operation<I, O>,
  input: I,
  index: ServiceIndex,
  headers: object | undefined,
): BoundRequest {
  try {
    return binding.request(operation, input, index, headers);
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : "The input cannot be written";
    throw new ClientError("InvalidInput", text, { cause });
  }
}

type Headers = Readonly<Record<string, string>>;

function allHeaders(bound: Headers, client: Headers | undefined, call: Headers | undefined): Headers {
  if (client === undefined && call === undefined) return bound;
  return { ...client, ...(call === undefined ? undefined : lowerCaseNames(call)), ...bound };
}

/** Two of these in one request would let a proxy and a server disagree about where it ends (RFC 9112 section 6.3). */
const framing: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);

function lowerCaseNames(headers: Headers): Headers {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lower.filter(([name]) => !framing.has(name)));
}
