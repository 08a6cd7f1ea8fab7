import type { WriteLimit } from "../../ports/service.js";

/** A table of writes by name, each with one input. */
export type WriteName<W> = keyof W & string;
export type Input<W, K extends keyof W> = W[K] extends (input: infer I) => unknown ? I : never;
export type Output<W, K extends keyof W> = W[K] extends (input: never) => infer O ? O : never;

/** Carries out the writes of a table, many in one commit. */
export interface Caller<W> {
  /** Resolves after the commit. `limit` is that of the caller of an operation; a write without one is the service's own. */
  call<K extends WriteName<W>>(name: K, input: Input<W, K>, limit?: WriteLimit): Promise<Output<W, K>>;
}

/** Calls a writer, and says after each write that something may have changed. */
export function notifying<W>(writer: Caller<W>, changed: () => void): Caller<W> {
  return {
    call: async (name, input, limit) => {
      try {
        return await writer.call(name, input, limit);
      } finally {
        changed();
      }
    },
  };
}

/** Maximum writes that wait or run, and how many of them may belong to callers; the rest is reserved for the service. */
export const writeLimits = { all: 8_192, ofCallers: 6_144 };

/** Called after each commit with its number of writes and its duration. */
export type OnCommit = (commit: { readonly writes: number; readonly milliseconds: number }) => void;
