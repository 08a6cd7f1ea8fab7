/** What is decided about a request before its body is read. */
import type { RefusedCall } from "../bindings/binding.js";
import { faultReport, ServiceFault } from "../errors/fault.js";
import type { Routes } from "./routes.js";
import { type ArrivingRequest, isBodyless, type JsonHost, type ServedJsonCall } from "./service.js";

/** A request as far as its path decides. */
export interface ArrivedAt {
  readonly method: string;
  /** After the path of the interface and its slash, percent-encoded. */
  readonly rest: string;
}

/** Asks a host about a request; undefined where there is nothing to ask. Never rejects. */
export type Admission = (
  at: ArrivedAt,
  request: ArrivingRequest,
) => Promise<RefusedCall | undefined> | undefined;

/** What is sent for an error of `admit`: as for one of an operation. */
function refusalBy(error: unknown): ServiceFault {
  if (error instanceof ServiceFault) return error;
  const { reason, text } = faultReport(error) ?? {
    reason: "Internal",
    text: "The request cannot be checked.",
  };
  return new ServiceFault(reason, text, { cause: error });
}

/** Asks `admit` of the host about each call that has a body and leaves something to the host. */
export function admissionOf(routes: Routes<ServedJsonCall>, { admit }: JsonHost = {}): Admission {
  const ask = async (
    call: ServedJsonCall,
    request: ArrivingRequest,
    ofHost: NonNullable<JsonHost["admit"]>,
  ): Promise<RefusedCall | undefined> => {
    try {
      await ofHost(call, request);
      return undefined;
    } catch (error) {
      return { binding: "json", operation: call.served, fault: refusalBy(error) };
    }
  };
  return ({ method, rest }, request) => {
    if (admit === undefined) return undefined;
    const call = routes.find(method, rest)?.call;
    if (call === undefined || isBodyless(call)) return undefined;
    return (call.supplied ?? call.beside) === undefined ? undefined : ask(call, request, admit);
  };
}
