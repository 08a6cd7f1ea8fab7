import { type ErasureRow, mayErase } from "../../../domain/outbox/erasure.js";
import { isOpen } from "./counts.js";
import type { Database } from "../engine/database.js";

/**
 * Erases what hidden transactions said, text and octets, once every recipient has a final state. Pages that become free
 * are overwritten; the log still holds the old ones until it is cut, when the writer has nothing to do or ends.
 */
export function prepareErasure(database: Database): (transactions: Iterable<number>) => void {
  // Most are not hidden: for them nothing is counted.
  const find = database.prepare<ErasureRow>(
    `SELECT hidden, EXISTS (SELECT 1 FROM recipient_count WHERE txn = seq AND ${isOpen} AND n > 0) AS open
     FROM txn WHERE seq = ? AND hidden = 1`,
  );
  const eraseText = database.prepare("UPDATE txn SET text = '' WHERE seq = ?");
  const eraseBody = database.prepare("UPDATE binary_body SET header = x'', body = x'' WHERE txn = ?");
  const isDone = (txn: number): boolean => {
    const row = find.get(txn);
    return row !== undefined && mayErase(row);
  };
  return (transactions) => {
    const done = [...transactions].filter(isDone);
    if (done.length === 0) return;
    database.exec("PRAGMA secure_delete = ON");
    for (const txn of done) {
      eraseText.run(txn);
      eraseBody.run(txn);
    }
    database.exec("PRAGMA secure_delete = FAST");
  };
}
