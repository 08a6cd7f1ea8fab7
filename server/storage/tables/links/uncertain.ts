import { RecipientState } from "../../../domain/recipient-state.js";
import type { UncertainPolicy } from "../../../domain/delivery/route.js";
import { ended, sentAgain } from "../../../domain/delivery/states/transitions.js";
import type { Resolved } from "../../../ports/delivery.js";
import { integer, type RowOf } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { isHeld } from "../outbox/conditions.js";
import { returned, writeTransitions } from "../primitives.js";

const uncertain = { id: integer(), txn: integer(), state: integer<RecipientState>() };
const heldBehind = sql(
  `SELECT id, txn, state FROM recipient WHERE ${isHeld} AND id > $after ORDER BY id LIMIT $limit`,
  uncertain,
  { lock: "FOR UPDATE" },
);
export const stillHeld = sql(
  `SELECT id, txn, state FROM recipient WHERE id = ANY ($ids::bigint[]) AND ${isHeld} ORDER BY id`,
  uncertain,
  { lock: "FOR UPDATE" },
);
const again = sql(
  `UPDATE recipient SET state = ${RecipientState.Queued}, link = 0, uncertain = 1 WHERE id = ANY ($ids::bigint[])`,
);

type How = Exclude<UncertainPolicy, "hold">;

/** Resends uncertain messages, or ends them as Unknown; returns how many they were. */
function* resolveRows(rows: readonly RowOf<typeof uncertain>[], how: How, at: number): Steps<number> {
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

/** `LinkStore.resolve`. */
export function* resolve(ids: readonly number[], how: How, at: number): Steps<number> {
  return yield* resolveRows(yield* all(stillHeld, { ids }), how, at);
}

/** `LinkStore.resolveBehind`. */
export function* resolveBehind(after: number, limit: number, how: How, at: number): Steps<Resolved> {
  const rows = yield* all(heldBehind, { after, limit });
  const count = yield* resolveRows(rows, how, at);
  const next = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
  return { ok: true, changed: count, next, after: { count } };
}
