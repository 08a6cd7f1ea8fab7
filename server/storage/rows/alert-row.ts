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

/** Reads the `LowBalance`s without an alert, at most `$1`, of customers with callbacks. */
export const withoutAlertText = `SELECT l."customerId", l.kind, l."left", l.threshold
FROM (${lowAccounts}) l JOIN customer_callback c ON c.customer_id = l."customerId"
  LEFT JOIN balance_alert b ON b.customer_id = l."customerId" AND b.kind = l.kind
WHERE b.id IS NULL ORDER BY l."customerId", l.kind LIMIT $1`;

/** Reads the `AccountKey`s of alerts whose accounts are no longer low, at most `$1`. */
export const recoveredText = `SELECT b.customer_id AS "customerId", b.kind
FROM balance_alert b LEFT JOIN (${lowAccounts}) l ON l."customerId" = b.customer_id AND l.kind = b.kind
WHERE l.kind IS NULL ORDER BY b.id LIMIT $1`;
