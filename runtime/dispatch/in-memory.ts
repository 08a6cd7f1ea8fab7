import {
  isRefused,
  sentPieces,
  type DecodeOptions,
  type WireRequest,
  type WireResponse,
} from "../bindings/binding.js";
import { bindingFor, bindingsWith } from "../bindings/index.js";
import type { ServedJson } from "../json-http/served.js";
import { serviceIndex, type ServedOptions } from "../bindings/service-index.js";
import type { CallContext, CallLog } from "../service/call.js";
import { ClientError } from "../errors/client-error.js";
import { callHandler, faultOf, methodsOf } from "./dispatch.js";
import { givenUpBy } from "../service/given-up.js";
import type { ServiceDescriptor } from "../service/service.js";
import { joinedBytes } from "../mime/joined-bytes.js";
import { withDeadline } from "../transport/deadline.js";
import type { Transport, TransportRequest, TransportResponse } from "../transport/transport.js";

/** Options of `inMemoryTransport`. */
export interface InMemoryTransportOptions extends DecodeOptions, ServedOptions {
  /** Takes calls that have or accept `application/json`: `servedJson`, at the path of the client's `url`. */
  readonly json?: Pick<ServedJson, "binding"> | undefined;
  /** Log of the service; default: none. */
  readonly log?: CallLog;
}

const encoder = new TextEncoder();
const silent: CallLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Carries calls to an implementation in the same process, through the same bindings and codecs as over a network, but
 * without sockets: for tests, and for programs that hold both sides.
 *
 * @throws TypeError naming the methods the implementation lacks
 */
export function inMemoryTransport<Implementation>(
  service: ServiceDescriptor<Implementation>,
  implementation: NoInfer<Implementation>,
  options: InMemoryTransportOptions = {},
): Transport {
  const index = serviceIndex(service, options);
  const { log = silent, json } = options;
  const find = bindingsWith(json?.binding);
  const answerCall = callHandler(methodsOf(service, implementation), index, find);
  const answer = async (request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> => {
    const wire = wireRequest(request);
    const binding = json !== undefined && isJson(request) ? "json" : bindingFor(wire);
    if (binding === undefined) throw new ClientError("Protocol", "The request is not a call of this service");
    const decoded = find(binding).decode(wire, index, options);
    if (isRefused(decoded)) return received(find(decoded.binding).encodeFault(decoded.fault));
    const call: CallContext = {
      signal,
      givenUp: givenUpBy(signal),
      deadline: deadlineOf(request),
      requestId: crypto.randomUUID(),
      operation: decoded.operation.name,
      binding: decoded.binding,
      remoteAddress: undefined,
      httpHeaders: request.headers,
      lenient: options.lenient === true,
      log,
      note: () => undefined,
    };
    return received(await answerCall(decoded, call), call);
  };
  return {
    send: async (request) => withDeadline(request, (signal) => answer(request, signal)),
  };
}

/** A client of JSON names the media type in each request: without a body in Accept. */
function isJson({ headers }: TransportRequest): boolean {
  return [headers["content-type"], headers["accept"]].some((each) => each?.startsWith("application/json"));
}

/** Milliseconds since the epoch; undefined without a limit. */
function deadlineOf({ timeout }: TransportRequest): number | undefined {
  return timeout > 0 && timeout < Infinity ? Date.now() + timeout : undefined;
}

/** The whole response. An error of its items corresponds to a broken connection. */
async function received(response: WireResponse, call?: CallContext): Promise<TransportResponse> {
  const { status, rest, bytes, around } = response;
  const body = [...response.body];
  try {
    for await (const piece of rest ?? []) {
      call?.signal.throwIfAborted();
      body.push(piece);
    }
  } catch (cause) {
    if (call !== undefined && !call.signal.aborted) faultOf(cause, call);
    throw new ClientError("Transport", "The response was aborted");
  }
  const contentType = around?.contentType ?? response.contentType;
  const pieces = sentPieces({ ...response, body });
  return { status, contentType, body: bytes ?? joinedBytes(pieces) };
}

function wireRequest({ method, target, headers, body = "" }: TransportRequest): WireRequest {
  const question = target.indexOf("?");
  const path = question === -1 ? target : target.slice(0, question);
  const query = question === -1 ? "" : target.slice(question + 1);
  return { method, path, query, headers, body: typeof body === "string" ? encoder.encode(body) : body };
}
