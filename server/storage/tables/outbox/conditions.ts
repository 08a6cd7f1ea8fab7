import { RecipientState } from "../../../domain/recipient-state.js";
import { either } from "../../script/dialect.js";
import { perWeek } from "../../schema/numbers.js";

/** Recipients that are being submitted, or are uncertain, in SQL. */
export const isInFlight = `state = ${RecipientState.Submitting}`;

/** Recipients that wait for a final receipt, in SQL. */
export const isOnTheWay = `state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Accepted}`;

/**
 * What PostgreSQL finds recipients by: columns that are NULL for all others, so that other changes of a state are in no index. `dispatched`
 * has recipients that were claimed lately: closed ones and such as wait again may be among them; those that wait for a receipt for longer are not.
 */
export const inPostgres = {
  isQueued: "queued_at IS NOT NULL",
  isHeld: "held_at IS NOT NULL",
  joinDispatched: "JOIN dispatched d ON d.id = r.id",
} as const;

/** What SQLite finds them by. */
export const inSqlite = {
  isQueued: `state = ${RecipientState.Queued}`,
  isHeld: `${isInFlight} AND worker IS NULL`,
} as const;

/** Recipients that wait for an attempt, in SQL. */
export const isQueued = either(inPostgres.isQueued, inSqlite.isQueued);

/** When the next attempt of such a recipient is due, in SQL. */
export const queuedAt = either("queued_at", "next_at");

/** Recipients that are uncertain, in SQL. */
export const isHeld = either(inPostgres.isHeld, inSqlite.isHeld);

/** Restricts recipients `r` in flight to those that were claimed lately, in SQL: SQLite has an index of all. */
export const joinDispatched = either(inPostgres.joinDispatched, "");

/** Recipients that have waited for a final receipt for longer, in SQL; `late_since` is their `next_at`, by which they are found. */
export const isLate = "late_since IS NOT NULL";

/** Recipients whose receipt is looked for by a poll, in SQL: they are late at once. */
export const isPolled = "link IN (SELECT id FROM link WHERE kind = 'loopback')";

/** The states that are not final, in SQL. */
export const isOpen = `state <= ${RecipientState.Accepted}`;

/** Recipients of a transaction, in SQL: their numbers are of its week. `txn` is an expression. */
export const ofTransaction = <const Txn extends string>(txn: Txn) =>
  `txn = ${txn} AND id BETWEEN ${txn} / ${perWeek} * ${perWeek} AND (${txn} / ${perWeek} + 1) * ${perWeek} - 1` as const;

/** The state of the recipient that is alone in a transaction, if it is not counted, in SQL. */
export const uncountedState = <const Txn extends string>(txn: Txn) =>
  `SELECT state FROM recipient WHERE id = (SELECT min(id) FROM recipient WHERE ${ofTransaction(txn)}) AND counted = false` as const;

/** How many recipients of a transaction are not counted, in SQL: 1 or 0. */
export const uncounted = <const Txn extends string>(txn: Txn) =>
  `CASE WHEN EXISTS (${uncountedState(txn)}) THEN 1 ELSE 0 END` as const;

/**
 * The table `links (id)` of a WITH RECURSIVE clause: links with recipients that fulfil a condition, 0 and -1 among them. Its last
 * id is null. Reads one row of the index for each link, however many recipients it has.
 */
export function linksOf(condition: string): string {
  const first = `SELECT min(link) FROM recipient WHERE ${condition}`;
  return `links (id) AS (${first} UNION ALL SELECT (${first} AND link > links.id) FROM links WHERE id IS NOT NULL)`;
}

/** 1 for a transaction `t` of a campaign, in SQL. */
export const ofCampaign =
  "CASE WHEN EXISTS (SELECT 1 FROM campaign WHERE campaign.txn = t.seq) THEN 1 ELSE 0 END AS campaign";
