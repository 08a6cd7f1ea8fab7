import type { AccountKey, ListedAlert } from "../../../domain/callbacks/alerts.js";
import type { LowBalance } from "../../../domain/credit/statement.js";
import type { AlertStore } from "../../../ports/alerts.js";
import { alertCalls, alertQueueCalls, type AlertWrites } from "../../protocol/alert-writes.js";
import type { Caller } from "../../script/calls.js";
import {
  alertColumns,
  alertLists,
  alertOf,
  type AlertRow,
  becameLowText,
  discardText,
  lastFollowedText,
  noAttempt,
  recoveredText,
  recoverText,
} from "../../rows/alert-row.js";
import type { Database } from "../engine/database.js";
import { prepareNumbered } from "../engine/numbered.js";

export function alertStore(database: Database, writer: Caller<AlertWrites>): AlertStore {
  const last = prepareNumbered<{ readonly id: number | null }>(database, lastFollowedText);
  const added = prepareNumbered<LowBalance>(database, becameLowText);
  const removed = prepareNumbered<AccountKey>(database, recoveredText);
  const customers = database.prepare<{ readonly id: number }>(
    "SELECT DISTINCT customer_id AS id FROM balance_alert WHERE next_at <= ?",
  );
  const due = database.prepare<AlertRow>(
    `SELECT ${alertColumns} FROM balance_alert b JOIN customer_callback c ON c.customer_id = b.customer_id
     WHERE b.customer_id = ? AND b.next_at <= ? ORDER BY b.next_at, b.id LIMIT +?`,
  );
  const lists = {
    failed: prepareNumbered<ListedAlert>(database, alertLists.failed),
    waiting: prepareNumbered<ListedAlert>(database, alertLists.waiting),
  };
  return {
    list: async ({ customerId, failed }, limit, before = Number.MAX_SAFE_INTEGER) =>
      lists[failed ? "failed" : "waiting"].all(before, customerId ?? null, limit),
    ...alertCalls(writer, {
      last: async (after, limit) => last.all(after, limit)[0]?.id ?? undefined,
      changes: async (after, upTo, before) => ({
        added: added.all(after, upTo, before),
        removed: removed.all(after, upTo),
      }),
    }),
    queue: {
      ...alertQueueCalls(writer),
      customers: async (now) => customers.all(now).map(({ id }) => id),
      due: async (customerId, now, limit) => due.all(customerId, now, limit).map(alertOf),
      // Only one process posts, and it tracks its own posts.
      take: async () => true,
    },
  };
}

/** Prepares every change of alerts on one connection. */
export function alertWrites(database: Database): AlertWrites {
  const add = database.prepare(
    `INSERT INTO balance_alert (customer_id, kind, remaining, threshold, at, next_at, until)
     SELECT customer_id, ?, ?, ?, ?, ?, ? FROM customer_callback WHERE customer_id = ? ON CONFLICT DO NOTHING`,
  );
  const replace = database.prepare(
    "DELETE FROM balance_alert WHERE customer_id = ? AND kind = ? AND recovered = 1",
  );
  const discard = prepareNumbered(database, discardText);
  const recover = prepareNumbered(database, recoverText);
  const end = database.prepare("UPDATE balance_alert SET next_at = NULL, failure = NULL WHERE id = ?");
  const postpone = database.prepare(
    "UPDATE balance_alert SET attempts = attempts + 1, next_at = ?, failure = ? WHERE id = ? AND next_at IS NOT NULL",
  );
  const expire = database.prepare<{ readonly customerId: number }>(
    `UPDATE balance_alert SET next_at = NULL, failure = ifnull(failure, '${noAttempt}') WHERE id IN
       (SELECT id FROM balance_alert WHERE next_at IS NOT NULL AND until <= ? ORDER BY until LIMIT +?)
     RETURNING customer_id AS customerId`,
  );
  return {
    changeAlerts({ added, removed, now, until }) {
      for (const { customerId, kind } of removed) {
        discard.run(customerId, kind);
        recover.run(customerId, kind);
      }
      for (const { customerId, kind, left, threshold } of added) {
        replace.run(customerId, kind);
        add.run(kind, left, threshold, now, now, until, customerId);
      }
      return null;
    },
    endAlert(id) {
      end.run(id);
      return null;
    },
    postponeAlert: ({ id, nextAt, failure }) => postpone.run(nextAt, failure, id).changes > 0,
    expireAlerts: ({ now, limit }) => expire.all(now, limit).map(({ customerId }) => customerId),
  };
}
