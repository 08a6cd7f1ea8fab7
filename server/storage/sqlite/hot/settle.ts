import type { RouteTable } from "../../../domain/delivery/routing/route-table.js";
import type { PartPlace } from "../../../domain/delivery/receipts/tracked-message.js";
import type { EarlyReceipts, Settlement, LinkReceipt } from "../../../domain/delivery/claiming/claim.js";
import type { ClaimMemory } from "../../../domain/delivery/claiming/round.js";
import { type FailedAttempt, keptAttempts } from "../../../domain/delivery/settling/failed-attempt.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import {
  acceptedKeys,
  acceptedParts,
  type AttemptRow,
  type NetworkOf,
  type Requeued,
  settle,
  type SingleSettlement,
  splitSettlements,
} from "../../../domain/delivery/settling/settle.js";
import type { Database } from "../engine/database.js";
import type { TransitionWrites } from "./transitions.js";
import type { SentParts } from "./sent-parts.js";
import type { Unmatched } from "./unmatched.js";
import type { ReceiptEffect } from "../../../domain/delivery/states/receipt-state.js";
import { applied, matched } from "../../../domain/delivery/receipts/receipt.js";

export type Settle = (settlements: readonly Settlement[]) => readonly EarlyReceipts[];

function prepareRequeue(database: Database, memory: ClaimMemory): (requeued: readonly Requeued[]) => void {
  const queue = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Queued}, at = ?, worker = NULL, next_at = ?, link = ?,
       attempts = attempts + ?, deferrals = deferrals + ?, uncertain = ?, error = ? WHERE id = ?`,
  );
  return (requeued) => {
    for (const { id, at, nextAt, linkId, attempts, deferrals, uncertain, error } of requeued) {
      queue.run(at, nextAt, linkId, attempts, deferrals, Number(uncertain), error ?? null, id);
      memory.returned(linkId, nextAt);
    }
  };
}

/** Prepares to store failed attempts; the latest take the places of the earliest. Their numbers count deferrals too. */
function prepareKeepFailed(database: Database): (attempts: readonly FailedAttempt[]) => void {
  const keep = database.prepare(
    `INSERT INTO failed_attempt (recipient, slot, number, at, link, outcome, code)
     SELECT id, (attempts + deferrals) % ${keptAttempts}, attempts + deferrals, ?, ?, ?, ? FROM recipient WHERE id = ?
     ON CONFLICT (recipient, slot) DO UPDATE
     SET number = excluded.number, at = excluded.at, link = excluded.link, outcome = excluded.outcome, code = excluded.code`,
  );
  return (attempts) => {
    for (const { recipient, at, linkId, outcome, code } of attempts)
      keep.run(at, linkId, outcome, code, recipient);
  };
}

/**
 * Prepares the `single` settlements of `splitSettlements` by one conditional update each, for recipients that are alone in their
 * transactions; returns those that remain for `settle`.
 */
function prepareSettleSingle(
  database: Database,
  sentParts: SentParts,
  unmatched: Unmatched,
): (settlements: readonly SingleSettlement[], networkOf: NetworkOf) => readonly Settlement[] {
  const submit = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Submitted}, at = ?, next_at = ?, worker = NULL, error = NULL
     WHERE id = ? AND state = ${RecipientState.Submitting} AND counted = 0
       AND NOT EXISTS (SELECT 1 FROM sent_part WHERE recipient = recipient.id)`,
  );
  const hasReceipt = ({ network, key }: PartPlace): boolean => unmatched.under(network, key).length > 0;
  return (settlements, networkOf) => {
    const keys = acceptedKeys(settlements, networkOf);
    const mayHaveReceipts = keys.length > 0 && unmatched.some();
    return settlements.filter((settlement) => {
      const { recipientId, at } = settlement;
      if (mayHaveReceipts && acceptedKeys([settlement], networkOf).some(hasReceipt)) return true;
      if (submit.run(at, at, recipientId).changes === 0) return true;
      sentParts.accept(acceptedParts(settlement, networkOf));
      return false;
    });
  };
}

interface SettleParts {
  readonly sentParts: SentParts;
  readonly unmatched: Unmatched;
  readonly memory: ClaimMemory;
}

/** Prepares `DeliveryStore.settle`, inside the transaction that is open. */
export function prepareSettle(
  database: Database,
  transitions: TransitionWrites,
  linkTable: () => RouteTable,
  { sentParts, unmatched, memory }: SettleParts,
): Settle {
  const find = database.prepare<AttemptRow>(
    "SELECT id, txn, phone, state, at AS changedAt, error, worker FROM recipient WHERE id = ?",
  );
  const keepFailed = prepareKeepFailed(database);
  const requeue = prepareRequeue(database, memory);
  const settleSingle = prepareSettleSingle(database, sentParts, unmatched);
  return (all) => {
    const table = linkTable();
    const networkOf = (linkId: number): number | undefined => table.networkOf(linkId);
    const { single, others } = splitSettlements(all);
    const settlements = [...others, ...settleSingle(single, networkOf)];
    if (settlements.length === 0) return [];
    const ids = [...new Set(settlements.map(({ recipientId }) => recipientId))];
    const changes = settle({
      settlements,
      networkOf,
      attempts: ids.flatMap((id) => find.get(id) ?? []),
      parts: ids.flatMap((id) => sentParts.of(id)),
      unmatched: acceptedKeys(settlements, networkOf).flatMap(({ network, key }) =>
        unmatched.under(network, key),
      ),
    });
    unmatched.remove(changes.usedReceipts);
    sentParts.accept(changes.parts);
    sentParts.report(changes.reported);
    sentParts.contradict(changes.contradictions);
    keepFailed(changes.failed);
    requeue(changes.requeued);
    transitions.write(changes);
    return changes.early;
  };
}

/** Prepares `DeliveryStore.receipts`, inside the transaction that is open. */
export function prepareReceipts(
  { write }: TransitionWrites,
  linkTable: () => RouteTable,
  sentParts: SentParts,
  unmatched: Unmatched,
): (receipts: readonly LinkReceipt[]) => readonly (ReceiptEffect | "unmatched")[] {
  return (receipts) => {
    const table = linkTable();
    const matches = matched(
      receipts.map((receipt) => {
        const network = table.networkOf(receipt.linkId) ?? 0;
        return { network, receipt, candidates: receipt.keys.map((key) => sentParts.under(network, key)) };
      }),
    );
    const messages = new Set(matches.flatMap(({ found }) => found?.id ?? []));
    const parts = [...messages].flatMap((id) => sentParts.of(id));
    const changes = applied(matches, parts);
    sentParts.report(changes.parts);
    sentParts.contradict(changes.contradictions);
    unmatched.keep(changes.kept);
    write(changes);
    return changes.effects;
  };
}
