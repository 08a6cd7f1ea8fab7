import { isRefused, type DecodeOptions, type WireRequest, type WireResponse } from "../bindings/binding.js";
import { bindingFor, bindings } from "../bindings/index.js";
import { serviceIndex, type ServiceIndexOptions } from "../bindings/service-index.js";
import type { CallLog } from "../call.js";
import { ClientError } from "../client-error.js";
import { answerWith, methodsOf } from "../dispatch.js";
import type { ServiceDescriptor } from "../operation.js";
import { withDeadline } from "./deadline.js";
import type { Transport, TransportRequest } from "./transport.js";

/** Options of `inMemoryTransport`. */
export interface InMemoryTransportOptions extends DecodeOptions, ServiceIndexOptions {
  /** Where the service logs; nowhere when not given. */
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
export function inMemoryTransport(
  service: ServiceDescriptor,
  implementation: object,
  options: InMemoryTransportOptions = {},
): Transport {
  const index = serviceIndex(service, options);
  const answerCall = answerWith(methodsOf(service, implementation), index);
  const { log = silent } = options;
  const answer = async (request: TransportRequest, signal: AbortSignal): Promise<WireResponse> => {
    const wire = wireRequest(request);
    const binding = bindingFor(wire);
    if (binding === undefined) throw new ClientError("Protocol", "The request is no call");
    const decoded = bindings[binding].decode(wire, index, options);
    if (isRefused(decoded)) return bindings[decoded.binding].encodeFault(decoded.fault);
    return answerCall(decoded, {
      signal,
      deadline: Date.now() + request.timeout,
      requestId: crypto.randomUUID(),
      operation: decoded.operation.name,
      binding: decoded.binding,
      remoteAddress: undefined,
      log,
      note: () => undefined,
    });
  };
  return {
    send: async (request) =>
      withDeadline(request, async (signal) => {
        const { status, contentType, body, bytes } = await answer(request, signal);
        return { status, contentType, body: bytes ?? encoder.encode(body.join("")) };
      }),
  };
}

function wireRequest({ method, target, headers, body = "" }: TransportRequest): WireRequest {
  const question = target.indexOf("?");
  const path = question === -1 ? target : target.slice(0, question);
  const query = question === -1 ? "" : target.slice(question + 1);
  return { method, path, query, headers, body: encoder.encode(body) };
}
