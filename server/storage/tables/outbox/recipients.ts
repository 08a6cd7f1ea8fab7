import type { RecipientState } from "../../../domain/recipient-state.js";
import type { StateRow } from "../../../domain/delivery/transitions.js";
import { whole } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, type Steps } from "../../script/steps.js";

/** Guard: the states that a rule goes out from stay until its changes are written. */
const states = sql(
  "SELECT r.id, r.txn, r.state FROM unnest($ids::bigint[]) AS n (id) JOIN recipient r ON r.id = n.id ORDER BY r.id",
  { id: whole(), txn: whole(), state: whole<RecipientState>() },
  { lock: "FOR UPDATE OF r" },
);

/** Locks recipients, in the order of their ids. */
export function* lockRecipients(ids: readonly number[]): Steps<readonly StateRow[]> {
  return ids.length === 0 ? [] : yield* all(states, { ids: [...new Set(ids)] });
}
