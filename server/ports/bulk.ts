import type { Actor } from "../domain/audit.js";
import type {
  BulkCounts,
  BulkKind,
  BulkMessage,
  BulkRun,
  BulkTransaction,
  LastTransaction,
} from "../domain/desk/bulk.js";
import type { SearchPlace } from "../domain/desk/search.js";

/** A new run: its messages are counted first. */
export type NewBulkRun = Pick<BulkRun, "kind" | "search" | "filter" | "reference" | "who" | "at">;

/** Messages of a run that were looked at, up to a place. */
interface Slice {
  readonly id: number;
  /** Place of the run before: of two processes that work on one slice, the second one changes nothing. */
  readonly after: SearchPlace | undefined;
  readonly place: SearchPlace | undefined;
  /** No message is behind. */
  readonly isEnd: boolean;
  readonly at: number;
}

export interface CountedSlice extends Slice {
  /** Of all messages so far. */
  readonly figures: BulkCounts;
  readonly last: LastTransaction | undefined;
}

export interface WorkedSlice extends Slice {
  readonly messages: readonly number[];
  /** New ids, for messages that are sent again: as many as messages. */
  readonly transactions: readonly string[];
}

/** `unknown`: no such run; `state`: it is not in a state for that; `overLimit`: thousandths of a credit that the operator may still refund. */
export type BulkOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: "unknown" | "state" }
  | { readonly ok: false; readonly reason: "overLimit"; readonly left: number };

/** Who starts a run. */
export interface BulkStart {
  readonly by: Actor;
  /** Thousandths of a credit that this operator may refund in 24 hours; undefined for any number. */
  readonly limit: number | undefined;
  readonly at: number;
}

/** Actions for all messages of a search. */
export interface BulkStore {
  /** Resolves with the number of the run. */
  prepare(run: NewBulkRun): Promise<number>;
  run(id: number): Promise<BulkRun | undefined>;
  /** Newest first; behind the run `before` if given. */
  runs(limit: number, before?: number): Promise<readonly BulkRun[]>;
  /** Those that go on by themselves, oldest first. */
  open(): Promise<readonly BulkRun[]>;
  /** What decides about messages, and their transactions. */
  messages(
    kind: BulkKind,
    ids: readonly number[],
  ): Promise<{
    readonly messages: readonly BulkMessage[];
    readonly transactions: readonly BulkTransaction[];
  }>;
  /** Stores figures; false if the run is somewhere else meanwhile. */
  count(slice: CountedSlice): Promise<boolean>;
  /** Starts a run that is counted. Recorded, with the search and its figures. */
  start(id: number, start: BulkStart): Promise<BulkOutcome>;
  /** Stops a run; what it has done stays. Recorded. */
  stop(id: number, by: Actor, at: number): Promise<BulkOutcome>;
  /** Carries out the action for messages of a run, with its progress, in one commit; false if the run is somewhere else meanwhile. */
  work(slice: WorkedSlice): Promise<boolean>;
  /** Deletes runs that were not started since a time, and those that ended before another. */
  forget(unstarted: number, ended: number): Promise<void>;
}
