import type { Primitives } from "../../tables/primitives.js";
import type { Database } from "../engine/database.js";

/** Prepares additions of incoming messages on one connection. */
export function inboxInserts(database: Database): Pick<Primitives, "addToInboxes" | "keepStrays"> {
  const insert = database.prepare<{ readonly id: number }>(
    `INSERT INTO inbox_message (customer_id, sender, addressee, text, size, at, subject)
     SELECT id, ?, ?, ?, ?, ?, ? FROM customer WHERE id = ? RETURNING id`,
  );
  const keep = database.prepare(
    "INSERT INTO stray_message (sender, addressee, subject, text, complete, at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  return {
    addToInboxes: (messages) =>
      messages.map(({ customerId, from, to, text, at, subject = null }) => {
        const row = insert.get(from, to, text, Buffer.byteLength(text), at, subject, customerId);
        return row?.id ?? null;
      }),
    keepStrays(messages) {
      for (const { from, to, subject = null, text, complete, at } of messages)
        keep.run(from, to, subject, text, Number(complete), at);
    },
  };
}
