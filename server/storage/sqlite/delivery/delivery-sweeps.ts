import type { LinkStore } from "../../../ports/links.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import { isOnTheWay } from "../outbox/counts.js";
import type { RecordMoves } from "../outbox/record-moves.js";
import type { Database } from "../engine/database.js";
import { prepareWaitingTooLong } from "./waiting-too-long.js";

/** What time or the operator ends, inside the transaction that is open. Each returns how many it ended. */
export interface DeliverySweeps {
  expire(input: { readonly now: number; readonly validity: number; readonly limit: number }): number;
  giveUp(input: { readonly before: number; readonly now: number; readonly limit: number }): number;
  resolve(input: {
    readonly ids: Parameters<LinkStore["resolve"]>[0];
    readonly how: Parameters<LinkStore["resolve"]>[1];
    readonly at: number;
  }): number;
}

interface Row {
  readonly id: number;
  readonly txn: number;
  readonly state: RecipientState;
}

/** Recipients that the network has had since before a time, in SQL: `next_at` says since when. */
export const onTheWayBefore = `
WITH RECURSIVE links (id) AS (
  SELECT min(link) FROM recipient WHERE ${isOnTheWay}
  UNION ALL
  SELECT (SELECT min(link) FROM recipient WHERE ${isOnTheWay} AND link > links.id) FROM links WHERE id IS NOT NULL
)
SELECT r.id, r.txn, r.state FROM links JOIN recipient r ON ${isOnTheWay} AND r.link = links.id AND r.next_at < ? LIMIT ?`;

export function deliverySweeps(database: Database, recordMoves: RecordMoves): DeliverySweeps {
  const waitingTooLong = prepareWaitingTooLong(database);
  const onTheWay = database.prepare<Row>(onTheWayBefore);
  const held = database.prepare<Row>(
    `SELECT id, txn, state FROM recipient WHERE state = ${RecipientState.Submitting} AND worker IS NULL AND at < ? LIMIT ?`,
  );
  const heldOne = database.prepare<Row>(
    `SELECT id, txn, state FROM recipient WHERE id = ? AND state = ${RecipientState.Submitting} AND worker IS NULL`,
  );
  const end = database.prepare("UPDATE recipient SET state = ?, at = ?, error = ? WHERE id = ?");
  const again = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Queued}, link = 0, uncertain = 1 WHERE id = ?`,
  );

  const finish = (rows: readonly Row[], to: RecipientState, at: number, error: string): number => {
    for (const { id } of rows) end.run(to, at, error, id);
    recordMoves(rows.map(({ txn, state: from }) => ({ txn, from, to, n: 1 })));
    return rows.length;
  };
  const { Queued, Expired, Unknown } = RecipientState;
  return {
    expire({ now, validity, limit }) {
      const before = now - validity;
      const waiting = waitingTooLong(before, limit).map((row) => ({ ...row, state: Queued }));
      return finish(waiting, Expired, now, "not sent in time");
    },
    giveUp: ({ before, now, limit }) =>
      finish(onTheWay.all(before, limit), Unknown, now, "no receipt in time") +
      finish(held.all(before, limit), Unknown, now, "no answer"),
    resolve({ ids, how, at }) {
      const rows =
        ids === "all"
          ? held.all(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
          : [...new Set(ids)].flatMap((id) => heldOne.all(id));
      if (how === "fail") return finish(rows, Unknown, at, "given up by the operator");
      for (const { id } of rows) again.run(id);
      recordMoves(rows.map(({ txn, state: from }) => ({ txn, from, to: Queued, n: 1 })));
      return rows.length;
    },
  };
}
