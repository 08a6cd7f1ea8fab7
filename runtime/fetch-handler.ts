/** Serves a generated service as a function of `Request` to `Response`, for platforms of the Fetch standard. */
import {
  isRefused,
  sentPieces,
  type DecodeOptions,
  type WireRequest,
  type WireResponse,
} from "./bindings/binding.js";
import { bindingFor, bindingsWith } from "./bindings/index.js";
import { multipartRelated } from "./bindings/multipart-related.js";
import type { JsonReply, ServedJson } from "./json-http/served.js";
import { serviceIndex, type ServedOptions } from "./bindings/service-index.js";
import type { CallBinding } from "./contract/message-codecs.js";
import type { CallContext, CallLog } from "./service/call.js";
import { callHandler, methodsOf } from "./dispatch/dispatch.js";
import { GivingUp } from "./service/given-up.js";
import { joinedBytes } from "./mime/joined-bytes.js";
import type { ServiceDescriptor } from "./service/service.js";

/** Options of `fetchHandler`. */
export interface FetchHandlerOptions extends DecodeOptions, ServedOptions {
  /** Path of the service, such as `/weather`. */
  readonly path: string;
  /** The WSDL for `GET path?wsdl`; without it the response is 404. */
  readonly wsdl?: string | undefined;
  /** The service as JSON, at a path of its own: `servedJson`. */
  readonly json?: ServedJson | undefined;
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
  const { log = silent, path, json, wsdl, lenient = false, maxBodyBytes = usualBodyBytes } = options;
  const find = bindingsWith(json?.binding);
  const answerCall = callHandler(methodsOf(service, implementation), index, find);
  const call = async (name: CallBinding, wire: WireRequest, request: Request): Promise<Response> => {
    const decoded = find(name).decode(wire, index, options);
    if (isRefused(decoded)) return sent(find(decoded.binding).encodeFault(decoded.fault));
    const context: CallContext = {
      signal: request.signal,
      givenUp: new GivingUp(),
      deadline: undefined,
      requestId: crypto.randomUUID(),
      operation: decoded.operation.name,
      binding: decoded.binding,
      httpHeaders: wire.headers,
      remoteAddress: options.remoteAddress?.(request),
      lenient,
      log,
      note: () => undefined,
    };
    return sent(await answerCall(decoded, context));
  };
  const callJson = async (
    { reply, refusal }: ServedJson,
    rest: string,
    request: Request,
  ): Promise<Response> => {
    const { origin } = new URL(request.url);
    const known = reply({ method: request.method, rest, origin });
    if (known !== undefined) return replied(known);
    const wire = await wireRequest(request, `/${rest}`, maxBodyBytes);
    return wire === undefined ? replied(refusal(413, [])) : call("json", wire, request);
  };
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const ofJson = json === undefined ? undefined : restOf(pathname, json.path);
    if (json !== undefined && ofJson !== undefined) return callJson(json, ofJson.slice(1), request);
    const rest = restOf(pathname, path);
    if (rest === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET" && rest === "" && /^\?wsdl$/i.test(search)) return document(wsdl);
    if (request.method !== "GET" && request.method !== "POST")
      return new Response(null, { status: 405, headers: { allow: "GET, POST" } });
    const wire = await wireRequest(request, rest, maxBodyBytes);
    if (wire === undefined) return new Response(null, { status: 413 });
    const binding = bindingFor(wire);
    return binding === undefined ? new Response(null, { status: 404 }) : call(binding, wire, request);
  };
}

/** What follows a path, from its slash on; undefined for another path. */
function restOf(pathname: string, path: string): string | undefined {
  if (pathname === path) return "";
  return pathname.startsWith(`${path}/`) ? pathname.slice(path.length) : undefined;
}

/** Undefined for a body that is too large. */
async function wireRequest(
  request: Request,
  path: string,
  maxBodyBytes: number,
): Promise<WireRequest | undefined> {
  const { method, url } = request;
  const body = await bodyOf(request, maxBodyBytes);
  if (body === undefined) return undefined;
  const query = new URL(url).search.slice(1);
  return { method, path, query, headers: Object.fromEntries(request.headers), body };
}

function replied({ status, contentType, body, headers: given }: JsonReply): Response {
  const headers = new Headers({ "cache-control": "private, max-age=0" });
  if (contentType !== undefined) headers.set("content-type", contentType);
  addHeaders(headers, given);
  return new Response(status === 204 ? null : body, { status, headers });
}

/** @param given names and values in turn */
function addHeaders(headers: Headers, given: readonly string[]): void {
  for (let at = 0; at < given.length; at += 2) headers.append(given[at] ?? "", given[at + 1] ?? "");
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
  const { status, body, bytes, rest, around, contentType, headers: given = [] } = response;
  const headers = new Headers({ "cache-control": "private, max-age=0" });
  const type = around?.contentType ?? contentType;
  if (type !== "") headers.set("content-type", type);
  addHeaders(headers, given);
  if (rest !== undefined) {
    const before = joinedBytes([...(around === undefined ? [] : [around.before]), ...body]);
    return new Response(streamed(before, rest, around?.after ?? []), { status, headers });
  }
  const whole = bytes ?? joinedBytes(sentPieces(response));
  return whole.length === 0
    ? new Response(null, { status, headers })
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
