import type { LinkReceipt } from "../../../domain/outbox/claims.js";
import type { ReceiptEffect } from "../../../domain/outbox/receipt-state.js";
import { applied, matched } from "../../../domain/outbox/receipts.js";
import type { RouteTable } from "../../../domain/links/route-table.js";
import type { TransitionWrites } from "../outbox/transitions.js";
import type { SentParts } from "./sent-parts.js";
import type { Unmatched } from "./unmatched.js";

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
    for (const { network, receipt } of changes.kept) unmatched.keep(network, receipt);
    write(changes);
    return changes.effects;
  };
}
