import { RecipientState } from "../../../domain/recipient-state.js";

/** Recipients that wait for an attempt, in SQL. */
export const isQueued = `state = ${RecipientState.Queued}`;

/** Recipients that wait for a final receipt, in SQL; index `recipient_on_the_way` holds them. */
export const isOnTheWay = `state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Accepted}`;

/** Recipients that are uncertain, in SQL. */
export const isHeld = `state = ${RecipientState.Submitting} AND worker IS NULL`;

/** The states that are not final, in SQL. */
export const isOpen = `state <= ${RecipientState.Accepted}`;

/** For SQLite: the state of the recipient that is alone in a transaction, if it is not counted, in SQL; `txn` is an expression. */
export function uncountedState(txn: string): string {
  return `SELECT state FROM recipient WHERE id = (SELECT min(id) FROM recipient WHERE txn = ${txn}) AND counted = 0`;
}

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
