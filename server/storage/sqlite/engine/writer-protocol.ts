import type { StoreErrorCode } from "../../errors.js";
import type { Input, Output, WriteName } from "../../protocol/calls.js";
import type { SchemaUse } from "../../schema.js";
import type { DriverName } from "./database.js";

/** One call for the writer; `id` is its place in `WriterData.places`. */
export type Request<W, K extends WriteName<W> = WriteName<W>> = {
  readonly [P in K]: { readonly id: number; readonly name: P; readonly input: Input<W, P> };
}[K];

/** Answer to one call, after its commit. */
export type Answer<W> =
  | { readonly id: number; readonly ok: true; readonly output: Output<W, WriteName<W>> }
  | { readonly id: number; readonly ok: false; readonly error: Failure };

export interface Failure {
  readonly code: StoreErrorCode;
  readonly detail: string;
}

/** Start data of the writer thread. */
export interface WriterData {
  readonly path: string;
  readonly drivers: readonly DriverName[];
  readonly schema: SchemaUse;
  /** State of each write, shared by both threads. */
  readonly places: Int32Array;
}

export type ToWriter<W> =
  { readonly kind: "requests"; readonly requests: readonly Request<W>[] } | { readonly kind: "close" };

export type FromWriter<W> =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly error: Failure }
  | {
      readonly kind: "answers";
      readonly answers: readonly Answer<W>[];
      /** Duration of their commit. */
      readonly milliseconds: number;
    };
