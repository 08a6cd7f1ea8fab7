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
