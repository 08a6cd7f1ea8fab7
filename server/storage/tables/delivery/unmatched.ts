import type { NetworkReceipt } from "../../../domain/delivery/receipts.js";
import { whole } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { subject } from "../../script/subject.js";
import { forgetting } from "../forgetting.js";

const insert = sql(
  `INSERT INTO unmatched_receipt (message_id, phone, state, at, code) VALUES ($messageId, $phone, $state, $at, $code)
   RETURNING id`,
  { id: whole() },
);
const insertKey = sql(
  "INSERT INTO unmatched_key (network, key, receipt, likeliest) VALUES ($network, $key, $id, $likeliest)",
);

/** Keeps receipts that match no message until the response to their submission comes. */
export function* keepReceipts(kept: readonly NetworkReceipt[]): Steps<void> {
  for (const { network, receipt } of kept) {
    const { messageId, phone, state, at, code, keys } = receipt;
    const { id = 0 } = (yield* get(insert, { messageId, phone, state, at, code })) ?? {};
    for (const [place, key] of keys.entries())
      yield* run(insertKey, { network, key, id, likeliest: place === 0 ? 1 : 0 });
  }
}

/** Receipts that match no message. */
export const unmatched = subject("unmatched", {
  forgetUnmatched: forgetting("unmatched_receipt", "forget receipts"),
});
