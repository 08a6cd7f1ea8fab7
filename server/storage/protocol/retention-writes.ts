import type { PurgePlace, RetentionStore } from "../../ports/messages.js";
import type { Caller } from "../script/calls.js";

/** Deletions of expired messages, which each driver makes in its own way. */
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
}

/** Methods of the port, by the calls of a writer. */
export function retentionCalls(
  writer: Caller<RetentionWrites>,
): Pick<RetentionStore, "purgeTransactions" | "eraseTexts"> {
  return {
    purgeTransactions: async (after, before, limit) =>
      (await writer.call("purgeTransactions", { after, before, limit })) ?? undefined,
    eraseTexts: async (after, before, limit) =>
      (await writer.call("eraseTexts", { after, before, limit })) ?? undefined,
  };
}
