/** The JSON binding of a client. */
import { describe } from "../bindings/response-text.js";
import { withoutMessage } from "../bindings/unusable-response.js";
import type { BoundRequest, ClientBinding, JsonCalls, Result } from "../contract/client-binding.js";
import type { CalledOperation } from "../contract/message-codecs.js";
import type { HeaderValues } from "../service/header-call.js";
import { parseMediaType } from "../contract/media-type.js";
import { ClientError } from "../errors/client-error.js";
import { type FaultReason, ServiceFault } from "../errors/fault.js";
import { JsonError } from "../json/errors.js";
import { parseJson, printJson } from "../json/message.js";
import { jsonLimits } from "../json/scan.js";
import type { TransportResponse } from "../transport/transport.js";
import { isProblemCode, problemType, reasonOf } from "./problems.js";
import { writeParameters } from "./parameters.js";
import { isBodyless, messageOf, type JsonCall, type JsonService } from "./service.js";

const contentType = "application/json";
const headers = { "content-type": contentType, accept: `${contentType}, ${problemType}` };
/** A response may have any number of members; the transport limits its size. */
const limits = { ...jsonLimits, members: Infinity };

/**
 * The option `json` of a client: its calls with the binding `json`. The `url` is that of the JSON interface.
 * @param service generated: for example `messengerJson`
 */
export function jsonCalls(service: JsonService): JsonCalls {
  const calls = Object.values(service).flatMap((each) => each.filter(isOfContract));
  // Of several calls of an operation the first one counts.
  const bindings = new Map(
    calls.toReversed().map((call) => [call.operation as object, clientBinding(call)] as const),
  );
  return (operation, binding) => (binding === "json" ? bindings.get(operation) : undefined);
}

/** True for a call that has the whole input and output of its operation. */
function isOfContract({ fixed, supplied, beside, answer, status, messages: { output } }: JsonCall): boolean {
  return (
    [fixed, supplied, beside, answer].every((each) => each === undefined) &&
    (status !== 204 || output === undefined)
  );
}

function clientBinding(call: JsonCall): ClientBinding {
  const { messages, status = 200 } = call;
  return {
    request: (_, input, { undeclared }, values) => {
      if (undeclared !== undefined)
        throw new RangeError("JSON has no SOAP headers but those of the contract");
      return requestOf(call, printJson(messageOf(messages.input), input, values as HeaderValues | undefined));
    },
    result: <I, O, HI, HO, F>(operation: CalledOperation<I, O, HI, HO, F>, response: TransportResponse) => {
      const { output, headers: blocks = {} } = received(messages, status, response);
      // The operation has the types of its output and headers.
      const result = operation.headers === undefined ? { output } : { output, headers: blocks };
      return result as Result<O, HO>;
    },
  };
}

function requestOf(call: JsonCall, text: string): BoundRequest {
  const { path, method = "POST", parameters = {}, body } = call;
  if (call.parameters === undefined && body === undefined && !isBodyless(call))
    return { method, target: `/${path}`, headers, body: text };
  const document = JSON.parse(text) as Members;
  const written = writeParameters(path, parameters, documentIn(document, body));
  const { target, rest } = written;
  if (isBodyless(call))
    return { method, target, headers: { accept: headers.accept, ...written.headers }, body: undefined };
  return { method, target, headers: { ...headers, ...written.headers }, body: JSON.stringify(rest) };
}

/** The member that the document of a request is. */
function documentIn(input: Members, body: string | undefined): Members {
  if (body === undefined) return input;
  const document = Object.hasOwn(input, body) ? input[body] : undefined;
  return typeof document === "object" && document !== null ? (document as Members) : {};
}

function received(
  messages: JsonCall["messages"],
  expected: number,
  response: TransportResponse,
): Result<unknown, HeaderValues | undefined> {
  const { status, body } = response;
  const { type } = parseMediaType(response.contentType);
  if (status >= 400 && type === problemType) throw receivedProblem(messages, response);
  const isEmpty = (status === 202 || status === 204) && body.length === 0;
  const { output: message } = messages;
  if (isEmpty && (message === undefined || message.optional === true)) return { output: undefined };
  if (status !== expected || type !== contentType || message === undefined)
    throw withoutMessage(response, { describe });
  try {
    const { value: output, headers: blocks } = parseJson(messageOf(message), body, limits);
    return blocks === undefined ? { output } : { output, headers: blocks };
  } catch (cause) {
    throw wrongDocument(response, cause);
  }
}

function wrongDocument({ status }: TransportResponse, cause: unknown): ClientError {
  const text = cause instanceof Error ? cause.message : "Unreadable response";
  const path = cause instanceof JsonError ? cause.pointer : undefined;
  return new ClientError("Protocol", text, { status, path, cause });
}

type Members = Readonly<Record<string, unknown>>;

/** The error of a problem: a declared fault is of its class. */
function receivedProblem({ faults }: JsonCall["messages"], response: TransportResponse): Error {
  const problem = problemOf(response);
  if (problem === undefined) return withoutMessage(response, { describe });
  const { code, faultName, fault, detail, title, errors } = problem;
  const reason = receivedReason(code, response.status);
  if (reason === undefined) return withoutMessage(response, { describe });
  const text = [detail, title].find((each) => typeof each === "string") ?? "The service gave no reason.";
  const declared =
    typeof faultName === "string" && Object.hasOwn(faults, faultName) ? faults[faultName] : undefined;
  if (declared === undefined || fault === undefined)
    return new ServiceFault(reason, text, {
      code: typeof code === "string" ? code : undefined,
      path: pointerOf(errors),
    });
  try {
    const codec = { read: declared.read, write: declared.write };
    return new declared.error(parseJson(messageOf(codec), JSON.stringify(fault), limits).value, text, {
      reason,
    });
  } catch (cause) {
    return wrongDocument(response, cause);
  }
}

function problemOf({ body }: TransportResponse): Members | undefined {
  try {
    const given: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return typeof given === "object" && given !== null ? (given as Members) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for a refusal before the service, of which the status is the only sign. */
function receivedReason(code: unknown, status: number): FaultReason | undefined {
  if (status === 401 || status === 403 || status === 407) return undefined;
  if (isProblemCode(code)) return reasonOf(code);
  return status < 500 ? "InvalidValue" : "Internal";
}

function pointerOf(errors: unknown): string | undefined {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const pointer =
    typeof first === "object" && first !== null && "pointer" in first ? first.pointer : undefined;
  return typeof pointer === "string" ? pointer : undefined;
}
