/** Serves a generated service as a function of `Request` to `Response`, for platforms of the Fetch standard. */
import {
  isRefused,
  sentPieces,
  type DecodeOptions,
  type WireRequest,
  type WireResponse,
} from "./bindings/binding.js";
import { bindingFor, bindings } from "./bindings/index.js";
import { multipartRelated } from "./bindings/multipart-related.js";
import { serviceIndex, type ServedOptions } from "./bindings/service-index.js";
import type { CallContext, CallLog } from "./service/call.js";
import { answerWith, methodsOf } from "./dispatch/dispatch.js";
import { GivingUp } from "./service/given-up.js";
import { joinedBytes } from "./mime/joined-bytes.js";
import type { ServiceDescriptor } from "./service/service.js";

/** Options of `fetchHandler`. */
export interface FetchHandlerOptions extends DecodeOptions, ServedOptions {
  /** Path of the service, such as `/weather`. */
  readonly path: string;
  /** The WSDL for `GET path?wsdl`; without it the response is 404. */
  readonly wsdl?: string | undefined;
  /** Limit of a request body in bytes; 4 MiB when not given. */
  readonly maxBodyBytes?: number;
  /** Address of the caller, if the platform provides it. */
  readonly remoteAddress?: (request: Request) => string | undefined;
  readonly log?: CallLog;
}

const silent: CallLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
const usualBodyBytes = 4 * 1024 * 1024;

/**
 * A handler for serverless platforms, Deno, Bun, and frameworks of the Fetch standard. It has no help pages. It limits only the size of a
 * body: the platform limits time and memory.
 *
 * @throws TypeError naming the methods the implementation lacks
 */
export function fetchHandler<Implementation>(
  service: ServiceDescriptor<Implementation>,
  implementation: NoInfer<Implementation>,
  options: FetchHandlerOptions,
): (request: Request) => Promise<Response> {
  const index = serviceIndex(service, { multipart: multipartRelated, ...options });
  const answerCall = answerWith(methodsOf(service, implementation), index);
  const { log = silent, path, wsdl, lenient = false, maxBodyBytes = usualBodyBytes } = options;
  return async (request) => {
    const url = new URL(request.url);
    const rest =
      url.pathname === path
        ? ""
        : url.pathname.startsWith(`${path}/`)
          ? url.pathname.slice(path.length)
          : undefined;
    if (rest === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET" && rest === "" && /^\?wsdl$/i.test(url.search)) return document(wsdl);
    if (request.method !== "GET" && request.method !== "POST")
      return new Response(null, { status: 405, headers: { allow: "GET, POST" } });
    const body = await bodyOf(request, maxBodyBytes);
    if (body === undefined) return new Response(null, { status: 413 });
    const headers = Object.fromEntries(request.headers);
    const wire: WireRequest = {
      method: request.method,
      path: rest,
      query: url.search.slice(1),
      headers,
      body,
    };
    const binding = bindingFor(wire);
    if (binding === undefined) return new Response(null, { status: 404 });
    const decoded = bindings[binding].decode(wire, index, options);
    if (isRefused(decoded)) return sent(bindings[decoded.binding].encodeFault(decoded.fault));
    const call: CallContext = {
      signal: request.signal,
      givenUp: new GivingUp(),
      deadline: undefined,
      requestId: crypto.randomUUID(),
      operation: decoded.operation.name,
      binding: decoded.binding,
      httpHeaders: headers,
      remoteAddress: options.remoteAddress?.(request),
      lenient,
      log,
      note: () => undefined,
    };
    return sent(await answerCall(decoded, call));
  };
}

function document(wsdl: string | undefined): Response {
  if (wsdl === undefined) return new Response(null, { status: 404 });
  return new Response(wsdl, { headers: { "content-type": "text/xml; charset=utf-8" } });
}

/** Undefined for a body that is too large. */
async function bodyOf({ body }: Request, limit: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const piece = (await reader?.read()) as { readonly value?: Uint8Array } | undefined;
    if (piece?.value === undefined) return joinedBytes(pieces);
    length += piece.value.length;
    if (length > limit) {
      await reader?.cancel();
      return undefined;
    }
    pieces.push(piece.value);
  }
}

function sent(response: WireResponse): Response {
  const { status, body, bytes, rest, around, contentType } = response;
  const headers = {
    "content-type": around?.contentType ?? contentType,
    "cache-control": "private, max-age=0",
  };
  if (rest !== undefined) {
    const before = joinedBytes([...(around === undefined ? [] : [around.before]), ...body]);
    return new Response(streamed(before, rest, around?.after ?? []), { status, headers });
  }
  const whole = bytes ?? joinedBytes(sentPieces(response));
  return whole.length === 0
    ? new Response(null, { status })
    : new Response(new Uint8Array(whole), { status, headers });
}

function streamed(
  before: Uint8Array,
  rest: NonNullable<WireResponse["rest"]>,
  after: readonly (string | Uint8Array)[],
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(before);
    },
    pull: async (controller) => {
      const piece = await rest.next();
      if (piece.done !== true) controller.enqueue(joinedBytes([piece.value]));
      else {
        if (after.length > 0) controller.enqueue(joinedBytes(after));
        controller.close();
      }
    },
    cancel: async () => {
      await rest.return();
    },
  });
}
