/** What is decided about a request before its body is read. */
import type { RefusedCall } from "../bindings/binding.js";
import { ServiceFault } from "../errors/fault.js";
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
      const fault =
        error instanceof ServiceFault
          ? error
          : new ServiceFault("Internal", "The request cannot be checked.", { cause: error });
      return { binding: "json", operation: call.served, fault };
    }
  };
  return ({ method, rest }, request) => {
    if (admit === undefined) return undefined;
    const call = routes.find(method, rest)?.call;
    if (call === undefined || isBodyless(call)) return undefined;
    return (call.supplied ?? call.beside) === undefined ? undefined : ask(call, request, admit);
  };
}
