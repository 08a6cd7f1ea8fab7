import type { Caller } from "./client.js";

/** The property of a generated client that holds its caller. */
export const callerOf: unique symbol = /* @__PURE__ */ Symbol("caller");

/** Base of generated clients with responses that can be read item by item: `itemsOf` finds the caller in it. */
export abstract class Calling<S> {
  readonly [callerOf]: Caller<S>;

  constructor(caller: Caller<S>) {
    this[callerOf] = caller;
  }
}
