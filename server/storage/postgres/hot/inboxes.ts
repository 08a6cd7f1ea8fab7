import type { IncomingMessage } from "../../../domain/inbox/messages.js";
import type { ReceivedMessage } from "../../../domain/inbox/received-part.js";
import { all } from "../../script/steps.js";
import { lockedInboxes } from "../../tables/inbox/messages.js";
import type { Session } from "../engine/session.js";
import { runScript } from "../engine/scripts.js";
import { arraysOf, sql } from "../engine/statement.js";

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
  const customerIds = messages.map(({ customerId }) => customerId);
  const locked = await runScript(session, all(lockedInboxes, { customerIds }));
  const known = new Set(locked.map(({ customerId }) => customerId));
  const stored = messages.filter(({ customerId }) => known.has(customerId));
  const rows = await session.all(
    insert,
    ...arraysOf(stored, "customerId", "from", "to", "text"),
    stored.map(({ text }) => Buffer.byteLength(text)),
    ...arraysOf(stored, "at", "subject"),
  );
  const ids = rows.map(({ id }) => id).values();
  return messages.map(({ customerId }) => (known.has(customerId) ? (ids.next().value ?? null) : null));
}

const keep = sql(
  `INSERT INTO stray_message (sender, addressee, subject, text, complete, at)
   SELECT sender, addressee, subject, text, complete, at
   FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::bigint[]) WITH ORDINALITY
     AS n (sender, addressee, subject, text, complete, at, place) ORDER BY place`,
);

/** Keeps messages for numbers that are not assigned, in their order. */
export async function keepStrays(session: Session, strays: readonly ReceivedMessage[]): Promise<void> {
  await session.run(keep, ...arraysOf(strays, "from", "to", "subject", "text", "complete", "at"));
}
