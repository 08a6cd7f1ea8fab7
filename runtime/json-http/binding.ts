/** The JSON binding of a server: calls as `POST {path}/{operation}`. */
import { DetailFault, ServiceFault } from "../errors/fault.js";
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
import { parseJsonInSteps, writeJson } from "../json/message.js";
import { JsonStreamWriter } from "../json/stream-writer.js";
import { JsonWriter } from "../json/writer.js";
import { finished } from "../xml/steps.js";
import { shortened } from "../xsd/type.js";
import { acceptsJson } from "./accept.js";
import { ProblemFault, problemTable, problemText, problemType } from "./problems.js";
import { messageOf, type JsonCall } from "./service.js";

const contentType = "application/json";

/** An operation that the binding serves. */
export interface ServedJsonCall extends JsonCall {
  readonly served: AnyOperation;
}

/**
 * The binding of these operations.
 * @param path of the JSON interface, for the types of problems
 * @param calls by the path after it and a slash, percent-decoded
 */
export function jsonBinding(path: string, calls: ReadonlyMap<string, ServedJsonCall>): Binding {
  const byOperation = new Map([...calls.values()].map((call) => [call.served, call] as const));
  const decode: Binding["decodeInSteps"] = function* (request) {
    let operation: AnyOperation | undefined;
    try {
      const call = calls.get(decodedPath(request.path.slice(1)));
      if (call === undefined)
        throw new ServiceFault("UnknownOperation", `There is no operation ${shortened(request.path)}.`);
      operation = call.served;
      checkMedia(request);
      const { value: input, headers } = yield* parseJsonInSteps(messageOf(call.messages.input), request.body);
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
      return encodeAnswer(messagesOf(byOperation, operation), operation, { output, replaces, ...options });
    },
    encodeFault: (fault, operation) => encodeProblem(path, fault, operation && byOperation.get(operation)),
  };
}

/** The percent-decoded path; as it is where that is no text. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function messagesOf(
  calls: ReadonlyMap<AnyOperation, ServedJsonCall>,
  operation: AnyOperation,
): JsonCall["messages"] {
  const call = calls.get(operation);
  if (call === undefined) throw new RangeError(`${operation.name} is not served as JSON`);
  return call.messages;
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
  { output: message }: JsonCall["messages"],
  operation: AnyOperation,
  { output, headers, replaces }: Answer,
): WireResponse {
  if (operation.output === undefined) return { ...empty, status: 202 };
  if (message === undefined) return empty;
  const writer = new JsonStreamWriter(replaces);
  writeJson(writer, messageOf(message), output, headers);
  if (writer.waits) return { status: 200, contentType, body: [], rest: writer.stream() };
  const text = writer.toString();
  return text === "" ? empty : { status: 200, contentType, body: [text] };
}

function encodeProblem(path: string, fault: ServiceFault, call: ServedJsonCall | undefined): WireResponse {
  const { code, errors } =
    fault instanceof ProblemFault
      ? { code: fault.problem, errors: fault.errors }
      : { code: fault.reason, errors: undefined };
  const text = problemText(path, code, { detail: fault.message, errors, ...declaredParts(fault, call) });
  return { status: problemTable[code].status, contentType: problemType, body: [text] };
}

/** Name and detail of a fault that the operation declares. */
function declaredParts(
  fault: ServiceFault,
  call: ServedJsonCall | undefined,
): { readonly faultName?: string; readonly fault?: string } {
  if (!(fault instanceof DetailFault) || call === undefined) return {};
  const found = Object.entries(call.messages.faults).find(([, { error }]) => fault instanceof error);
  if (found === undefined) return {};
  const [faultName, { write }] = found;
  const writer = new JsonWriter(true);
  write(writer, fault.detail as never);
  return { faultName, fault: writer.toString() };
}
