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

/** Net change per transaction and state: many moves of one batch become few statements. */
export function netChanges(moves: readonly Move[]): readonly CountChange[] {
  const changes = new Map<number, Map<RecipientState, number>>();
  for (const { txn, from, to, n } of moves) {
    const states = changes.get(txn) ?? new Map<RecipientState, number>();
    changes.set(txn, states);
    if (from !== undefined) states.set(from, (states.get(from) ?? 0) - n);
    states.set(to, (states.get(to) ?? 0) + n);
  }
  return [...changes].flatMap(([txn, states]) =>
    [...states].filter(([, n]) => n !== 0).map(([state, n]) => ({ txn, state, n })),
  );
}

/** Transactions of which a recipient has reached a final state. */
export function withFinalMoves(moves: readonly Move[]): ReadonlySet<number> {
  return new Set(moves.filter(({ to }) => isFinal(to)).map(({ txn }) => txn));
}
