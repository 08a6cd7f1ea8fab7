import type { BalanceAlert } from "../../domain/callbacks/alerts.js";
import { targetColumns, targetOf, type TargetRow } from "./callback-row.js";
import { lowAccounts } from "./ledger-row.js";

/** Columns `alertColumns` of a row `b` of `balance_alert` and its target `c`. */
export interface AlertRow
  extends TargetRow, Pick<BalanceAlert, "id" | "kind" | "left" | "threshold" | "at" | "attempts" | "until"> {
  readonly customerId: number;
}

export const alertColumns = `b.id, b.kind, b.remaining AS "left", b.threshold, b.at, b.attempts, b.until, ${targetColumns}`;

export function alertOf(row: AlertRow): BalanceAlert {
  return { ...row, ...targetOf(row) };
}

/** Reads the last of at most `$2` customers with callbacks and ids above `$1`. */
export const lastFollowedText = `SELECT max(id) AS id FROM (
  SELECT customer_id AS id FROM customer_callback WHERE customer_id > $1 ORDER BY customer_id LIMIT $2) page`;

/** Reads the `LowBalance`s of customers above `$1`, up to `$2`, with callbacks: those that have become low and had no alert since `$3`. */
export const becameLowText = `SELECT l."customerId", l.kind, l."left", l.threshold
FROM customer_callback c JOIN (${lowAccounts}) l ON l."customerId" = c.customer_id
  LEFT JOIN balance_alert b ON b.customer_id = c.customer_id AND b.kind = l.kind
WHERE c.customer_id > $1 AND c.customer_id <= $2 AND (b.id IS NULL OR b.recovered = 1 AND b.at <= $3)
ORDER BY l."customerId", l.kind`;

/** Reads the `AccountKey`s of customers above `$1`, up to `$2`: those with an alert that are no longer low. */
export const recoveredText = `SELECT b.customer_id AS "customerId", b.kind
FROM balance_alert b WHERE b.customer_id > $1 AND b.customer_id <= $2 AND b.recovered = 0
  AND NOT EXISTS (SELECT 1 FROM (${lowAccounts}) l WHERE l."customerId" = b.customer_id AND l.kind = b.kind)
ORDER BY b.customer_id, b.kind`;

/** Ends the alert of account `$1`, `$2`. */
export const recoverText = `UPDATE balance_alert SET recovered = 1 WHERE customer_id = $1 AND kind = $2`;

/** Removes the alert of account `$1`, `$2`, unless it was accepted: only an accepted one delays the next. */
export const discardText = `DELETE FROM balance_alert
WHERE customer_id = $1 AND kind = $2 AND (next_at IS NOT NULL OR failure IS NOT NULL)`;

const dueAgain = "UPDATE balance_alert SET attempts = 0, next_at = $1, until = $2, failure = NULL";
const givenUp = "next_at IS NULL AND failure IS NOT NULL";

/** Makes alerts of customer `$3` that were given up due at `$1`, until `$2`. */
export const retryOfCustomerText = `${dueAgain} WHERE customer_id = $3 AND ${givenUp}`;

/** As `retryOfCustomerText`, the alert `$3`, also one that waits. */
export const retryOneText = `${dueAgain} WHERE id = $3 AND (next_at IS NOT NULL OR failure IS NOT NULL)`;

const listed = (
  state: string,
): string => `SELECT b.id, b.customer_id AS "customerId", b.kind, b.remaining AS "left", b.threshold, b.at,
  b.attempts, b.next_at AS "nextAt", b.failure
FROM balance_alert b WHERE ${state} AND b.id < $1 AND (CAST($2 AS bigint) IS NULL OR b.customer_id = $2)
ORDER BY b.id DESC LIMIT $3`;

/** Read the `ListedAlert`s with ids below `$1` of customer `$2`, or of all, latest first. */
export const alertLists = { failed: listed(givenUp), waiting: listed("next_at IS NOT NULL") };

/** As `retryOfCustomerText`, at most `$3` of all customers. */
export const retryText = `${dueAgain} WHERE id IN (SELECT id FROM balance_alert WHERE ${givenUp} ORDER BY id LIMIT $3)`;

/** Stored failure of an alert whose time ended before an attempt. */
export const noAttempt = "not posted in time";
