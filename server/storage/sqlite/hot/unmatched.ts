import type { NetworkReceipt } from "../../../domain/delivery/receipts/receipt.js";
import type { UnmatchedRow } from "../../../domain/delivery/settling/settle.js";
import type { Database } from "../engine/database.js";

/** Unmatched receipts, inside the open transaction. */
export interface Unmatched {
  keep(kept: readonly NetworkReceipt[]): void;
  /** Whether there are any. */
  some(): boolean;
  /** Unmatched receipts that may belong to the response with this key, the oldest first. */
  under(network: number, key: string): readonly UnmatchedRow[];
  remove(ids: readonly number[]): void;
}

export function prepareUnmatched(database: Database): Unmatched {
  const find = database.prepare<UnmatchedRow>(
    `SELECT r.id, k.network, k.key, r.state, r.at, r.code, r.phone, k.likeliest
     FROM unmatched_key k JOIN unmatched_receipt r ON r.id = k.receipt
     WHERE k.network = ? AND k.key = ? ORDER BY r.id`,
  );
  const some = database.prepare<object>("SELECT 1 FROM unmatched_key LIMIT 1");
  const insert = database.prepare<{ readonly id: number }>(
    "INSERT INTO unmatched_receipt (message_id, phone, state, at, code) VALUES (?, ?, ?, ?, ?) RETURNING id",
  );
  const insertKey = database.prepare(
    "INSERT INTO unmatched_key (network, key, receipt, likeliest) VALUES (?, ?, ?, ?)",
  );
  const remove = database.prepare("DELETE FROM unmatched_receipt WHERE id = ?");
  return {
    keep(kept) {
      for (const { network, receipt } of kept) {
        const { messageId, phone, state, at, code, keys } = receipt;
        const { id } = insert.get(messageId, phone ?? null, state, at, code ?? null) ?? { id: 0 };
        for (const [place, key] of keys.entries()) insertKey.run(network, key, id, place === 0 ? 1 : 0);
      }
    },
    some: () => some.get() !== undefined,
    under: (network, key) => find.all(network, key),
    remove(ids) {
      for (const id of ids) remove.run(id);
    },
  };
}
