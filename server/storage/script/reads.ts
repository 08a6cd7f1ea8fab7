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
