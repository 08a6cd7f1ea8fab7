import type { BulkStore } from "../../../ports/bulk.js";
import type { Caller } from "../../script/calls.js";
import type { Reads } from "../../script/reads.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { bulk } from "./bulk.js";
import { charged } from "../desk/refunds.js";
import { bulkRun, latestRuns, messagesOf, openRuns } from "./bulk-rows.js";

/** Actions for all messages of a search. */
export function bulkStore(reads: Reads, writer: Caller<WritesOf<typeof bulk>>): BulkStore {
  return {
    ...calls(writer, bulk),
    run: (id) => reads.get(bulkRun, { id }),
    runs: (limit, before = Number.MAX_SAFE_INTEGER) => reads.all(latestRuns, { limit, before }),
    open: () => reads.all(openRuns),
    messages: async (kind, ids) => {
      const messages = await reads.all(messagesOf, { ids, copies: kind === "resend" ? 1 : 0 });
      // A message that is sent again has no charge.
      const txns = kind === "resend" ? [] : [...new Set(messages.map(({ txn }) => txn))];
      return { messages, transactions: txns.length === 0 ? [] : await reads.all(charged, { txns }) };
    },
  };
}
