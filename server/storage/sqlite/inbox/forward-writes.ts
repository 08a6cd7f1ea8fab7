import type { ReceivedMessage } from "../../../domain/inbox/received-part.js";
import type { Database } from "../engine/database.js";
import type { InboxWrites, IncomingWrites } from "../../protocol/inbox-writes.js";

type ForwardWrites = Pick<
  IncomingWrites,
  "setForward" | "removeForward" | "endForward" | "postponeForward" | "expireForwards"
>;

export type PutIntoInbox = (customerId: number, message: ReceivedMessage) => void;

/** Puts a message into an inbox, and into the queue of the customer's own server if there is one. */
export function preparePut(database: Database, addInbox: InboxWrites["addInbox"]): PutIntoInbox {
  const forward = database.prepare(
    `INSERT INTO forward (id, customer_id, sender, addressee, subject, text, complete, at, next_at)
     SELECT ?, customer_id, ?, ?, ?, ?, ?, ?, ? FROM inbox_forward WHERE customer_id = ?`,
  );
  return (customerId, { from, to, subject, text, complete, at }) => {
    const added = addInbox({ customerId, from, to, subject, text, at });
    if (added.ok)
      forward.run(added.id, from, to, subject ?? null, text, Number(complete), at, at, customerId);
  };
}

export function forwardWrites(database: Database): ForwardWrites {
  const set = database.prepare(
    `INSERT INTO inbox_forward (customer_id, url, method, private) SELECT id, ?, ?, ? FROM customer WHERE id = ?
     ON CONFLICT (customer_id) DO UPDATE
     SET url = excluded.url, method = excluded.method, private = excluded.private`,
  );
  const remove = database.prepare("DELETE FROM inbox_forward WHERE customer_id = ?");
  const drop = database.prepare("DELETE FROM forward WHERE customer_id = ?");
  const end = database.prepare("DELETE FROM forward WHERE id = ?");
  const oldest = database.prepare<{ readonly id: number; readonly customerId: number; readonly at: number }>(
    "SELECT id, customer_id AS customerId, at FROM forward ORDER BY id LIMIT +?",
  );
  const postpone = database.prepare("UPDATE forward SET attempts = attempts + 1, next_at = ? WHERE id = ?");
  return {
    setForward: ({ customerId, url, method, private: isPrivate }) =>
      set.run(url, method, Number(isPrivate), customerId).changes > 0,
    removeForward(customerId) {
      drop.run(customerId);
      return remove.run(customerId).changes > 0;
    },
    endForward: (id) => end.run(id).changes > 0,
    postponeForward: ({ id, nextAt }) => postpone.run(nextAt, id).changes > 0,
    expireForwards({ before, limit }) {
      const old = oldest.all(limit).filter(({ at }) => at <= before);
      for (const { id } of old) end.run(id);
      return old.map(({ customerId }) => customerId);
    },
  };
}
