import { addressed, numberKey } from "../../../domain/inbox/addressing.js";
import type { ReceivedMessage } from "../../../domain/inbox/received-part.js";
import type { Session } from "../engine/database.js";
import { lockKeys } from "../engine/key-locks.js";
import { sql } from "../engine/statement.js";
import { addToInboxes } from "./inbox-writes.js";

/** Guard: a forward that is removed meanwhile waits, and takes with it what is added here. */
const forwards = sql<{ readonly customerId: number }>(
  `SELECT customer_id AS "customerId" FROM inbox_forward WHERE customer_id = ANY ($1::bigint[])
   ORDER BY customer_id FOR SHARE`,
);
const forward = sql(
  `INSERT INTO forward (id, customer_id, sender, addressee, subject, text, complete, at, next_at)
   SELECT m.id, m.customer_id, m.sender, m.addressee, m.subject, m.text, n.complete, m.at, m.at
   FROM unnest($1::bigint[], $2::boolean[]) AS n (id, complete) JOIN inbox_message m ON m.id = n.id`,
);

/** A message for a customer. */
export interface Addressed {
  readonly customerId: number;
  readonly message: ReceivedMessage;
}

/** Puts messages into inboxes, and into the queues of the customers' own servers where there are any. */
export async function putIntoInboxes(session: Session, messages: readonly Addressed[]): Promise<void> {
  if (messages.length === 0) return;
  const customers = messages.map(({ customerId }) => customerId);
  const forwarded = new Set((await session.all(forwards, customers)).map(({ customerId }) => customerId));
  const ids = await addToInboxes(
    session,
    messages.map(({ customerId, message }) => ({ customerId, ...message })),
  );
  const rows = messages.flatMap(({ customerId, message: { complete } }, index) => {
    const id = ids[index] ?? null;
    return id !== null && forwarded.has(customerId) ? [{ id, complete }] : [];
  });
  if (rows.length > 0)
    await session.run(
      forward,
      rows.map(({ id }) => id),
      rows.map(({ complete }) => complete),
    );
}

const owners = sql<{ readonly number: string; readonly customerId: number }>(
  'SELECT number, customer_id AS "customerId" FROM inbox_number WHERE number = ANY ($1::text[])',
);

/** The customers that numbers are assigned to. */
async function ownersOf(session: Session, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const find = async (keys: readonly string[]): Promise<readonly [string, number][]> =>
    (await session.all(owners, keys)).map(({ number, customerId }) => [number, customerId]);
  const keys = [...new Set(numbers)];
  const found = new Map(await find(keys));
  const unknown = keys.filter((key) => !found.has(key));
  if (unknown.length === 0) return found;
  // Guard: a number that is assigned meanwhile takes over what is kept for it, so that it must be there by then.
  await lockKeys(session, "number", unknown);
  return new Map([...found, ...(await find(unknown))]);
}

const keep = sql(
  `INSERT INTO stray_message (sender, addressee, subject, text, complete, at)
   SELECT sender, addressee, subject, text, complete, at
   FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::bigint[]) WITH ORDINALITY
     AS n (sender, addressee, subject, text, complete, at, place) ORDER BY place`,
);

async function keepStrays(session: Session, strays: readonly ReceivedMessage[]): Promise<void> {
  if (strays.length === 0) return;
  await session.run(
    keep,
    strays.map(({ from }) => from),
    strays.map(({ to }) => to),
    strays.map(({ subject }) => subject ?? null),
    strays.map(({ text }) => text),
    strays.map(({ complete }) => complete),
    strays.map(({ at }) => at),
  );
}

/** Delivers messages in their order, to inboxes or not. */
export async function deliver(
  session: Session,
  messages: readonly ReceivedMessage[],
): Promise<readonly ("delivered" | "stray")[]> {
  if (messages.length === 0) return [];
  const keys = messages.map(({ to }) => numberKey(to));
  const customers = await ownersOf(session, keys);
  const deliveries = messages.map((message, index) => addressed(message, customers.get(keys[index] ?? "")));
  await putIntoInboxes(
    session,
    deliveries.flatMap((each) => (each.effect === "delivered" ? [each] : [])),
  );
  await keepStrays(
    session,
    deliveries.flatMap(({ effect, message }) => (effect === "stray" ? [message] : [])),
  );
  return deliveries.map(({ effect }) => effect);
}
