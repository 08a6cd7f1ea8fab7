import { isRefunded, refundedStates, type RefundReason, refundReasons } from "../../credit/refunds.js";
import type { ReportedMessage } from "../../usage/deliverability-counts.js";
import type { Tally } from "../../usage/tally.js";
import type { EndedMessage } from "../../usage/usage.js";
import { isFinal, type RecipientState } from "../../recipient-state.js";
import type { Ended } from "./transitions.js";

/** A recipient with a new final state, and the data for its counters and refund. */
export interface EndedRow extends EndedMessage, ReportedMessage {
  readonly id: number;
  readonly txn: number;
  /** Refund policy of its customer, as `refundText` writes it. */
  readonly refunds: string;
  /** 1 if it was refunded before; read only if there is a policy. */
  readonly refunded: 0 | 1;
}

/** Messages of a transaction that are refunded. */
export interface DueRefund {
  readonly txn: number;
  readonly at: number;
  readonly ids: readonly number[];
  /** Their final states. */
  readonly ends: readonly RecipientState[];
}

/** The policy as it is stored: reasons separated by commas. */
export function refundText(reasons: readonly RefundReason[]): string {
  return refundReasons.filter((reason) => reasons.includes(reason)).join();
}

export function refundPolicy(text: string): readonly RefundReason[] {
  const names = text.split(",");
  return refundReasons.filter((reason) => names.includes(reason));
}

/** Final states that are counted in groups, by state, and those for which `accountFor` needs a row each. */
export interface SplitEnds {
  readonly plain: ReadonlyMap<RecipientState, readonly number[]>;
  readonly others: readonly Ended[];
}

/** Splits transitions: the messages of `plain` had no final state before, and no policy refunds their new one. */
export function splitEnds(transitions: readonly Ended[]): SplitEnds {
  const plain = new Map<RecipientState, number[]>();
  const others: Ended[] = [];
  for (const transition of finalOnes(transitions)) {
    const { id, from, to, refund = false } = transition;
    if (isFinal(from) || refund || refundedStates[to] !== undefined) {
      others.push(transition);
      continue;
    }
    const ids = plain.get(to);
    if (ids === undefined) plain.set(to, [id]);
    else ids.push(id);
  }
  return { plain, others };
}

/** The transitions whose rows `accountFor` needs. */
export function finalOnes(transitions: readonly Ended[]): readonly Ended[] {
  return transitions.filter(({ to }) => isFinal(to));
}

/** Counts the final states of messages, and returns the refunds by transaction. */
export function accountFor(
  transitions: readonly Ended[],
  rowOf: (id: number) => EndedRow | undefined,
  tally: Tally,
): readonly DueRefund[] {
  const due = new Map<
    number,
    { readonly at: number; readonly ids: number[]; readonly ends: RecipientState[] }
  >();
  for (const transition of transitions) {
    const { id, from, to, at, refund = false } = transition;
    const row = rowOf(id);
    if (row === undefined) continue;
    tally.moved(row, transition);
    if (!refund && !isDue(row, from, to)) continue;
    const known = due.get(row.txn);
    if (known === undefined) due.set(row.txn, { at, ids: [id], ends: [to] });
    else {
      known.ids.push(id);
      known.ends.push(to);
    }
  }
  return [...due].map(([txn, each]) => ({ txn, ...each }));
}

/** Whether the policy of the customer refunds a message that was not refunded before. */
const isDue = ({ refunds, refunded }: EndedRow, from: RecipientState, to: RecipientState): boolean =>
  refunds !== "" && refunded === 0 && isRefunded(refundPolicy(refunds), from, to);
