import type { LedgerPlace } from "../../domain/credit/carrying.js";
import type { PurgePlace, RetentionStore } from "../../ports/outbox.js";
import type { Caller } from "../script/calls.js";

/** Deletions of expired data. */
export interface RetentionWrites {
  purgeTransactions(input: {
    readonly after: PurgePlace;
    readonly before: number;
    readonly limit: number;
  }): PurgePlace | null;
  eraseTexts(input: {
    readonly after: PurgePlace;
    readonly before: number;
    readonly limit: number;
  }): PurgePlace | null;
  purgeAudit(input: { readonly before: number; readonly limit: number }): boolean;
  /** Callbacks that were given up, and the record of accepted ones. */
  purgeCallbacks(input: { readonly before: number; readonly limit: number }): boolean;
  /** Carries their sums forward. */
  purgeLedger(input: {
    readonly place: LedgerPlace;
    readonly before: number;
    readonly limit: number;
  }): LedgerPlace | null;
  purgeInbox(input: { readonly before: number; readonly limit: number }): boolean;
  purgeClientTransactions(input: { readonly now: number; readonly limit: number }): boolean;
}

/** The port, by the calls of a writer. */
export function retentionCalls(
  writer: Caller<RetentionWrites>,
): Omit<RetentionStore, "prepare" | "dropDays"> {
  return {
    purgeTransactions: async (after, before, limit) =>
      (await writer.call("purgeTransactions", { after, before, limit })) ?? undefined,
    eraseTexts: async (after, before, limit) =>
      (await writer.call("eraseTexts", { after, before, limit })) ?? undefined,
    purgeAudit: (before, limit) => writer.call("purgeAudit", { before, limit }),
    purgeCallbacks: (before, limit) => writer.call("purgeCallbacks", { before, limit }),
    purgeLedger: async (place, before, limit) =>
      (await writer.call("purgeLedger", { place, before, limit })) ?? undefined,
    purgeInbox: (before, limit) => writer.call("purgeInbox", { before, limit }),
    purgeClientTransactions: (now, limit) => writer.call("purgeClientTransactions", { now, limit }),
  };
}
