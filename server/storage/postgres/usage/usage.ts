import type { UsageTally } from "../../../domain/usage/usage.js";
import { usageKeyColumns } from "../../rows/usage-row.js";
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
