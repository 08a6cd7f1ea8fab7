import { countingReport, type PartState } from "../../../domain/outbox/receipt-state.js";
import type { LinkReceipt } from "../../../domain/outbox/claims.js";
import { samePhone } from "../../../domain/outbox/message-id.js";
import type { Database } from "../engine/database.js";
import { type Forgetting, prepareForget } from "../engine/forget.js";

/** Receipts that were faster than the answer: the one that counts, and how many there were. */
export interface TakenReceipts {
  readonly counting:
    { readonly state: PartState; readonly at: number; readonly code: string | null } | undefined;
  readonly count: number;
}

interface UnmatchedRow {
  readonly state: PartState;
  readonly at: number;
  readonly code: string | null;
  readonly id: number;
  readonly phone: string | null;
  readonly likeliest: number;
}

/** Receipts that fit no message yet, inside the transaction that is open. */
export interface Unmatched {
  keep(network: number, receipt: LinkReceipt): void;
  /** Takes what was reported for the key of an answer to a submission to this number. */
  take(network: number, key: string, phone: string): TakenReceipts;
  forget(input: Forgetting): number;
}

export function prepareUnmatched(database: Database): Unmatched {
  const insert = database.prepare<{ readonly id: number }>(
    "INSERT INTO unmatched_receipt (message_id, phone, state, at, code) VALUES (?, ?, ?, ?, ?) RETURNING id",
  );
  const insertKey = database.prepare(
    "INSERT INTO unmatched_key (network, key, receipt, likeliest) VALUES (?, ?, ?, ?)",
  );
  const find = database.prepare<UnmatchedRow>(
    `SELECT r.id, r.state, r.at, r.code, r.phone, k.likeliest FROM unmatched_key k JOIN unmatched_receipt r ON r.id = k.receipt
     WHERE k.network = ? AND k.key = ? ORDER BY r.id`,
  );
  const remove = database.prepare("DELETE FROM unmatched_receipt WHERE id = ?");
  return {
    keep(network, { messageId, phone, state, at, code, keys }) {
      const row = insert.get(messageId, phone ?? null, state, at, code ?? null);
      for (const [index, key] of keys.entries())
        insertKey.run(network, key, row?.id ?? 0, index === 0 ? 1 : 0);
    },
    take(network, key, phone) {
      if (key === "") return { counting: undefined, count: 0 };
      const found = find
        .all(network, key)
        .filter((row) => row.likeliest === 1 || row.phone === null || samePhone(phone, row.phone));
      for (const { id } of found) remove.run(id);
      const counting = countingReport(found);
      return { counting, count: found.length };
    },
    forget: prepareForget(database, "unmatched_receipt"),
  };
}
