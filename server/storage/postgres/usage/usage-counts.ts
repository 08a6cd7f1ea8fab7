import type { Ended } from "../../../domain/outbox/transitions.js";
import { type EndedRow, UsageTally } from "../../../domain/usage/usage.js";
import { isFinal } from "../../../domain/outbox/recipient-state.js";
import { endedColumns, usageKeyColumns } from "../../rows/usage-row.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";

/** Guard: counters are locked in one order, at the end of a transaction. */
const add = sql(
  `INSERT INTO usage AS u (${usageKeyColumns}, messages, parts)
   SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
     AS n (${usageKeyColumns}, messages, parts) ORDER BY ${usageKeyColumns}
   ON CONFLICT (${usageKeyColumns}) DO UPDATE SET messages = u.messages + excluded.messages, parts = u.parts + excluded.parts`,
);

/** Writes the gathered changes of counters. */
export async function addUsage(session: Session, tally: UsageTally): Promise<void> {
  const counts = tally.take();
  if (counts.length === 0) return;
  await session.run(
    add,
    counts.map(({ day }) => day),
    counts.map(({ customerId }) => customerId),
    counts.map(({ state }) => state),
    counts.map(({ prefix }) => prefix),
    counts.map(({ userName }) => userName),
    counts.map(({ originator }) => originator),
    counts.map(({ messages }) => messages),
    counts.map(({ parts }) => parts),
  );
}

const find = sql<EndedRow>(
  `SELECT ${endedColumns} FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = ANY ($1::bigint[])`,
);

/** Does what follows from new final states of recipients, after they are written, besides the counts of their transactions. */
export async function recordEnded(session: Session, transitions: readonly Ended[]): Promise<void> {
  const ended = new Map(transitions.filter(({ to }) => isFinal(to)).map((each) => [each.id, each]));
  if (ended.size === 0) return;
  const tally = new UsageTally();
  for (const row of await session.all(find, [...ended.keys()])) {
    const transition = ended.get(row.id);
    if (transition !== undefined) tally.moved(row, transition.from, transition.to);
  }
  await addUsage(session, tally);
}
