import { isRefused, type WireRequest } from "../bindings/binding.js";
import type { CallLog } from "../call.js";
import { ClientError } from "../client-error.js";
import type { ServiceDescriptor } from "../operation.js";
import { serviceEndpoint, type EndpointOptions } from "../server.js";
import { withDeadline } from "./deadline.js";
import type { Transport, TransportRequest } from "./transport.js";

/** Options of `inMemoryTransport`. */
export interface InMemoryTransportOptions extends EndpointOptions {
  /** Where the service logs; nowhere when not given. */
  readonly log?: CallLog;
}

const encoder = new TextEncoder();
const silent: CallLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Carries calls to an implementation in the same process, through the same bindings and codecs as over a network, but
 * without sockets: for tests, and for programs that hold both sides.
 */
export function inMemoryTransport(
  service: ServiceDescriptor,
  implementation: object,
  options: InMemoryTransportOptions = {},
): Transport {
  const endpoint = serviceEndpoint(service, implementation, options);
  const { log = silent } = options;
  return {
    send: async (request) =>
      withDeadline(request, async (signal) => {
        const call = endpoint.decode(wireRequest(request));
        if (call === undefined) throw new ClientError("Protocol", "The request is no call");
        const requestId = crypto.randomUUID();
        const { response } = isRefused(call)
          ? endpoint.refuse(call, { requestId, log })
          : await endpoint.answer(call, {
              signal,
              deadline: Date.now() + request.timeout,
              requestId,
              operation: call.operation.name,
              binding: call.binding,
              remoteAddress: undefined,
              log,
            });
        const { status, contentType, body } = response;
        return { status, contentType, body: encoder.encode(body.join("")) };
      }),
  };
}

function wireRequest({ method, target, headers, body = "" }: TransportRequest): WireRequest {
  const question = target.indexOf("?");
  const path = question === -1 ? target : target.slice(0, question);
  const query = question === -1 ? "" : target.slice(question + 1);
  return { method, path, query, headers, body: encoder.encode(body) };
}
