import { begun } from "../bindings/begun-response.js";
import type { Binding, DecodedCall, WireResponse } from "../bindings/binding.js";
import { bindingsWith, type FindBinding } from "../bindings/index.js";
import type { ServiceIndex } from "../bindings/service-index.js";
import type { CallContext } from "../service/call.js";
import { checkGuarded } from "../service/header-guard.js";
import { faultReport, ServiceFault } from "../errors/fault.js";
import { HeaderCall } from "../service/header-call.js";
import type { ServiceDescriptor } from "../service/service.js";
import type { AnyOperation } from "../contract/operation.js";

/** Implementation of one operation. */
export type Method = (input: unknown, call: CallContext) => unknown;

/** By operation. */
export type Methods = ReadonlyMap<AnyOperation, Method>;

/** Runs a decoded call. Never rejects: every error becomes a fault in the binding of the call. */
export type CallHandler = (decoded: DecodedCall, call: CallContext) => Promise<WireResponse>;

/**
 * Finds the method of every operation of a service.
 *
 * @throws TypeError naming the methods the implementation lacks
 */
export function methodsOf<Implementation>(
  service: ServiceDescriptor<Implementation>,
  implementation: NoInfer<Implementation>,
): Methods {
  const methods = new Map<AnyOperation, Method>();
  const absent: string[] = [];
  for (const name in service.operations) {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the keys of a generic type are of no enum
    const operation: AnyOperation = service.operations[name];
    const found: unknown = implementation[name];
    if (isMethod(found)) methods.set(operation, found.bind(implementation));
    else absent.push(name);
  }
  if (absent.length > 0) {
    throw new TypeError(`The implementation of ${service.name} lacks: ${absent.join(", ")}.`);
  }
  return methods;
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

/** Serves calls with these methods: runs the operation and encodes its result, or the fault. */
export function callHandler(
  methods: Methods,
  service: ServiceIndex,
  find: FindBinding = bindingsWith(),
): CallHandler {
  return async (
    { binding: name, operation, input, headers = {}, blocks = [], takesMtom, encode: own },
    call,
  ) => {
    const binding = find(name);
    const encode = own ?? ((output, options) => binding.encode(operation, output, service, options));
    try {
      const method = methods.get(operation);
      if (method === undefined) return unimplemented(operation.name);
      if (service.guard !== undefined) await checkGuarded(service.guard, blocks, call);
      if (operation.headers !== undefined) {
        const passed = new HeaderCall(call, headers);
        const output = await method(input, passed);
        return await begun(await encode(output, { headers: passed.answered, takesMtom }));
      }
      const output = await method(input, call);
      const encoded = encode(output, { takesMtom });
      const response = encoded instanceof Promise ? await encoded : encoded;
      return response.rest === undefined ? response : await begun(response);
    } catch (error) {
      return encodeRefusal(binding, operation, error, call, service);
    }
  };
}

function encodeRefusal(
  binding: Binding,
  operation: AnyOperation,
  error: unknown,
  call: CallContext,
  service: ServiceIndex,
): WireResponse {
  const fault = faultOf(error, call);
  try {
    return binding.encodeFault(fault, operation, service);
  } catch (cause) {
    return binding.encodeFault(faultOf(cause, call));
  }
}

/** The body of a method that a service does not offer. */
export function unimplemented(operation: string): never {
  throw new ServiceFault("NotImplemented", `${operation} is not implemented.`);
}

/**
 * The fault that is sent for an error of an operation. Errors other than refusals are logged; the caller receives the
 * fault that the error defines, or only the reference of the log line.
 */
export function faultOf(
  error: unknown,
  call: Pick<CallContext, "requestId" | "log" | "operation">,
): ServiceFault {
  const { requestId, log, operation } = call;
  if (error instanceof ServiceFault && error.reason !== "Internal") {
    const { reason, cause } = error;
    if (cause !== undefined) log.warn({ requestId, operation, reason, err: cause }, "call refused");
    return error;
  }
  const report = faultReport(error);
  if (report !== undefined) {
    log.error({ requestId, operation, reason: report.reason, err: error }, "call failed");
    return new ServiceFault(report.reason, report.text, { cause: error });
  }
  log.error({ requestId, operation, err: error }, "unexpected error");
  return new ServiceFault("Internal", `Server was unable to process request. Reference: ${requestId}.`);
}
