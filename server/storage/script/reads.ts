import type { ReadLimit } from "../../ports/reading.js";
import type { Given, Statement } from "./statement.js";

/** Reads of declared statements, outside a transaction of writes. */
export interface Reads {
  /** The first row. */
  get<Names extends string, Row>(
    statement: Statement<Names, Row>,
    ...given: Given<Names>
  ): Promise<Row | undefined>;
  all<Names extends string, Row>(
    statement: Statement<Names, Row>,
    ...given: Given<Names>
  ): Promise<readonly Row[]>;
}

/** Reads that calls do not wait for, on connections of their own. */
export interface ApartReads {
  /** Reads for a limited time from now on; afterwards they reject with `stopped`. */
  within(limit: ReadLimit): Pick<Snapshots, "brief"> & { readonly reads: Reads };
  /** Ends what is being read. */
  close(): Promise<void>;
}

/** Reads of one moment, by several statements. */
export interface Snapshots {
  /** Few rows. */
  brief<T>(read: (reads: Reads) => Promise<T>): Promise<T>;
  /** Any number of rows. */
  long<T>(read: (reads: Reads) => Promise<T>): Promise<T>;
  /** Rows that one statement reads: fewer where reading blocks the thread. */
  readonly slice: number;
  /** Lets other calls go on between two statements, where reading blocks the thread. */
  readonly pause: () => Promise<void>;
}
