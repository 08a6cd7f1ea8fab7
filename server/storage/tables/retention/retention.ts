import { carryForward, type LedgerPlace } from "../../../domain/credit/carrying.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import { text, integer } from "../../script/columns.js";
import { hasId } from "../../schema/numbers.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { subject } from "../../script/subject.js";
import { lockInboxes } from "../inbox/messages.js";
import { deleteResponses } from "../outbox/responses.js";
import { alone } from "../primitives.js";
import { foldDeliverability, gatherDeliverability } from "../usage/deliverability-counters.js";
import { eraseTexts, purgeTransactions } from "./messages.js";

const auditEntries = sql(
  `DELETE FROM audit WHERE id IN
     (WITH picked AS MATERIALIZED (SELECT id FROM audit WHERE at < $before ORDER BY id LIMIT $limit FOR UPDATE SKIP LOCKED) SELECT id FROM picked)`,
);
const failedCallbacks = sql(
  `DELETE FROM callback WHERE id IN
     (WITH picked AS MATERIALIZED (SELECT id FROM callback WHERE next_at IS NULL AND until < $before ORDER BY until LIMIT $limit FOR UPDATE SKIP LOCKED) SELECT id FROM picked)`,
);
const postedCallbacks = sql(
  `DELETE FROM posted_callback WHERE (recipient, part) IN
     (WITH picked AS MATERIALIZED (SELECT recipient, part FROM posted_callback WHERE at < $before ORDER BY at LIMIT $limit FOR UPDATE SKIP LOCKED) SELECT recipient, part FROM picked)`,
);

/** The entry with the highest number is needed: if it were deleted, SQLite would use the number for a new entry. */
const ledgerEntries = sql(
  `SELECT l.id, l.customer_id, l.kind, l.balance_after, l.at,
     CASE WHEN l.id = (SELECT max(id) FROM ledger)
       OR l.reason = 'refund' AND EXISTS (SELECT 1 FROM txn WHERE ${hasId("txn.id", "l.transaction_id")}) THEN 1 ELSE 0 END AS needed
   FROM ledger l WHERE l.id > $after ORDER BY l.id LIMIT $limit`,
  {
    id: integer(),
    customerId: integer(),
    kind: text<CreditKind>(),
    balanceAfter: integer(),
    at: integer(),
    needed: integer(),
  },
);
const carry = sql(
  `INSERT INTO ledger_carried (customer_id, kind, id, at, amount) VALUES ($customerId, $kind, $id, $at, $amount)
   ON CONFLICT (customer_id, kind) DO UPDATE SET id = excluded.id, amount = excluded.amount,
     at = CASE WHEN excluded.at > ledger_carried.at THEN excluded.at ELSE ledger_carried.at END`,
);
const removeEntries = sql("DELETE FROM ledger WHERE id = ANY ($ids::bigint[])");

const oldestIncoming = sql("SELECT id, customer_id, at FROM inbox_message ORDER BY id LIMIT $limit", {
  id: integer(),
  customerId: integer(),
  at: integer(),
});
const removeIncoming = sql("DELETE FROM inbox_message WHERE id = ANY ($ids::bigint[])");

/** Deletions of expired data. One process at a time does each of them. */
export const retention = subject("retention", {
  purgeTransactions,
  eraseTexts,
  foldDeliverability,
  gatherDeliverability,
  *purgeAudit(before: number, limit: number): Steps<boolean> {
    if (!(yield* alone("purge audit"))) return false;
    return (yield* run(auditEntries, { before, limit })) === limit;
  },
  *purgeCallbacks(before: number, limit: number): Steps<boolean> {
    if (!(yield* alone("purge callbacks"))) return false;
    const failed = yield* run(failedCallbacks, { before, limit });
    const posted = yield* run(postedCallbacks, { before, limit });
    return failed === limit || posted === limit;
  },
  *purgeInbox(before: number, limit: number): Steps<boolean> {
    if (!(yield* alone("purge inboxes"))) return false;
    const old = (yield* all(oldestIncoming, { limit })).filter(({ at }) => at < before);
    if (old.length === 0) return false;
    yield* lockInboxes(old.map(({ customerId }) => customerId));
    yield* run(removeIncoming, { ids: old.map(({ id }) => id) });
    return true;
  },
  *purgeLedger(place: LedgerPlace, before: number, limit: number): Steps<LedgerPlace | undefined> {
    if (!(yield* alone("purge ledger"))) return undefined;
    const entries = yield* all(ledgerEntries, { after: place.after, limit });
    const { carried, removed, next } = carryForward(entries, { before, limit, place });
    for (const { customerId, kind, id, at, amount } of carried)
      yield* run(carry, { customerId, kind, id, at, amount });
    if (removed.length > 0) yield* run(removeEntries, { ids: removed });
    return next ?? undefined;
  },
  *purgeClientTransactions(now: number, limit: number): Steps<boolean> {
    if (!(yield* alone("purge client transactions"))) return false;
    return (yield* run(deleteResponses, { now, limit })) === limit;
  },
});
