import { bindings, bindingFor } from "./bindings/index.js";
import {
  isRefused,
  type DecodedCall,
  type DecodeOptions,
  type RefusedCall,
  type WireRequest,
  type WireResponse,
} from "./bindings/binding.js";
import { indexService, type ServiceIndexOptions } from "./bindings/service-index.js";
import type { CallContext } from "./call.js";
import { ServiceFault } from "./fault.js";
import type { AnyOperation, BindingName, ServiceDescriptor } from "./operation.js";

/** How a service is served. */
export interface EndpointOptions extends DecodeOptions, ServiceIndexOptions {}

/** What the host knows about a call, besides the message. */
export type CallInfo = Omit<CallContext, "operation" | "binding">;

/** How a call ended. */
export interface Outcome {
  readonly response: WireResponse;
  /** Undefined when the call has a result. */
  readonly fault: ServiceFault | undefined;
}

/**
 * A service with its implementation, reached by all its bindings. A host that has nothing to do between the steps
 * calls `respond`; none of the methods throws or rejects for what a caller sends or an operation does.
 */
export interface ServiceEndpoint {
  /** Undefined for a request that is no call by method and path. */
  decode(request: WireRequest): DecodedCall | RefusedCall | undefined;
  /** Runs the operation and encodes its result, or the fault. */
  answer(call: DecodedCall, info: CallInfo): Promise<Outcome>;
  refuse(call: RefusedCall, info: CallInfo): Outcome;
  /** Decodes, answers or refuses; undefined for a request that is no call. */
  respond(request: WireRequest, info: CallInfo): Promise<Outcome | undefined>;
}

/**
 * @throws TypeError when the implementation lacks the method of an operation
 */
export function serviceEndpoint(
  service: ServiceDescriptor,
  implementation: object,
  options: EndpointOptions = {},
): ServiceEndpoint {
  const index = indexService(service, options);
  const methods = methodsOf(service, implementation);

  const decode: ServiceEndpoint["decode"] = (request) => {
    const name = bindingFor(request);
    return name === undefined ? undefined : bindings[name].decode(request, index, options);
  };
  const answer: ServiceEndpoint["answer"] = async ({ operation, binding, input }, info) => {
    try {
      const method = methods.get(operation);
      if (method === undefined) return unimplemented(operation.name);
      const output = await method.call(implementation, input, callContext(operation.name, binding, info));
      return { response: bindings[binding].encode(operation, output, index), fault: undefined };
    } catch (error) {
      return failure(binding, operationFault(error, operation.name, info));
    }
  };
  const refuse: ServiceEndpoint["refuse"] = ({ binding, operation, fault }, info) => {
    const { cause } = fault;
    return failure(
      binding,
      fault.reason === "Internal" ? internalFault(cause, operation?.name, info) : fault,
    );
  };
  const respond: ServiceEndpoint["respond"] = async (request, info) => {
    const call = decode(request);
    if (call === undefined) return undefined;
    return isRefused(call) ? refuse(call, info) : answer(call, info);
  };
  return { decode, answer, refuse, respond };
}

/** The body of a method that a service does not offer. */
export function unimplemented(operation: string): never {
  throw new ServiceFault("NotImplemented", `${operation} is not implemented.`);
}

type Method = (input: unknown, call: CallContext) => unknown;

function methodsOf(service: ServiceDescriptor, implementation: object): ReadonlyMap<AnyOperation, Method> {
  return new Map(
    service.operations.map((operation) => {
      const method: unknown = Reflect.get(implementation, operation.method);
      if (!isMethod(method)) {
        throw new TypeError(`The implementation of ${service.name} has no method ${operation.method}`);
      }
      return [operation, method];
    }),
  );
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

function callContext(operation: string, binding: BindingName, info: CallInfo): CallContext {
  const { signal, deadline, requestId, remoteAddress, log } = info;
  return { signal, deadline, requestId, operation, binding, remoteAddress, log };
}

function failure(binding: BindingName, fault: ServiceFault): Outcome {
  return { response: bindings[binding].encodeFault(fault), fault };
}

function operationFault(error: unknown, operation: string, info: CallInfo): ServiceFault {
  if (error instanceof ServiceFault) return error;
  if (!info.signal.aborted) return internalFault(error, operation, info);
  const late = info.deadline !== undefined && Date.now() >= info.deadline;
  if (late) return new ServiceFault("DeadlineExceeded", "The call took too long.", { cause: error });
  return new ServiceFault("Unavailable", "The call was stopped.", { cause: error });
}

/** Says nothing about the cause: that is in the log, under the same reference. */
function internalFault(cause: unknown, operation: string | undefined, info: CallInfo): ServiceFault {
  const { requestId, log } = info;
  log.error({ requestId, operation, err: cause }, "unexpected error in a call");
  const text = `Server was unable to process request. Reference: ${requestId}`;
  return new ServiceFault("Internal", text, { cause });
}
