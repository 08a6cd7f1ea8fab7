import type { RecipientState } from "../../../domain/recipient-state.js";
import type { TrackedRow } from "../../../domain/delivery/states/transitions.js";
import { mapped, optional, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, type Steps } from "../../script/steps.js";

/** Guard: the states that a rule goes out from stay until its changes are written. */
const states = sql(
  "SELECT r.id, r.txn, r.state, r.at AS changed_at, r.error FROM unnest($ids::bigint[]) AS n (id) JOIN recipient r ON r.id = n.id ORDER BY r.id",
  {
    id: integer(),
    txn: integer(),
    state: integer<RecipientState>(),
    changedAt: integer(),
    error: mapped(optional(text()), (error) => error ?? null),
  },
  { lock: "FOR UPDATE OF r" },
);

/** Locks recipients, in the order of their ids. */
export function* lockRecipients(ids: readonly number[]): Steps<readonly Required<TrackedRow>[]> {
  return ids.length === 0 ? [] : yield* all(states, { ids: [...new Set(ids)] });
}
