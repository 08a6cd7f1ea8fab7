import {
  messageState,
  type PartState,
  receiptEffect,
  type ReceiptEffect,
} from "../../../domain/outbox/receipt-state.js";
import { samePhone } from "../../../domain/outbox/message-id.js";
import type { LinkReceipt } from "../../../domain/outbox/claims.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { Move } from "../../../domain/outbox/counts.js";
import type { RecordMoves } from "../outbox/record-moves.js";
import type { Database } from "../engine/database.js";
import type { RouteTable } from "../../../domain/links/route-table.js";
import type { Unmatched } from "./unmatched.js";

interface PartRow {
  readonly recipient: number;
  readonly part: number;
  readonly state: PartState;
  readonly phone: string;
}

/**
 * The part that a receipt belongs to: of several ids that it may be, the one that went to the number it names. An id that is
 * only a guess must have gone there.
 */
function prepareFindPart(database: Database): (network: number, receipt: LinkReceipt) => PartRow | undefined {
  const find = database.prepare<PartRow>(
    `SELECT p.recipient, p.part, p.state, r.phone FROM sent_part p JOIN recipient r ON r.id = p.recipient
     WHERE p.network = ? AND p.key = ? AND p.key <> '' ORDER BY p.recipient DESC LIMIT 8`,
  );
  return (network, { keys, phone }) => {
    const found = keys.map((key) => find.all(network, key));
    const all = found.flat();
    if (phone === undefined) return all[0];
    return all.find((row) => samePhone(row.phone, phone)) ?? found[0]?.[0];
  };
}

interface RecipientRow {
  readonly txn: number;
  readonly state: RecipientState;
}

function asPartState(state: RecipientState): PartState | undefined {
  return state <= RecipientState.Submitting ? undefined : (state as PartState);
}

/** The state of a message after one of its parts has another; undefined when it stays. */
function prepareSummary(
  database: Database,
): (recipient: number, at: number, code: string | undefined) => Move | undefined {
  const parts = database.prepare<{ readonly state: PartState }>(
    "SELECT state FROM sent_part WHERE recipient = ?",
  );
  const find = database.prepare<RecipientRow>("SELECT txn, state FROM recipient WHERE id = ?");
  const update = database.prepare("UPDATE recipient SET state = ?, at = ?, error = ? WHERE id = ?");
  return (recipient, at, code) => {
    const row = find.get(recipient);
    const known = row === undefined ? undefined : asPartState(row.state);
    if (row === undefined || known === undefined) return undefined;
    const state = messageState(
      known,
      parts.all(recipient).map((part) => part.state),
    );
    if (state === known) return undefined;
    update.run(state, at, code ?? null, recipient);
    return { txn: row.txn, from: row.state, to: state, n: 1 };
  };
}

/** Prepares `DeliveryStore.receipts`, inside the transaction that is open. */
export function prepareReceipts(
  database: Database,
  recordMoves: RecordMoves,
  linkTable: () => RouteTable,
  unmatched: Unmatched,
): (receipts: readonly LinkReceipt[]) => readonly (ReceiptEffect | "unmatched")[] {
  const findPart = prepareFindPart(database);
  const summary = prepareSummary(database);
  const update = database.prepare(
    "UPDATE sent_part SET state = ?, at = ?, error = ? WHERE recipient = ? AND part = ?",
  );
  const contradict = database.prepare(
    "INSERT INTO contradiction (recipient, part, state, at, code) VALUES (?, ?, ?, ?, ?)",
  );
  const recordOne = (receipt: LinkReceipt, moves: Move[]): ReceiptEffect | "unmatched" => {
    const network = linkTable().networkOf(receipt.linkId) ?? 0;
    const part = findPart(network, receipt);
    if (part === undefined) {
      unmatched.keep(network, receipt);
      return "unmatched";
    }
    const { state, at, code } = receipt;
    const effect = receiptEffect(part.state, state);
    if (effect === "contradicts") contradict.run(part.recipient, part.part, state, at, code ?? null);
    if (effect !== "changes") return effect;
    update.run(state, at, code ?? null, part.recipient, part.part);
    const move = summary(part.recipient, at, code);
    if (move !== undefined) moves.push(move);
    return effect;
  };
  return (receipts) => {
    const moves: Move[] = [];
    const effects = receipts.map((receipt) => recordOne(receipt, moves));
    recordMoves(moves);
    return effects;
  };
}
