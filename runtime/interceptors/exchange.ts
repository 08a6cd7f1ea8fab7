import type { ClientCall, Interceptor } from "../client/interceptor.js";
import type { Transport, TransportRequest, TransportResponse } from "../transport/transport.js";

/** Sends a request: the next interceptor of exchanges, or the transport. */
export type SendRequest = (request: TransportRequest) => Promise<TransportResponse>;

type Exchange = (request: TransportRequest, send: SendRequest) => Promise<TransportResponse>;

/** A transport with interceptors, the first outermost: those of later interceptors of the call are inside the others. */
class InterceptedTransport implements Transport {
  readonly url: URL | undefined;
  readonly send: SendRequest;
  readonly #network: Transport;
  readonly #exchanges: readonly Exchange[];

  constructor(network: Transport, exchanges: readonly Exchange[]) {
    this.url = network.url;
    this.#network = network;
    this.#exchanges = exchanges;
    this.send = exchanges.reduceRight<SendRequest>(
      (send, exchange) => async (request) => exchange(request, send),
      async (request) => network.send(request),
    );
  }

  with(exchange: Exchange): InterceptedTransport {
    return new InterceptedTransport(this.#network, [...this.#exchanges, exchange]);
  }
}

/**
 * Takes part in each exchange of bytes: the HTTP headers and the body of the request as they are sent, and the response as it is received.
 * It may send again, or not at all. The body is a text, the envelope, unless it has MIME parts.
 */
export function interceptExchange(
  exchange: (request: TransportRequest, send: SendRequest, call: ClientCall) => Promise<TransportResponse>,
): Interceptor {
  return (call, next) => {
    const { transport } = call;
    const known =
      transport instanceof InterceptedTransport ? transport : new InterceptedTransport(transport, []);
    return next({ ...call, transport: known.with((request, send) => exchange(request, send, call)) });
  };
}
