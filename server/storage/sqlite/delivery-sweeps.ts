import type { LinkStore } from "../../ports/links.js";
import { RecipientState } from "../../ports/store.js";
import type { CountMoves } from "./counts.js";
import type { Database } from "./database.js";
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
}

const submittedBefore = `
WITH RECURSIVE links (id) AS (
  SELECT min(link) FROM recipient WHERE state = 3
  UNION ALL
  SELECT (SELECT min(link) FROM recipient WHERE state = 3 AND link > links.id) FROM links WHERE id IS NOT NULL
)
SELECT r.id, r.txn FROM links JOIN recipient r ON r.state = 3 AND r.link = links.id AND r.at < ? LIMIT ?`;

export function deliverySweeps(
  database: Database,
  countMoves: CountMoves,
  erase: (transactions: Iterable<number>) => void,
): DeliverySweeps {
  const waitingTooLong = prepareWaitingTooLong(database);
  const submitted = database.prepare<Row>(submittedBefore);
  const held = database.prepare<Row>(
    "SELECT id, txn FROM recipient WHERE state = 2 AND worker IS NULL AND at < ? LIMIT ?",
  );
  const heldOne = database.prepare<Row>(
    "SELECT id, txn FROM recipient WHERE id = ? AND state = 2 AND worker IS NULL",
  );
  const end = database.prepare("UPDATE recipient SET state = ?, at = ?, error = ? WHERE id = ?");
  const again = database.prepare("UPDATE recipient SET state = 0, link = 0, uncertain = 1 WHERE id = ?");

  const finish = (
    rows: readonly Row[],
    from: RecipientState,
    to: RecipientState,
    at: number,
    error: string,
  ): number => {
    for (const { id } of rows) end.run(to, at, error, id);
    countMoves(rows.map(({ txn }) => ({ txn, from, to, n: 1 })));
    erase(new Set(rows.map(({ txn }) => txn)));
    return rows.length;
  };
  const { Queued, Submitting, Submitted, Expired, Unknown } = RecipientState;
  return {
    expire({ now, validity, limit }) {
      const before = now - validity;
      return finish(waitingTooLong(before, limit), Queued, Expired, now, "not sent in time");
    },
    giveUp: ({ before, now, limit }) =>
      finish(submitted.all(before, limit), Submitted, Unknown, now, "no receipt in time") +
      finish(held.all(before, limit), Submitting, Unknown, now, "no answer"),
    resolve({ ids, how, at }) {
      const rows =
        ids === "all"
          ? held.all(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
          : [...new Set(ids)].flatMap((id) => heldOne.all(id));
      if (how === "fail") return finish(rows, Submitting, Unknown, at, "given up by the operator");
      for (const { id } of rows) again.run(id);
      countMoves(rows.map(({ txn }) => ({ txn, from: Submitting, to: Queued, n: 1 })));
      return rows.length;
    },
  };
}
