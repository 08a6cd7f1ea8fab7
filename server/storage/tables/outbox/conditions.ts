import { RecipientState } from "../../../domain/recipient-state.js";
import { perWeek } from "../../schema/numbers.js";

/** Recipients that wait for an attempt, in SQL. */
export const isQueued = `state = ${RecipientState.Queued}`;

/** Recipients that wait for a final receipt, in SQL; index `recipient_on_the_way` holds them. */
export const isOnTheWay = `state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Accepted}`;

/** Recipients that are being submitted, or are uncertain, in SQL. */
export const isInFlight = `state = ${RecipientState.Submitting}`;

/** Recipients that are uncertain, in SQL. */
export const isHeld = `${isInFlight} AND worker IS NULL`;

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
