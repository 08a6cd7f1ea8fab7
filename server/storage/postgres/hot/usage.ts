import type { DeliverabilityTally } from "../../../domain/usage/deliverability-counts.js";
import type { UsageTally } from "../../../domain/usage/usage.js";
import { addChanges } from "../../tables/usage/deliverability-counters.js";
import { usageKey } from "../../tables/usage/usage.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";

/** Guard: counters are locked in one order, at the end of a transaction. */
const add = sql(
  `INSERT INTO usage AS u (${usageKey}, messages, parts)
   SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[])
     AS n (${usageKey}, messages, parts) ORDER BY ${usageKey}
   ON CONFLICT (${usageKey}) DO UPDATE SET messages = u.messages + excluded.messages, parts = u.parts + excluded.parts`,
);

/** A script adds them to the counters: for each message, a row for each counter would cost as much as its usage. */
const addReported = sql(addChanges("$1"));

/** Writes the gathered changes of counters. */
export function addUsage(session: Session, tally: UsageTally): void {
  const counts = tally.take();
  if (counts.length === 0) return;
  session.post(
    add,
    ...arraysOf(
      counts,
      "day",
      "customerId",
      "state",
      "prefix",
      "userName",
      "originator",
      "messages",
      "parts",
    ),
  );
}

/** Stores the gathered changes of counters. */
export function addDeliverability(session: Session, tally: DeliverabilityTally): void {
  const changes = tally.take();
  if (changes !== undefined) session.post(addReported, changes);
}
