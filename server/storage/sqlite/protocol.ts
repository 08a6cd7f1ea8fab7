import type { StoreErrorCode } from "../errors.js";
import type { AccountWrites } from "./account-writes.js";
import type { CampaignWrites } from "./campaign-writes.js";
import type { CoverageWrites } from "./coverage-writes.js";
import type { DriverName } from "./database.js";
import type { InboxWrites } from "./inbox-writes.js";
import type { IncomingWrites } from "./incoming-writes.js";
import type { LinkWrites } from "./link-writes.js";
import type { ListWrites } from "./list-writes.js";
import type { LocationWrites } from "./location-store.js";
import type { OutboxWrites } from "./outbox-writes.js";
import type { RetentionWrites } from "./retention-writes.js";
import type { TubeWrites } from "./tube-writes.js";
import type { UserNetworkWrites } from "./user-networks.js";

/** Everything the writer does, each with one input. */
export interface Writes
  extends
    AccountWrites,
    CampaignWrites,
    CoverageWrites,
    InboxWrites,
    IncomingWrites,
    LinkWrites,
    ListWrites,
    LocationWrites,
    OutboxWrites,
    RetentionWrites,
    TubeWrites,
    UserNetworkWrites {
  /** Proves that the writer can take the write lock, and that the disk takes what it writes. */
  ping(input: null): null;
}

export type WriteName = keyof Writes;
export type Inputs = { readonly [K in WriteName]: Parameters<Writes[K]>[0] };
export type Outputs = { readonly [K in WriteName]: ReturnType<Writes[K]> };

/** The same table as `Writes`, in the form in which a name selects input and output. */
export type WriteTable = { readonly [K in WriteName]: (input: Inputs[K]) => Outputs[K] };

/** One call for the writer; `id` is its place in `WriterData.places`. */
export type Request<K extends WriteName = WriteName> = {
  readonly [P in K]: { readonly id: number; readonly name: P; readonly input: Inputs[P] };
}[K];

/** Answer to one call, after its commit. */
export type Answer =
  | { readonly id: number; readonly ok: true; readonly output: Outputs[WriteName] }
  | { readonly id: number; readonly ok: false; readonly error: Failure };

export interface Failure {
  readonly code: StoreErrorCode;
  readonly detail: string;
}

/** What the writer's thread is started with. */
export interface WriterData {
  readonly path: string;
  readonly drivers: readonly DriverName[];
  /** How far each write has come, for both threads. */
  readonly places: Int32Array;
}

export type ToWriter =
  { readonly kind: "requests"; readonly requests: readonly Request[] } | { readonly kind: "close" };

export type FromWriter =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly error: Failure }
  | {
      readonly kind: "answers";
      readonly answers: readonly Answer[];
      /** What their commit took. */
      readonly milliseconds: number;
    };

/** Told after each commit of how many writes it held and what it took. */
export type OnCommit = (commit: { readonly writes: number; readonly milliseconds: number }) => void;
