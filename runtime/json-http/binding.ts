/** The JSON binding of a server. */
import { DetailFault, ServiceFault, UndeclaredFault } from "../errors/fault.js";
import {
  header,
  type Binding,
  type EncodeOptions,
  type WireRequest,
  type WireResponse,
} from "../bindings/binding.js";
import type { AnyOperation } from "../contract/operation.js";
import { parseMediaType } from "../contract/media-type.js";
import { JsonError } from "../json/errors.js";
import { parseJsonInSteps, writeJson, type JsonContent } from "../json/message.js";
import { writeXmlContent } from "../json/open-content.js";
import { JsonStreamWriter } from "../json/stream-writer.js";
import { JsonWriter } from "../json/writer.js";
import type { HeaderValues } from "../service/header-call.js";
import { finished, type Steps } from "../xml/steps.js";
import { shortened } from "../xsd/type.js";
import { acceptsJson } from "./accept.js";
import { readParameters } from "./parameters.js";
import { ProblemFault, problemTable, problemText, problemType } from "./problems.js";
import type { Route, Routes } from "./routes.js";
import { isBodyless, messageOf, type JsonCall } from "./service.js";

const contentType = "application/json";

/** An operation that the binding serves. */
export interface ServedJsonCall extends JsonCall {
  readonly served: AnyOperation;
}

/**
 * The binding of these operations.
 * @param path of the JSON interface, for the types of problems
 * @param calls that `routes` finds
 */
export function jsonBinding(
  path: string,
  calls: readonly ServedJsonCall[],
  routes: Routes<ServedJsonCall>,
): Binding {
  const byOperation = new Map(calls.map((call) => [call.served, call] as const));
  const decode: Binding["decodeInSteps"] = function* (request) {
    let operation: AnyOperation | undefined;
    try {
      const route = routes.find(request.method, request.path.slice(1));
      if (route === undefined)
        throw new ServiceFault("UnknownOperation", `There is no operation ${shortened(request.path)}.`);
      operation = route.call.served;
      const { value: input, headers } = yield* inputInSteps(request, route);
      return { binding: "json", operation, input, headers };
    } catch (error) {
      return { binding: "json", operation, fault: refusal(error) };
    }
  };
  return {
    decode: (...request) => finished(decode(...request)),
    decodeInSteps: decode,
    encode: (operation, output, service, options) => {
      const replaces = service.forbiddenCharacters !== "refuse";
      return encodeAnswer(callOf(byOperation, operation), { output, replaces, ...options });
    },
    encodeFault: (fault, operation) => encodeProblem(path, fault, operation && byOperation.get(operation)),
  };
}

function callOf(calls: ReadonlyMap<AnyOperation, ServedJsonCall>, operation: AnyOperation): ServedJsonCall {
  const call = calls.get(operation);
  if (call === undefined) throw new RangeError(`${operation.name} is not served as JSON`);
  return call;
}

function* inputInSteps(
  request: WireRequest,
  { call, inPath }: Route<ServedJsonCall>,
): Steps<JsonContent<unknown, HeaderValues>> {
  const { parameters } = call;
  const isEmpty = request.body.length === 0;
  if (isBodyless(call) && !isEmpty)
    throw new ProblemFault("BadRequest", undefined, `A request with ${request.method} has no body.`);
  const message = messageOf(call.messages.input);
  // With parameters, the document may have no members of its own.
  const isAbsent = isEmpty && (isBodyless(call) || parameters !== undefined);
  if (!isAbsent) checkMedia(request);
  checkAccept(request);
  const added = parameters && readParameters(parameters, inPath, request.query);
  return yield* parseJsonInSteps(message, isAbsent ? "{}" : request.body, { added });
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

const empty: WireResponse = { status: 204, contentType: "", body: [] };

interface Answer extends EncodeOptions {
  readonly output: unknown;
  readonly replaces: boolean;
}

function encodeAnswer(
  { messages: { output: message }, served, status = 200 }: ServedJsonCall,
  { output, headers, replaces }: Answer,
): WireResponse {
  if (served.output === undefined) return { ...empty, status: 202 };
  if (message === undefined) return empty;
  const writer = new JsonStreamWriter(replaces);
  writeJson(writer, messageOf(message), output, headers);
  if (writer.waits) return { status, contentType, body: [], rest: writer.stream() };
  const text = writer.toString();
  return text === "" ? empty : { status, contentType, body: [text] };
}

function encodeProblem(path: string, fault: ServiceFault, call: ServedJsonCall | undefined): WireResponse {
  const { code, errors } =
    fault instanceof ProblemFault
      ? { code: fault.problem, errors: fault.errors }
      : { code: fault.reason, errors: undefined };
  const text = problemText(path, code, { detail: fault.message, errors, ...declaredParts(fault, call) });
  return { status: problemTable[code].status, contentType: problemType, body: [text] };
}

/** Name and detail of a fault that the operation declares; of another, its detail as XML. */
function declaredParts(
  given: ServiceFault,
  call: ServedJsonCall | undefined,
): { readonly faultName?: string; readonly fault?: string } {
  const fault = given instanceof ProblemFault ? given.cause : given;
  if (fault instanceof UndeclaredFault) {
    const writer = new JsonWriter(true);
    writeXmlContent(writer, fault.detail);
    return { fault: writer.toString() };
  }
  if (!(fault instanceof DetailFault) || call === undefined) return {};
  const found = Object.entries(call.messages.faults).find(([, { error }]) => fault instanceof error);
  if (found === undefined) return {};
  const [faultName, { write }] = found;
  const writer = new JsonWriter(true);
  write(writer, fault.detail as never);
  return { faultName, fault: writer.toString() };
}
