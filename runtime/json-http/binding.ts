/** The JSON binding of a server. */
import { ServiceFault } from "../errors/fault.js";
import { header, type Binding, type DecodedCall, type WireRequest } from "../bindings/binding.js";
import type { ServiceIndex } from "../bindings/service-index.js";
import type { AnyOperation } from "../contract/operation.js";
import { parseMediaType } from "../contract/media-type.js";
import { JsonError } from "../json/errors.js";
import { parseJsonInSteps, type JsonContent } from "../json/message.js";
import type { HeaderValues } from "../service/header-call.js";
import { finished, type Steps } from "../xml/steps.js";
import { shortened } from "../xsd/type.js";
import { acceptsJson } from "./accept.js";
import { readPage, type WantedPage } from "./pages.js";
import { readParameters } from "./parameters.js";
import { ProblemFault } from "./problems.js";
import { completedBy, mayBeAbsent, placedInDocument } from "./request-document.js";
import {
  contentType,
  encodeOwnResponse,
  encodeOutput,
  encodeProblem,
  isPlain,
  type Asked,
} from "./responses.js";
import type { Route, Routes } from "./routes.js";
import {
  isBodyless,
  messageOf,
  type JsonCall,
  type JsonHost,
  type JsonParameters,
  type ServedJsonCall,
} from "./service.js";

/**
 * The binding of these calls.
 * @param path of the JSON interface, for the types of problems
 * @param calls that `routes` finds
 */
export function jsonBinding(
  path: string,
  calls: readonly ServedJsonCall[],
  routes: Routes<ServedJsonCall>,
  host: JsonHost = {},
): Binding {
  const byOperation = new Map(calls.toReversed().map((call) => [call.served, call] as const));
  const decode: Binding["decodeInSteps"] = function* (request, service) {
    let operation: AnyOperation | undefined;
    try {
      const route = routes.find(request.method, request.path.slice(1));
      if (route === undefined)
        throw new ServiceFault("UnknownOperation", `There is no operation ${shortened(request.path)}.`);
      const { call } = route;
      operation = call.served;
      const { value: input, headers, page } = yield* inputInSteps(request, route, host);
      const encode = encoderOf({ call, request, path, page }, host, service);
      return { binding: "json", operation, input, headers, encode };
    } catch (error) {
      return { binding: "json", operation, fault: refusal(error) };
    }
  };
  return {
    decode: (...request) => finished(decode(...request)),
    decodeInSteps: decode,
    encode: (operation, output, service, options) => {
      const call = byOperation.get(operation);
      if (call === undefined) throw new RangeError(`${operation.name} is not served as JSON`);
      const { partial } = host;
      return encodeOutput(call, { output, replaces: replaces(service), headers: options?.headers, partial });
    },
    encodeFault: (fault, operation) =>
      encodeProblem(path, fault, operation && byOperation.get(operation), host.partial),
  };
}

function replaces({ forbiddenCharacters }: ServiceIndex): boolean {
  return forbiddenCharacters !== "refuse";
}

/** Encodes the response of one call. */
function encoderOf(
  asked: Asked,
  { respond, partial }: JsonHost,
  service: ServiceIndex,
): NonNullable<DecodedCall["encode"]> {
  const { call, request, path } = asked;
  return (output, { headers }) => {
    const answer = { output, replaces: replaces(service), headers, partial };
    if (respond === undefined && isPlain(call)) return encodeOutput(call, answer);
    return encodeOwnResponse(asked, answer, respond?.(call, output, { path, request }));
  };
}

interface Input extends JsonContent<unknown, HeaderValues> {
  readonly page: WantedPage | undefined;
}

function* inputInSteps(
  request: WireRequest,
  { call, inPath }: Route<ServedJsonCall>,
  { supply }: JsonHost,
): Steps<Input> {
  const { supplied = [], beside = [], parameters = noParameters } = call;
  const isEmpty = request.body.length === 0;
  const own = supplied.length + beside.length === 0 ? {} : (supply?.(call, request) ?? {});
  if (isBodyless(call) && !isEmpty)
    throw new ProblemFault("BadRequest", undefined, `A request with ${request.method} has no body.`);
  // What is elsewhere may be all that the document has.
  const isAbsent = isEmpty && (isBodyless(call) || mayBeAbsent(call));
  if (!isAbsent) checkMedia(request);
  checkAccept(request);
  const query = request.query === "" ? noQuery : new URLSearchParams(request.query);
  const page = isPaged(call) ? readPage(query) : undefined;
  const given =
    parameters === noParameters && query === noQuery && inPath.size === 0
      ? {}
      : readParameters(parameters, { inPath, inQuery: query, inHeader: (name) => header(request, name) });
  const others = { parameters: given, supplied: own.members ?? {} };
  const complete = mayBeAbsent(call) ? completedBy(call, others) : undefined;
  const body = isAbsent ? "{}" : request.body;
  try {
    const { value, headers } = yield* parseJsonInSteps(messageOf(call.messages.input), body, { complete });
    return {
      value: own.beside === undefined ? value : { ...(value as object), ...own.beside },
      headers,
      page,
    };
  } catch (error) {
    throw error instanceof JsonError ? placedInDocument(error, call) : error;
  }
}

const noParameters: JsonParameters = {};
const noQuery = new URLSearchParams();

function isPaged({ answer }: JsonCall): boolean {
  return answer?.kind === "page" || (answer?.kind === "own" && answer.page === true);
}

function checkMedia(request: WireRequest): void {
  const given = header(request, "content-type");
  const { type, charset = "utf-8" } = parseMediaType(given);
  if (type !== contentType)
    throw new ServiceFault(
      "UnsupportedMediaType",
      `The body must be ${contentType}, not ${given === undefined ? "without a media type" : shortened(given)}.`,
    );
  if (charset !== "utf-8" && charset !== "us-ascii")
    throw new ServiceFault("UnsupportedCharset", `JSON is in UTF-8, not in ${shortened(charset)}.`);
}

function checkAccept(request: WireRequest): void {
  const accept = header(request, "accept");
  if (!acceptsJson(accept)) {
    const text = `The response is ${contentType}, which Accept does not allow: ${shortened(accept ?? "")}.`;
    throw new ProblemFault("NotAcceptable", undefined, text);
  }
}

function refusal(error: unknown): ServiceFault {
  if (error instanceof ServiceFault) return error;
  if (error instanceof JsonError) return new ProblemFault(error.code, error, error.message);
  return new ServiceFault("Internal", "The request cannot be read.", { cause: error });
}
