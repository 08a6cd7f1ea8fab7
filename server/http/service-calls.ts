import { bindings } from "../../runtime/bindings/index.js";
import type { DecodedCall, WireResponse } from "../../runtime/bindings/binding.js";
import type { ServiceIndex } from "../../runtime/bindings/service-index.js";
import type { CallContext } from "../../runtime/call.js";
import { ServiceFault } from "../../runtime/fault.js";
import type { AnyOperation, ServiceDescriptor } from "../../runtime/operation.js";

/** What implements one operation. */
export type Method = (input: unknown, call: CallContext) => unknown;

/** By operation. */
export type Methods = ReadonlyMap<AnyOperation, Method>;

/** Answers a decoded call. Never rejects: whatever goes wrong becomes a fault in the binding of the call. */
export type AnswerCall = (decoded: DecodedCall, call: CallContext) => Promise<WireResponse>;

/**
 * Finds the method of every operation of a service.
 *
 * @throws Error naming the methods the implementation lacks
 */
export function methodsOf(service: ServiceDescriptor, implementation: object): Methods {
  const methods = new Map<AnyOperation, Method>();
  const absent: string[] = [];
  for (const operation of service.operations) {
    const found: unknown = Reflect.get(implementation, operation.method);
    if (isMethod(found)) methods.set(operation, found.bind(implementation));
    else absent.push(operation.method);
  }
  if (absent.length > 0)
    throw new Error(`The implementation of ${service.name} lacks: ${absent.join(", ")}.`);
  return methods;
}

/** The answer of the service itself, whichever way the call came. */
export function answerWith(methods: Methods, service: ServiceIndex): AnswerCall {
  return async ({ binding, operation, input }, call) => {
    try {
      const method = methods.get(operation);
      if (method === undefined)
        throw new RangeError(`${operation.name} is no operation of ${service.service.name}`);
      const output = await method(input, call);
      return bindings[binding].encode(operation, output, service);
    } catch (error) {
      return bindings[binding].encodeFault(faultOf(error, call));
    }
  };
}

/** The fault that is sent for an error: anything unexpected is logged, and the caller is told only where to ask. */
export function faultOf(
  error: unknown,
  call: Pick<CallContext, "requestId" | "log" | "operation">,
): ServiceFault {
  const { requestId, log, operation } = call;
  if (error instanceof ServiceFault && error.reason !== "Internal") {
    if (error.cause !== undefined)
      log.warn({ operation, reason: error.reason, err: error.cause }, "call refused");
    return error;
  }
  log.error({ operation, err: error }, "unexpected error");
  return new ServiceFault("Internal", `Server was unable to process request. Reference: ${requestId}.`);
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}
