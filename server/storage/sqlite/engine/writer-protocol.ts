import type { StoreErrorCode } from "../../errors.js";
import type { Input, Output, WriteName } from "../../script/calls.js";
import type { SchemaUse } from "../../schema/steps.js";
import type { DriverName } from "./database.js";
import type { Packing, Packings } from "./packing.js";

/** One call for the writer; `id` is its place in `WriterData.places`. */
export type Request<W, K extends WriteName<W> = WriteName<W>> = {
  readonly [P in K]: { readonly id: number; readonly name: P; readonly input: Input<W, P> };
}[K];

/** Answer to one call, after its commit. */
export type WriteResponse<W> =
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

/** Id, name and packed input of each request, one after the other; or the order to end after them. */
export type ToWriter = readonly unknown[] | "close";

export type FromWriter =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly error: Failure }
  | {
      readonly kind: "answers";
      /** Id of each request, whether it has succeeded, and its output or `Failure`, one after the other. */
      readonly answers: readonly unknown[];
      /** Duration of their commit. */
      readonly milliseconds: number;
    };

export function packRequests<W>(requests: readonly Request<W>[], packings: Packings<W>): readonly unknown[] {
  const message: unknown[] = [];
  for (const { id, name, input } of requests) {
    const packing = packingOf(packings, name);
    message.push(id, name, packing === undefined ? input : packing.pack(input));
  }
  return message;
}

/** Requests from a copy of what `packRequests` has returned. */
export function unpackRequests<W>(message: readonly unknown[], packings: Packings<W>): readonly Request<W>[] {
  const requests: Request<W>[] = [];
  for (let index = 0; index < message.length; index += 3) {
    const [id, name, packed] = [message[index], message[index + 1] as WriteName<W>, message[index + 2]];
    const packing = packingOf(packings, name);
    requests.push({ id, name, input: packing === undefined ? packed : packing.unpack(packed) } as Request<W>);
  }
  return requests;
}

/** Each packing is that of its name; through a name of the union a type cannot follow it. */
function packingOf<W>(packings: Packings<W>, name: WriteName<W>): Packing<unknown> | undefined {
  return packings[name] as Packing<unknown> | undefined;
}

export function packResponses<W>(answers: readonly WriteResponse<W>[]): readonly unknown[] {
  const message: unknown[] = [];
  for (const answer of answers) message.push(answer.id, answer.ok, answer.ok ? answer.output : answer.error);
  return message;
}

/** Answers from a copy of what `packAnswers` has returned. */
export function unpackResponses<W>(message: readonly unknown[]): readonly WriteResponse<W>[] {
  const answers: WriteResponse<W>[] = [];
  for (let index = 0; index < message.length; index += 3) {
    const [id, ok, result] = [message[index], message[index + 1], message[index + 2]];
    answers.push((ok === true ? { id, ok, output: result } : { id, ok, error: result }) as WriteResponse<W>);
  }
  return answers;
}
