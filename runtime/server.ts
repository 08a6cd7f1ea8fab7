import { bindings, bindingFor } from "./bindings/index.js";
import type {
  DecodedCall,
  DecodeOptions,
  RefusedCall,
  WireRequest,
  WireResponse,
} from "./bindings/binding.js";
import { serviceIndex, type ServiceIndexOptions } from "./bindings/service-index.js";
import type { CallContext } from "./call.js";
import { ServiceFault } from "./fault.js";
import type { AnyOperation, BindingName, ServiceDescriptor } from "./operation.js";

/** How a service is served. */
export interface EndpointOptions extends DecodeOptions, ServiceIndexOptions {}

/** What a refusal needs to know about a call. */
export type CallReference = Pick<CallContext, "requestId" | "log">;

/** How a call ended. */
export interface Outcome {
  readonly response: WireResponse;
  /** Undefined when the call has a result. */
  readonly fault: ServiceFault | undefined;
}

/**
 * A service with its implementation, reached by all its bindings. No method throws or rejects for what a caller sends
 * or an operation does.
 */
export interface ServiceEndpoint {
  /** Undefined for a request that is no call by method and path. */
  decode(request: WireRequest): DecodedCall | RefusedCall | undefined;
  /** Runs the operation and encodes its result, or the fault. */
  answer(call: DecodedCall, context: CallContext): Promise<Outcome>;
  /** Encodes the fault of a request that is refused. */
  refuse(call: RefusedCall, reference: CallReference): Outcome;
}

/**
 * @throws TypeError when the implementation lacks the method of an operation
 */
export function serviceEndpoint(
  service: ServiceDescriptor,
  implementation: object,
  options: EndpointOptions = {},
): ServiceEndpoint {
  const index = serviceIndex(service, options);
  const methods = methodsOf(service, implementation);

  const decode: ServiceEndpoint["decode"] = (request) => {
    const name = bindingFor(request);
    return name === undefined ? undefined : bindings[name].decode(request, index, options);
  };
  const answer: ServiceEndpoint["answer"] = async ({ operation, binding, input }, context) => {
    try {
      const method = methods.get(operation);
      if (method === undefined) return unimplemented(operation.name);
      const output = await method.call(implementation, input, context);
      return { response: bindings[binding].encode(operation, output, index), fault: undefined };
    } catch (error) {
      return failure(binding, operationFault(error, context));
    }
  };
  const refuse: ServiceEndpoint["refuse"] = ({ binding, fault }, reference) =>
    failure(binding, fault.reason === "Internal" ? internalFault(fault.cause, reference) : fault);
  return { decode, answer, refuse };
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

function failure(binding: BindingName, fault: ServiceFault): Outcome {
  return { response: bindings[binding].encodeFault(fault), fault };
}

function operationFault(error: unknown, context: CallContext): ServiceFault {
  if (error instanceof ServiceFault) return error;
  const { signal } = context;
  if (!signal.aborted) return internalFault(error, context);
  const reason: unknown = signal.reason;
  if (reason instanceof ServiceFault) return reason;
  return new ServiceFault("Unavailable", "The call was stopped.", { cause: error });
}

/** Says nothing about the cause: that is in the log, under the same reference. */
function internalFault(cause: unknown, { requestId, log }: CallReference): ServiceFault {
  log.error({ requestId, err: cause }, "unexpected error in a call");
  const text = `Server was unable to process request. Reference: ${requestId}`;
  return new ServiceFault("Internal", text, { cause });
}
