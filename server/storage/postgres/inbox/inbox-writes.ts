import type { InboxAge } from "../../../domain/inbox/inbox.js";
import type { InboxMessage, IncomingMessage } from "../../../domain/inbox/messages.js";
import { type InboxRange, inboxSlice, type InboxWrites } from "../../protocol/inbox-writes.js";
import { entryColumns, type MessageRow, messageOf } from "../../rows/inbox-row.js";
import { type Batches, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql, type SqlValue, type Statement } from "../engine/statement.js";

/** The messages of customer `$1` by age, in SQL. */
export const ofAge: Readonly<Record<InboxAge, string>> = {
  all: "customer_id = $1",
  new: "customer_id = $1 AND unread",
  old: "customer_id = $1 AND NOT unread",
};

/** A statement for each age. */
export function byAge<Row>(text: (condition: string) => string): Readonly<Record<InboxAge, Statement<Row>>> {
  return {
    all: sql<Row>(text(ofAge.all)),
    new: sql<Row>(text(ofAge.new)),
    old: sql<Row>(text(ofAge.old)),
  };
}

/** Guard: whatever changes an inbox locks its counts first. Ids are thus drawn in the order of the commits. */
const lock = sql<{ readonly customer_id: number }>(
  "SELECT customer_id FROM inbox_count WHERE customer_id = ANY ($1::bigint[]) ORDER BY customer_id FOR UPDATE",
);

/** Locks inboxes; returns the customers that there are. */
export async function lockInboxes(
  session: Session,
  customerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await session.all(lock, [...new Set(customerIds)]);
  return new Set(rows.map(({ customer_id: id }) => id));
}

const insert = sql<{ readonly id: number }>(
  `INSERT INTO inbox_message (customer_id, sender, addressee, text, size, at, subject)
   SELECT customer_id, sender, addressee, text, size, at, subject
   FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[]) WITH ORDINALITY
     AS n (customer_id, sender, addressee, text, size, at, subject, place)
   ORDER BY place RETURNING id`,
);

/** Adds messages in their order; returns their ids, null for those of unknown customers. */
export async function addToInboxes(
  session: Session,
  messages: readonly IncomingMessage[],
): Promise<readonly (number | null)[]> {
  if (messages.length === 0) return [];
  const known = await lockInboxes(
    session,
    messages.map(({ customerId }) => customerId),
  );
  const stored = messages.filter(({ customerId }) => known.has(customerId));
  const column = (value: (message: IncomingMessage) => SqlValue): readonly SqlValue[] => stored.map(value);
  const rows = await session.all(
    insert,
    column(({ customerId }) => customerId),
    column(({ from }) => from),
    column(({ to }) => to),
    column(({ text }) => text),
    column(({ text }) => Buffer.byteLength(text)),
    column(({ at }) => at),
    column(({ subject }) => subject ?? null),
  );
  const ids = rows.map(({ id }) => id).values();
  return messages.map(({ customerId }) => (known.has(customerId) ? (ids.next().value ?? null) : null));
}

const range = byAge<MessageRow>(
  (condition) =>
    `SELECT ${entryColumns}, text FROM inbox_message WHERE ${condition} AND id > $2 AND id <= $3
     ORDER BY id LIMIT ${inboxSlice}`,
);
const some = sql<MessageRow>(
  `SELECT ${entryColumns}, text FROM inbox_message WHERE customer_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`,
);
const read = sql("UPDATE inbox_message SET unread = false WHERE id = ANY ($1::bigint[])");
const countRead = sql("UPDATE inbox_count SET unread = unread - $2 WHERE customer_id = $1");

/** Marks messages as read; returns them as they were. */
async function take(
  session: Session,
  customerId: number,
  rows: readonly MessageRow[],
): Promise<readonly InboxMessage[]> {
  const unread = rows.filter((row) => Boolean(row.unread)).map(({ id }) => id);
  if (unread.length > 0) {
    await session.run(read, unread);
    await session.run(countRead, customerId, unread.length);
  }
  return rows.map(messageOf);
}

const killRange = byAge(
  (condition) =>
    `DELETE FROM inbox_message WHERE id IN (SELECT id FROM inbox_message
       WHERE ${condition} AND id > $2 AND id <= $3 ORDER BY id LIMIT ${inboxSlice})`,
);
const killSome = sql("DELETE FROM inbox_message WHERE customer_id = $1 AND id = ANY ($2::bigint[])");

/** Inside a lock on one inbox. */
function locked<I extends Pick<InboxRange, "customerId">, O>(
  write: (session: Session, input: I) => Promise<O>,
) {
  return oneByOne(async (session: Session, input: I) => {
    await lockInboxes(session, [input.customerId]);
    return write(session, input);
  }, 1);
}

/** Every change of inboxes. */
export const inboxWrites: Batches<InboxWrites> = {
  addInbox: together(async (session, messages) =>
    (await addToInboxes(session, messages)).map((id) =>
      id === null ? { ok: false, reason: "unknownCustomer" } : { ok: true, id },
    ),
  ),
  fetchInbox: locked(async (session, { customerId, age, after, upTo }) =>
    take(session, customerId, await session.all(range[age], customerId, after, upTo)),
  ),
  fetchInboxIds: locked(async (session, { customerId, ids }) =>
    take(session, customerId, await session.all(some, customerId, ids)),
  ),
  killInbox: locked((session, { customerId, age, after, upTo }) =>
    session.run(killRange[age], customerId, after, upTo),
  ),
  killInboxIds: locked((session, { customerId, ids }) => session.run(killSome, customerId, ids)),
};
