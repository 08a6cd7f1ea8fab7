import { isFinal, type RecipientState } from "../../recipient-state.js";

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

/** Net change per transaction and state: many moves of one batch become few statements. Numbers of transactions may be of any size. */
export function netChanges(moves: readonly Move[]): readonly CountChange[] {
  const changes = new Map<number, Map<RecipientState, number>>();
  const add = (txn: number, state: RecipientState, n: number): void => {
    let states = changes.get(txn);
    if (states === undefined) changes.set(txn, (states = new Map<RecipientState, number>()));
    states.set(state, (states.get(state) ?? 0) + n);
  };
  for (const { txn, from, to, n } of moves) {
    if (from !== undefined) add(txn, from, -n);
    add(txn, to, n);
  }
  const net: CountChange[] = [];
  for (const [txn, states] of changes)
    for (const [state, n] of states) if (n !== 0) net.push({ txn, state, n });
  return net;
}

/** Transactions of which a recipient has reached a final state. */
export function withFinalMoves(moves: readonly Move[]): ReadonlySet<number> {
  return new Set(moves.filter(({ to }) => isFinal(to)).map(({ txn }) => txn));
}
