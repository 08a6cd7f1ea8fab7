import { isFinal } from "../../recipient-state.js";
import type { LinkReceipt } from "../claiming/claim.js";
import { samePhone } from "../submitting/message-id.js";
import type { ReceiptEffect } from "../states/receipt-state.js";
import type { TrackedRow, Transitions } from "../states/transitions.js";
import { type Contradiction, partsByMessage, type PartRow, TrackedMessage } from "./tracked-message.js";

/** A part, and the message that it belongs to: `state` is that of the message. */
export interface KeyedPartRow extends TrackedRow {
  readonly part: number;
  readonly phone: string;
}

/** A receipt and its network. */
export interface NetworkReceipt {
  readonly network: number;
  readonly receipt: LinkReceipt;
}

/** A receipt with candidate parts: for each of its keys the parts under it, the newest first. */
export interface ReceiptRow extends NetworkReceipt {
  readonly candidates: readonly (readonly KeyedPartRow[])[];
}

/** A receipt with its part; undefined if it is unmatched. */
export interface Match extends NetworkReceipt {
  readonly found: KeyedPartRow | undefined;
}

/** The newest part under the likeliest key of a receipt that fits its number: no older one would be preferred. */
function certain({ receipt: { phone }, candidates: [likeliest = []] }: ReceiptRow): KeyedPartRow | undefined {
  return likeliest.find((part) => phone === undefined || samePhone(part.phone, phone));
}

/** Whether no older part under the keys of a receipt would be preferred. */
export function isCertain(row: ReceiptRow): boolean {
  return certain(row) !== undefined;
}

/** Whether a message that still waits for a receipt is certain: a newer one under the same key is not to be expected. */
export function isExpected(row: ReceiptRow): boolean {
  const found = certain(row);
  return found !== undefined && !isFinal(found.state);
}

/**
 * Finds the part that each receipt belongs to: among several candidates, the one to the number in the receipt. An id in
 * an assumed base counts only with a matching number.
 */
export function matched(receipts: readonly ReceiptRow[]): readonly Match[] {
  return receipts.map(({ network, receipt, candidates }) => {
    const { phone } = receipt;
    const all = candidates.length === 1 ? (candidates[0] ?? []) : candidates.flat();
    const found =
      phone === undefined ? all[0] : (all.find((part) => samePhone(part.phone, phone)) ?? candidates[0]?.[0]);
    return { network, receipt, found };
  });
}

export interface ReceiptChanges extends Transitions {
  readonly parts: readonly PartRow[];
  readonly contradictions: readonly Contradiction[];
  /** Unmatched receipts, kept until the response to their submission arrives. */
  readonly kept: readonly NetworkReceipt[];
  /** One per receipt. */
  readonly effects: readonly (ReceiptEffect | "unmatched")[];
}

/** Applies receipts in their order. `parts`: all parts of the messages that they belong to. */
export function applied(matches: readonly Match[], parts: readonly PartRow[]): ReceiptChanges {
  const partsOf = partsByMessage(parts);
  const messages = new Map<number, TrackedMessage>();
  const messageOf = (row: KeyedPartRow): TrackedMessage => {
    const known = messages.get(row.id);
    if (known !== undefined) return known;
    const message = new TrackedMessage(row, partsOf.get(row.id) ?? []);
    messages.set(row.id, message);
    return message;
  };
  const contradictions: Contradiction[] = [];
  const effects = matches.map(({ receipt, found }) => {
    if (found === undefined) return "unmatched";
    const message = messageOf(found);
    const effect = message.report(found.part, receipt);
    message.endStep();
    const { state, at, code = null } = receipt;
    if (effect === "contradicts")
      contradictions.push({ recipient: found.id, part: found.part, state, at, code });
    return effect;
  });
  const changed = [...messages.values()];
  return {
    contradictions: [...contradictions, ...changed.flatMap(({ replaced }) => replaced)],
    effects,
    parts: changed.flatMap((message) => message.reportedParts()),
    transitions: changed.flatMap(({ transition }) => transition ?? []),
    moves: changed.flatMap((message) => message.moves()),
    kept: matches.filter(({ found }) => found === undefined),
  };
}
