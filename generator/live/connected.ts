import type { CallOptions, ClientOptions } from "messenger-gen-runtime";
import type { OperationPlan, ServicePlan } from "../plan/data/operations.js";

/** Methods of a service. */
export type LiveClient = Readonly<Record<string, LiveCall>>;

/** A method of a service. */
export type LiveCall = (input: unknown, options?: CallOptions) => Promise<unknown>;

/** The functions of the operations of a service, by their methods, on one connection. */
export function connected(
  { connectName, operations }: Pick<ServicePlan, "connectName"> & { readonly operations: readonly Called[] },
  functions: Functions,
  options: ClientOptions,
): LiveClient {
  const connection = functions[connectName]?.(options);
  const methods = operations.map(({ method, functionName }): readonly [string, LiveCall] => [
    method,
    async (input, given) => functions[functionName]?.(connection, input, given),
  ]);
  return Object.fromEntries(methods);
}

type Called = Pick<OperationPlan, "method" | "functionName">;

/** The exports of `functions.ts`. */
export type Functions = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
