import { RecipientState } from "../../../domain/recipient-state.js";
import type { UncertainPolicy } from "../../../domain/delivery/route.js";
import { ended, sentAgain } from "../../../domain/delivery/states/transitions.js";
import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { isHeld } from "../outbox/conditions.js";
import { returned, writeTransitions } from "../primitives.js";

const uncertain = { id: integer(), txn: integer(), state: integer<RecipientState>() };
const allHeld = sql(`SELECT id, txn, state FROM recipient WHERE ${isHeld} ORDER BY id`, uncertain, {
  lock: "FOR UPDATE",
});
export const stillHeld = sql(
  `SELECT id, txn, state FROM recipient WHERE id = ANY ($ids::bigint[]) AND ${isHeld} ORDER BY id`,
  uncertain,
  { lock: "FOR UPDATE" },
);
const again = sql(
  `UPDATE recipient SET state = ${RecipientState.Queued}, link = 0, uncertain = 1 WHERE id = ANY ($ids::bigint[])`,
);

/** Resends uncertain messages, or ends them as Unknown; returns how many they were. */
export function* resolve(
  ids: readonly number[] | "all",
  how: Exclude<UncertainPolicy, "hold">,
  at: number,
): Steps<number> {
  const rows = ids === "all" ? yield* all(allHeld) : yield* all(stillHeld, { ids });
  if (how === "fail") {
    const changes = ended(rows, "givenUp", at);
    yield* writeTransitions(changes);
    return changes.transitions.length;
  }
  const { ids: found, moves } = sentAgain(rows);
  yield* run(again, { ids: found });
  yield* returned(moves);
  return found.length;
}
