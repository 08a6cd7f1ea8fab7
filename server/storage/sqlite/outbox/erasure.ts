import { isOpen } from "./counts.js";
import type { Database } from "../engine/database.js";

/**
 * Erases what hidden transactions said, text and octets, once every recipient has a final state. Pages that become free
 * are overwritten; the log still holds the old ones until it is cut, when the writer has nothing to do or ends.
 */
export function prepareErasure(database: Database): (transactions: Iterable<number>) => void {
  const find = database.prepare<{ readonly seq: number }>(
    `SELECT seq FROM txn WHERE seq = ? AND hidden = 1
       AND NOT EXISTS (SELECT 1 FROM recipient_count WHERE txn = seq AND ${isOpen} AND n > 0)`,
  );
  const eraseText = database.prepare("UPDATE txn SET text = '' WHERE seq = ?");
  const eraseBody = database.prepare("UPDATE binary_body SET header = x'', body = x'' WHERE txn = ?");
  return (transactions) => {
    const done = [...transactions].filter((txn) => find.get(txn) !== undefined);
    if (done.length === 0) return;
    database.exec("PRAGMA secure_delete = ON");
    for (const txn of done) {
      eraseText.run(txn);
      eraseBody.run(txn);
    }
    database.exec("PRAGMA secure_delete = FAST");
  };
}
