import {
  calledService,
  type BoundRequest,
  type CalledService,
  type ClientBinding,
  type JsonCalls,
  type ReadingOptions,
  type ServiceOptions,
} from "../contract/client-binding.js";
import type { SoapVersion } from "../contract/soap-version.js";
import type { MultipartFormat } from "../contract/multipart.js";
import { ClientError } from "../errors/client-error.js";
import { invalidInput, noting } from "./failed-input.js";
import { deviatingResponses } from "../bindings/deviating-response.js";
import { faultDetail } from "../bindings/fault-detail.js";
import type {
  BindingName,
  CallBinding,
  CalledOperation,
  NoHeaders,
  ServiceContract,
} from "../contract/message-codecs.js";
import type { Departures } from "../contract/forgiven.js";
import type { CallResult, ClientCall, Interceptor, NextCall } from "./interceptor.js";
import type { Operation } from "../contract/operation.js";
import { fetchTransport } from "../transport/fetch.js";
import type { CallSignal } from "../transport/deadline.js";
import type { Transport } from "../transport/transport.js";

/** Options of `caller` besides the service. */
export interface CallerOptions extends ServiceOptions, ReadingOptions {
  readonly transport: Transport;
  /** SOAP version of calls that name no binding, or JSON; `soap11` when not given. */
  readonly binding?: SoapVersion | "json" | undefined;
  /** The calls with the binding `json`: `jsonCalls` of `messenger-gen-runtime/json`. */
  readonly json?: JsonCalls | undefined;
  /** Milliseconds a call may take in all; 30 s when not given, 0 and Infinity for no limit. */
  readonly timeout?: number | undefined;
  /** Sent with every call, for example Authorization. Headers for framing, content type and action are ignored. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Take part in every call, the first one outermost. */
  readonly interceptors?: readonly Interceptor[] | undefined;
}

/** Options of a generated client. */
export interface ClientOptions extends Omit<CallerOptions, "transport"> {
  /** Default: `fetchTransport` to `url`. */
  readonly transport?: Transport | undefined;
  /**
   * Absolute http or https URL of the service. Default: the address of the transport, otherwise that in the contract. With a transport, it
   * is only the header To of WS-Addressing.
   */
  readonly url?: string | URL | undefined;
  /**
   * Departures of responses from the rules of HTTP, XML and SOAP that lose nothing: `refuse`, or a function that is told each one. Default: they
   * are accepted. `Forgiven` lists them, from `mediaType` to `status`.
   */
  readonly departures?: Departures | undefined;
  /** Without the headers of WS-Addressing, although the contract requires them. */
  readonly addressing?: false | undefined;
}

/** Options of a generated client whose contract has no address. */
export type LocatedClientOptions = ClientOptions &
  ({ readonly transport: Transport } | { readonly url: string | URL });

/** How one call differs from the options of its client. */
export interface CallOptions<B extends BindingName = BindingName, HO = NoHeaders, HI = NoHeaders> {
  readonly binding?: B | "json" | undefined;
  /** Aborting it ends the call with `ClientError` `Aborted`; the service may have carried it out all the same. */
  readonly signal?: CallSignal | undefined;
  /** Milliseconds a call may take in all, in place of that of the client; 0 and Infinity for no limit. */
  readonly timeout?: number | undefined;
  /** HTTP headers, added to those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Take part in this call, inside those of the client. */
  readonly interceptors?: readonly Interceptor[] | undefined;
  /** SOAP headers of the request, for an operation that has any. */
  readonly soapHeaders?: HI | undefined;
  /** Is given the SOAP headers of the response, for an operation that has any, before the call resolves. */
  readonly onHeaders?: ((headers: HO) => void) | undefined;
}

/** Makes calls to one service `S`. */
export interface Caller<S> {
  /** @throws ServiceFault if the service refuses the call, ClientError if there is no response of the service */
  call<I, O, B extends BindingName, HI, HO, F>(
    operation: Operation<S, I, O, B, HI, HO, F>,
    input: NoInfer<I>,
    options?: CallOptions<NoInfer<B>, NoInfer<HO>, NoInfer<HI>>,
  ): Promise<O>;
}

/** Milliseconds of a call whose options give no time. */
export const defaultTimeout = 30_000;

/**
 * The caller behind a generated client.
 *
 * @param contracted how its messages hold MIME parts, for a contract with bytes
 * @param addressed `requiredAddressing`, for a contract that requires WS-Addressing
 * @throws TypeError when neither the options nor the contract have an address
 */
export function connect<S extends ServiceContract>(
  service: S,
  options: ClientOptions,
  contracted?: MultipartFormat,
  addressed?: (to?: string | URL) => Interceptor,
): Caller<S> {
  const { url = service.url, multipart = contracted, addressing } = options;
  const transport = options.transport ?? (url === undefined ? undefined : fetchTransport({ url }));
  if (transport === undefined)
    throw new TypeError(
      `The contract of ${service.name} has no address: give the client a url or a transport`,
    );
  const connected = caller(service, {
    faultDetail,
    deviating: deviatingResponses(options.departures),
    ...options,
    multipart,
    transport,
  });
  if (addressed === undefined || addressing === false) return connected;
  return withInnermost(connected, addressed(options.url));
}

/** The caller with an interceptor inside all others, those of single calls too. */
function withInnermost<S>(outer: Caller<S>, innermost: Interceptor): Caller<S> {
  return {
    call: (operation, input, options) => {
      const interceptors = [...(options?.interceptors ?? []), innermost];
      return outer.call(operation, input, { ...options, interceptors });
    },
  };
}

/** Calls operations of a service, each imported on its own. */
export function caller<S extends ServiceContract>(service: S, options: CallerOptions): Caller<S> {
  const called = calledService(service, options);
  const { transport, timeout: clientTimeout = defaultTimeout, interceptors = [] } = options;
  const clientHeaders = lowerCaseNames(options.headers);
  return {
    call: async <I, O, B extends BindingName, HI, HO, F>(
      operation: Operation<S, I, O, B, HI, HO, F>,
      input: I,
      call: CallOptions<B, HO, HI> = {},
    ) => {
      const chain = interceptors.concat(call.interceptors ?? []);
      const result = await chained<I, HI, O, HO>(
        (passed) => exchange(operation, passed, called, options.json),
        chain,
      )({
        service,
        operation,
        binding: chooseBinding(operation, call.binding, options.binding ?? "soap11"),
        input,
        soapHeaders: call.soapHeaders,
        // Interceptors may change the headers of their call: each call with interceptors has an object of its own.
        headers:
          chain.length > 0 || call.headers !== undefined
            ? { ...clientHeaders, ...lowerCaseNames(call.headers) }
            : clientHeaders,
        timeout: call.timeout ?? clientTimeout,
        signal: call.signal,
        transport,
      });
      if (result.headers !== undefined) call.onHeaders?.(result.headers);
      return result.output;
    },
  };
}

/** Interceptors handle calls of any types; one that replaces an input or a result uses the types of the operation. */
function chained<I, HI, O, HO>(
  last: NextCall<I, HI, O, HO>,
  interceptors: readonly Interceptor[],
): NextCall<I, HI, O, HO> {
  return interceptors.reduceRight<NextCall>(
    (next, interceptor) => (call) => interceptor(call, next),
    last as NextCall,
  ) as typeof last;
}

async function exchange<I, O, B extends BindingName, HI, HO, F>(
  operation: Operation<never, I, O, B, HI, HO, F>,
  call: ClientCall<I, HI>,
  called: CalledService,
  json: JsonCalls | undefined,
): Promise<CallResult<O, HO>> {
  const { timeout, signal, undeclared, Reader, deviating } = call;
  const binding = bindingOf(operation, call.binding, json);
  const added = undeclared ?? Reader ?? deviating;
  const service =
    added === undefined
      ? called
      : { ...called, undeclared, Reader, deviating: deviating ?? called.deviating };
  const { method, target, body, headers: own } = writeRequest(binding, operation, call, service);
  if (!(timeout >= 0))
    throw new ClientError("InvalidInput", `timeout is ${timeout}, not 0 or more milliseconds`);
  // A leading spread takes ten times as long.
  const headers = Object.assign({}, call.headers, own);
  const response = await call.transport.send({ method, target, headers, body, timeout, signal });
  const result =
    call.receive === undefined
      ? binding.result(operation, response, service)
      : await call.receive(response, service, binding);
  return Object.assign({ response }, result);
}

interface CalledByBinding {
  readonly name: string;
  readonly bindings: Readonly<Partial<Record<BindingName, ClientBinding>>>;
}

/** Returns the requested binding; by default that of the client if the operation has it, otherwise its first. */
function chooseBinding(
  { bindings }: CalledByBinding,
  asked: CallBinding | undefined,
  usual: CallBinding,
): CallBinding {
  const isThere = usual === "json" || usual in bindings;
  return asked ?? (isThere ? usual : ((Object.keys(bindings)[0] ?? usual) as BindingName));
}

function bindingOf(
  operation: CalledByBinding,
  binding: CallBinding,
  json: JsonCalls | undefined,
): ClientBinding {
  const bindings: Readonly<Partial<Record<CallBinding, ClientBinding>>> = operation.bindings;
  const found = json?.(operation, binding) ?? bindings[binding];
  if (found === undefined)
    throw new ClientError("InvalidInput", `${operation.name} has no binding ${binding}`);
  return found;
}

function writeRequest<I, O, HI, HO, F>(
  binding: ClientBinding,
  operation: CalledOperation<I, O, HI, HO, F>,
  { input, soapHeaders }: ClientCall<I, HI>,
  service: CalledService,
): BoundRequest {
  try {
    return binding.request(operation, input, service, soapHeaders);
  } catch (cause) {
    throw invalidInput(cause, (note) => {
      const headers = noting(note, soapHeaders, "soapHeaders");
      return binding.request(operation, noting(note, input), service, headers);
    });
  }
}

type Headers = Readonly<Record<string, string>>;

/** With two of these in one request, a proxy and a server could disagree about its end (RFC 9112 section 6.3). */
const framing = /^(content-length|transfer-encoding)$/;

function lowerCaseNames(headers: Headers = {}): Headers {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(lower.filter(([name]) => !framing.test(name)));
}
