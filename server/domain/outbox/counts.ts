import { isFinal, type RecipientState } from "./recipient-state.js";

/** Recipients of a transaction that go from one state to another; `from` undefined for new ones. */
export interface Move {
  readonly txn: number;
  readonly from: RecipientState | undefined;
  readonly to: RecipientState;
  readonly n: number;
}

/** How much the number of recipients of a transaction in a state changes by; never 0. */
export interface CountChange {
  readonly txn: number;
  readonly state: RecipientState;
  readonly n: number;
}

/** More than the number of states. */
const perTransaction = 16;

/** Net change per transaction and state: many moves of one batch become few statements. */
export function netChanges(moves: readonly Move[]): readonly CountChange[] {
  const changes = new Map<number, { txn: number; state: RecipientState; n: number }>();
  const add = (txn: number, state: RecipientState, n: number): void => {
    const place = txn * perTransaction + state;
    const change = changes.get(place);
    if (change === undefined) changes.set(place, { txn, state, n });
    else change.n += n;
  };
  for (const { txn, from, to, n } of moves) {
    if (from !== undefined) add(txn, from, -n);
    add(txn, to, n);
  }
  return [...changes.values()].filter(({ n }) => n !== 0);
}

/** Transactions of which a recipient has reached a final state. */
export function withFinalMoves(moves: readonly Move[]): ReadonlySet<number> {
  return new Set(moves.filter(({ to }) => isFinal(to)).map(({ txn }) => txn));
}
