import type { RecipientState } from "../../../domain/recipient-state.js";
import { mapped, optional, text, integer } from "../../script/columns.js";

/** A text that may be NULL, and stays so. */
export const nullable = mapped(optional(text()), (value) => value ?? null);

/** Columns of a `FoundMessage`, as `foundNames` selects them. */
export const found = {
  id: integer(),
  txn: integer(),
  transactionId: text(),
  customerId: integer(),
  user: text(),
  operation: text(),
  originator: text(),
  phone: text(),
  state: integer<RecipientState>(),
  at: integer(),
  createdAt: integer(),
  dueAt: integer(),
  link: integer(),
  uncertain: integer(),
  attempts: integer(),
  deferrals: integer(),
  error: nullable,
  claimed: integer(),
};

/** Of `recipient r` and `txn t`. */
export const foundNames = `r.id, t.seq AS txn, t.id AS transaction_id, t.customer_id, t.user_name AS "user", t.operation, t.originator, r.phone,
  r.state, r.at, t.created_at, t.due_at, r.link, r.uncertain, r.attempts, r.deferrals, r.error,
  CASE WHEN r.worker IS NULL THEN 0 ELSE 1 END AS claimed`;
