import type { Store } from "../ports/store.js";
import type { OnCommit } from "./script/calls.js";
import type { Steps } from "./script/steps.js";
import type { Migrated } from "./schema/steps.js";
import type { CheckResult } from "./tables/checks.js";
import type { Held } from "./tables/delivery/holding.js";
import type { TransferSource, TransferTarget } from "./transfer/transfer.js";

export interface StoreOptions {
  readonly onCommit?: OnCommit;
  /** False: refuse an empty place. */
  readonly create?: boolean;
  /** A replica of a PostgreSQL database, which reads with `onReplica` may use; undefined for none. */
  readonly replica?: Replica | undefined;
}

/** A copy of a database that follows it. */
export interface Replica {
  readonly url: string;
  /** Milliseconds by which it may be behind; it is not read while it is behind by more. */
  readonly longestLag: number;
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

/** Handling of queued messages after a restore: stop everything, or continue as before. */
export type RestoredLinks = "stopped" | "kept";

/** Result of `messenger database restore`. */
export interface Restored extends Held {
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Size and version of a database, which are read at once however large it is. */
export interface DatabaseSize {
  readonly driver: "sqlite" | "postgres";
  /** Number of applied steps. */
  readonly schema: number;
  readonly bytes: number;
  /** Bytes of the file that deleted rows left for new ones; null where the database does not report them. */
  readonly free: number | null;
}

/** Facts about a database as a whole; its rows are counted. */
export interface DatabaseStats extends DatabaseSize {
  /** Milliseconds since the epoch when the oldest stored message was accepted; null without messages. */
  readonly oldest: number | null;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
}

/** Sizes of a file before and after it was compacted. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/** Functions of the database behind a URL. Each rejects with a `StoreError` where it cannot be used. */
export interface Place {
  /** Ways in which others can read or change the data, one line each. */
  exposures(): readonly string[];
  /** Names of other databases beside one that does not exist yet: it may be created by mistake. */
  beside(): readonly string[];
  /** Milliseconds since the epoch by the clock of the database, whatever the schema is: of this machine for a file. */
  time(): Promise<number>;
  open(options: StoreOptions): Promise<Store>;
  /** Creates or migrates the schema; with `dryRun` only reports what it would do. */
  migrate(dryRun: boolean, now: number): Promise<Migrated>;
  /** Checks the data, also while a server uses it. */
  check(): Promise<readonly CheckResult[]>;
  size(): Promise<DatabaseSize>;
  stats(): Promise<DatabaseStats>;
  /** Gives free space back to the file system; the database must not be in use. */
  compact(): Promise<Compacted>;
  /** Runs a script that removes data, in one transaction, also while a server uses it. */
  erase<T>(script: () => Steps<T>): Promise<T>;
  /** Copies the database, also while a server uses it, into a new file or a folder. */
  backup(target: string, now: number, progress?: CopyProgress): Promise<BackedUp>;
  /** Reads the data; it cannot be changed until `use` is done. */
  read<T>(use: (source: TransferSource) => Promise<T>): Promise<T>;
  /** Fills an empty place: with all that `use` writes, or with nothing. */
  fill<T>(use: (target: TransferTarget) => Promise<T>): Promise<T>;
  /** Restores a copy as a new database; without a file prepares one whose data the tools of its server have restored. */
  restore(file: string | undefined, links: RestoredLinks, now: number): Promise<Restored>;
}
