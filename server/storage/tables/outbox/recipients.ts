import type { RecipientState } from "../../../domain/recipient-state.js";
import type { StateRow } from "../../../domain/delivery/transitions.js";
import { perWeek } from "../../schema/numbers.js";
import { whole } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, type Steps } from "../../script/steps.js";

/** Recipients of a transaction, in SQL: their numbers are of its week. */
export const ofTransaction =
  `txn = $txn AND id BETWEEN $txn / ${perWeek} * ${perWeek} AND ($txn / ${perWeek} + 1) * ${perWeek} - 1` as const;

/** Guard: the states that a rule goes out from stay until its changes are written. */
const states = sql(
  "SELECT id, txn, state FROM recipient WHERE id = ANY ($ids::bigint[]) ORDER BY id",
  { id: whole(), txn: whole(), state: whole<RecipientState>() },
  { lock: "FOR UPDATE" },
);

/** Locks recipients, in the order of their ids. */
export function* lockRecipients(ids: readonly number[]): Steps<readonly StateRow[]> {
  return ids.length === 0 ? [] : yield* all(states, { ids: [...new Set(ids)] });
}
