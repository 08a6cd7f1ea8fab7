import type { Store } from "../ports/store.js";
import type { OnCommit } from "./script/calls.js";
import type { Erasure } from "./erasure.js";
import type { Migrated } from "./schema/steps.js";
import type { CheckResult, Compacted, DatabaseSize, DatabaseStats } from "./inspection.js";
import type { TransferSource, TransferTarget } from "./transfer/transfer.js";
import type { Restored, RestoredLinks } from "./restore.js";

export interface StoreOptions {
  readonly onCommit?: OnCommit;
  /** False: refuse an empty place. */
  readonly create?: boolean;
}

/** Result of a copy. */
export interface BackedUp {
  /** Size of the copy. */
  readonly bytes: number;
  readonly milliseconds: number;
  readonly file: string;
  /** Every change that was stored before this time is in the copy. */
  readonly until: number;
}

/** Called with the bytes that are copied and the bytes of the database. */
export type CopyProgress = (done: number, total: number) => void;

/** Functions of the database behind a URL. */
export interface Place {
  /** Ways in which others can read or change the data, one line each. */
  exposures(): readonly string[];
  /** Milliseconds since the epoch, whatever the schema is. */
  time(): Promise<number>;
  open(options: StoreOptions): Promise<Store>;
  migrate(dryRun: boolean, now: number): Promise<Migrated>;
  check(): Promise<readonly CheckResult[]>;
  size(): Promise<DatabaseSize>;
  stats(): Promise<DatabaseStats>;
  compact(): Promise<Compacted>;
  erase<T>(erasure: Erasure<T>): Promise<T>;
  backup(target: string, now: number, progress?: CopyProgress): Promise<BackedUp>;
  /** Reads the data; it cannot be changed until `use` is done. */
  read<T>(use: (source: TransferSource) => Promise<T>): Promise<T>;
  /** Fills an empty place: with all that `use` writes, or with nothing. */
  fill<T>(use: (target: TransferTarget) => Promise<T>): Promise<T>;
  /** Without a file: prepares a database whose data the tools of its server have restored. */
  restore(file: string | undefined, links: RestoredLinks, now: number): Promise<Restored>;
}
