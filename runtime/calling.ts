import type { Caller } from "./client.js";

/** The property of a generated client that holds its caller. */
export const callerOf: unique symbol = /* @__PURE__ */ Symbol("caller");

/** A generated client, as functions of the runtime use it. */
export interface Calling<S> {
  readonly [callerOf]: Caller<S>;
}
