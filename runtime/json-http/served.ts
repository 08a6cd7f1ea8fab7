/** The JSON interface of a service, as hosts mount it: its paths, its document, and the responses to requests that are no calls. */
import type { Binding } from "../bindings/binding.js";
import type { AnyOperation } from "../contract/operation.js";
import type { AnyService } from "../service/service.js";
import { type Admission, admissionOf } from "./admission.js";
import { jsonBinding } from "./binding.js";
import { problemTable, problemText, problemType, type ProblemCode, type ProblemForm } from "./problems.js";
import { Routes } from "./routes.js";
import type { JsonHost, JsonService, ServedJsonCall } from "./service.js";

/** Where a service is served as JSON. */
export interface ServedJsonOptions {
  /** Path of the interface, such as `/v1`. */
  readonly path: string;
  /** Text of `openapi.json`; without it nothing is at that path. */
  readonly openApi?: string | undefined;
  /** Credentials, responses and problems of a host. Default: none. */
  readonly host?: JsonHost | undefined;
}

/** A request as far as its path decides. */
export interface JsonRequest {
  readonly method: string;
  /** After the path of the interface and its slash, percent-encoded; empty for the interface itself. */
  readonly rest: string;
  /** Public URL before the path of the interface: `https://sms.example.com`. */
  readonly origin: string;
}

/** A response that no operation gives. */
export interface JsonReply {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** What a host mounts. */
export interface ServedJson {
  readonly path: string;
  readonly binding: Binding;
  /** Decides about a request before its body is read. */
  readonly admit: Admission;
  /** Undefined for a call, which the binding decodes. */
  readonly reply: (request: JsonRequest) => JsonReply | undefined;
  /** The problem of a request that was refused with an HTTP status before it became a call. */
  readonly refusal: (status: number, headers: readonly string[]) => JsonReply;
  /** `openapi.json`, parsed; undefined without it. */
  readonly document: Readonly<Record<string, unknown>> | undefined;
  /** Problems of responses, by code. */
  readonly problems: Readonly<Record<string, ProblemForm>>;
  /** The operation at a path. */
  readonly operationAt: (method: string, rest: string) => AnyOperation | undefined;
}

const documentPath = "openapi.json";
const pages = "problems/";
const documentMethods = "GET, HEAD, OPTIONS";

/**
 * The JSON interface of a service.
 * @param json generated: for example `messengerJson`
 * @throws TypeError for an operation that `json.ts` does not have: it is generated from another contract
 * @throws SyntaxError for an OpenAPI document that is not JSON
 */
export function servedJson(service: AnyService, json: JsonService, options: ServedJsonOptions): ServedJson {
  const { path, openApi, host } = options;
  const calls = callsOf(service, json);
  const routes = new Routes(calls);
  const problems: ServedJson["problems"] = { ...problemTable, ...host?.problems };
  const document =
    openApi === undefined ? undefined : (JSON.parse(openApi) as Readonly<Record<string, unknown>>);
  const reply: ServedJson["reply"] = ({ method, rest, origin }) => {
    const found = contentAt(rest);
    if (found === undefined && routes.find(method, rest) !== undefined) return undefined;
    const own = found === undefined ? routes.methodsAt(rest) : [];
    if (found === undefined && own.length === 0) return problemReply(path, "NotFound");
    const methods = found === undefined ? allowedMethods(own) : documentMethods;
    if (method === "OPTIONS") return { status: 204, body: "", headers: ["Allow", methods] };
    if (found === undefined || !methods.split(", ").includes(method))
      return problemReply(path, "MethodNotAllowed", ["Allow", methods]);
    return found(origin);
  };
  const contentAt = (rest: string): ((origin: string) => JsonReply) | undefined => {
    const isDocument = rest === documentPath || (rest === "" && routes.methodsAt("").length === 0);
    if (isDocument && document !== undefined)
      return (origin) => jsonReply(withServer(document, origin + path));
    if (!rest.startsWith(pages)) return undefined;
    const code = rest.slice(pages.length);
    const known = Object.hasOwn(problems, code) ? problems[code] : undefined;
    return known && (() => problemPage(code, known));
  };
  return {
    path,
    document,
    problems,
    binding: jsonBinding(path, calls, routes, host),
    admit: admissionOf(routes, host),
    reply,
    refusal: (status, headers) => problemReply(path, statusCodes.get(status) ?? "Internal", headers),
    operationAt: (method, rest) => routes.find(method, rest)?.call.served,
  };
}

/** The header Allow of a path with these methods. */
function allowedMethods(own: readonly string[]): string {
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ");
}

function callsOf(service: AnyService, json: JsonService): readonly ServedJsonCall[] {
  const calls: ServedJsonCall[] = [];
  const absent: string[] = [];
  for (const [method, served] of Object.entries(service.operations)) {
    const own = Object.hasOwn(json, method) ? json[method] : undefined;
    if (own === undefined) absent.push(method);
    else calls.push(...own.map((call) => ({ ...call, served })));
  }
  if (absent.length > 0) throw new TypeError(`The JSON of ${service.name} lacks: ${absent.join(", ")}.`);
  return calls;
}

/** Codes of refused requests by HTTP status. */
const statusCodes: ReadonlyMap<number, ProblemCode> = new Map([
  [400, "BadRequest"],
  [404, "NotFound"],
  [405, "MethodNotAllowed"],
  [408, "RequestTimeout"],
  [413, "TooLarge"],
  [415, "UnsupportedMediaType"],
  [501, "NotImplemented"],
  [503, "Unavailable"],
]);

function problemReply(path: string, code: ProblemCode, headers: readonly string[] = []): JsonReply {
  const { status } = problemTable[code];
  return { status, contentType: problemType, body: problemText(path, code), headers };
}

/** What the URL in the member `type` of a problem shows. */
function problemPage(code: string, { status, title }: ProblemForm): JsonReply {
  const contentType = "text/plain; charset=utf-8";
  return { status: 200, contentType, body: `${code} (HTTP ${status})\n\n${title}.\n`, headers: [] };
}

function jsonReply(body: string): JsonReply {
  return { status: 200, contentType: "application/json", body, headers: [] };
}

/** The document with the URL of the interface, before `paths`. */
function withServer(document: Readonly<Record<string, unknown>>, url: string): string {
  const { openapi, info, ...others } = document;
  return `${JSON.stringify({ openapi, info, servers: [{ url }], ...others }, undefined, 2)}\n`;
}
