import type { NewAuditEntry } from "../domain/audit.js";

export type ErasureValue = string | number | null;

/** Runs statements with parameters `$1`, `$2` inside one transaction; both databases accept the same statements. */
export interface ErasureSession {
  all<Row>(sql: string, ...values: readonly ErasureValue[]): Promise<readonly Row[]>;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly ErasureValue[]): Promise<number>;
}

/** Text in which the databases differ. */
export interface ErasureTexts {
  /** Inserts an entry of the audit log with its id. */
  readonly insertAudit: string;
  /** Condition for the recipients with the number `$1`, in the form of the index. */
  readonly ofNumber: string;
}

/** Removal of data that an operator asks for. */
export interface Erasure<T> {
  readonly erase: (session: ErasureSession, texts: ErasureTexts) => Promise<T>;
  /** Entry of the audit log, written in the same transaction. */
  readonly entry: (erased: T) => NewAuditEntry;
}
