/** Where the purge of transactions stands: it goes on with the transaction after this one. 0 to begin. */
export type PurgePlace = number;

/** Forgetting what is over. Each call is one short commit, of at most `limit` rows; the ledger is never touched. */
export interface RetentionStore {
  /**
   * Deletes transactions that were due before a time and of which every recipient has a final state, with campaigns that
   * are settled. One that is deleted bit by bit is unknown from the first bit on. Returns where to go on; undefined when
   * nothing older is left.
   */
  purgeTransactions(after: PurgePlace, before: number, limit: number): Promise<PurgePlace | undefined>;
  /** Deletes messages of inboxes, read or not, that came before a time; false when none is left. */
  purgeInbox(before: number, limit: number): Promise<boolean>;
  /** Deletes client transactions that are forgotten at a time; false when none is left. */
  purgeClientTransactions(now: number, limit: number): Promise<boolean>;
}
