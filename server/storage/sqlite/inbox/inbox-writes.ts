import type { InboxAge } from "../../../domain/inbox/inbox.js";
import type { InboxMessage } from "../../../domain/inbox/messages.js";
import type { Database, Statement } from "../engine/database.js";
import { inboxSlice, type InboxWrites } from "../../protocol/inbox-writes.js";
import { entryColumns, type MessageRow, messageOf } from "../../rows/inbox-row.js";

/** The messages of a customer by age, in SQL. */
export const ofAge: Readonly<Record<InboxAge, string>> = {
  all: "customer_id = ?",
  new: "customer_id = ? AND unread = 1",
  old: "customer_id = ? AND unread = 0",
};

function byAge<Row>(database: Database, sql: (condition: string) => string) {
  const prepare = (age: InboxAge): Statement<Row> => database.prepare<Row>(sql(ofAge[age]));
  const statements = { all: prepare("all"), new: prepare("new"), old: prepare("old") };
  return (age: InboxAge) => statements[age];
}

function fetches(database: Database): Pick<InboxWrites, "fetchInbox" | "fetchInboxIds"> {
  const range = byAge<MessageRow>(
    database,
    (condition) =>
      `SELECT ${entryColumns}, text FROM inbox_message WHERE ${condition} AND id > ? AND id <= ?
       ORDER BY id LIMIT ${inboxSlice}`,
  );
  const one = database.prepare<MessageRow>(
    `SELECT ${entryColumns}, text FROM inbox_message WHERE customer_id = ? AND id = ?`,
  );
  const read = database.prepare("UPDATE inbox_message SET unread = 0 WHERE id = ?");
  const take = (rows: readonly MessageRow[]): readonly InboxMessage[] => {
    for (const { id, unread } of rows) if (unread === 1) read.run(id);
    return rows.map(messageOf);
  };
  return {
    fetchInbox: ({ customerId, age, after, upTo }) => take(range(age).all(customerId, after, upTo)),
    fetchInboxIds: ({ customerId, ids }) =>
      take([...ids].sort((left, right) => left - right).flatMap((id) => one.all(customerId, id))),
  };
}

function kills(database: Database): Pick<InboxWrites, "killInbox" | "killInboxIds"> {
  const range = byAge(
    database,
    (condition) =>
      `DELETE FROM inbox_message WHERE id IN (SELECT id FROM inbox_message
         WHERE ${condition} AND id > ? AND id <= ? ORDER BY id LIMIT ${inboxSlice})`,
  );
  const one = database.prepare("DELETE FROM inbox_message WHERE customer_id = ? AND id = ?");
  return {
    killInbox: ({ customerId, age, after, upTo }) => range(age).run(customerId, after, upTo).changes,
    killInboxIds: ({ customerId, ids }) =>
      ids.reduce((killed, id) => killed + one.run(customerId, id).changes, 0),
  };
}

/** Prepares every change of inboxes on one connection. */
export function inboxWrites(database: Database): InboxWrites {
  const insert = database.prepare<{ readonly id: number }>(
    `INSERT INTO inbox_message (customer_id, sender, addressee, text, size, at, subject)
     SELECT id, ?, ?, ?, ?, ?, ? FROM customer WHERE id = ? RETURNING id`,
  );
  return {
    ...fetches(database),
    ...kills(database),
    addInbox: ({ customerId, from, to, text, at, subject = null }) => {
      const row = insert.get(from, to, text, Buffer.byteLength(text), at, subject, customerId);
      return row === undefined ? { ok: false, reason: "unknownCustomer" } : { ok: true, id: row.id };
    },
  };
}
