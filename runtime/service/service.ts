import type { MultipartFormat } from "../contract/multipart.js";
import type { HeaderContext } from "./call.js";
import type { NoHeaders, ServiceContract } from "../contract/message-codecs.js";
import type { AnyOperation, ServedOperation } from "../contract/operation.js";

/** The operation that a method implements. */
export type OperationOf<Method> = Method extends (input: infer I, call: infer Call) => Promise<infer O>
  ? Call extends HeaderContext<infer HI, infer HO>
    ? // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the type of the method does not depend on the service and its faults
      ServedOperation<any, I, O, never, HI, HO, any>
    : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
      ServedOperation<any, I, O, never, NoHeaders, NoHeaders, any>
  : AnyOperation;

/** A service whose implementation is not known here. */
export interface AnyService extends ServiceContract {
  readonly documentation: string;
  /** Present when something in a message may be a MIME part of its own. */
  readonly multipart?: MultipartFormat;
  readonly operations: Readonly<Record<string, AnyOperation>>;
}

/** A service for the host. Generated as a constant named after the WSDL service. */
export interface ServiceDescriptor<Implementation> extends ServiceContract {
  readonly documentation: string;
  /** Present when something in a message may be a MIME part of its own. */
  readonly multipart?: MultipartFormat;
  /** By the method that implements each. */
  readonly operations: { readonly [Method in keyof Implementation]: OperationOf<Implementation[Method]> };
}
