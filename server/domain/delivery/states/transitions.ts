import type { Move } from "./counts.js";
import { isFinal, RecipientState } from "../../recipient-state.js";
import type { StateChange } from "../../status.js";

/** A recipient whose state may change. */
export interface StateRow {
  readonly id: number;
  readonly txn: number;
  readonly state: RecipientState;
}

/** One that may have a final state: when it got its state, absent where it has none. */
export interface TrackedRow extends StateRow {
  readonly changedAt?: number;
  readonly error?: string | null;
}

/** The new state of a recipient, at most one per recipient; drivers may write it only over `from`. */
export interface Transition {
  readonly id: number;
  readonly from: RecipientState;
  readonly to: RecipientState;
  readonly at: number;
  readonly error: string | undefined;
  /** Time of acceptance by the network; undefined unless this transition is the acceptance. */
  readonly since?: number | undefined;
  /** True if the message is refunded regardless of the policy of its customer. */
  readonly refund?: boolean;
  /** Time and error of the final state that it replaces. */
  readonly before?: { readonly at: number; readonly error: string | null } | undefined;
}

/** A recipient with a new state. */
export type Ended = Pick<Transition, "id" | "from" | "to" | "at" | "refund" | "before"> &
  Partial<Pick<Transition, "error">>;

export interface Transitions {
  readonly transitions: readonly Transition[];
  readonly moves: readonly Move[];
}

const { Queued, Submitting, Submitted, Enroute, Accepted, Expired, Unknown, OptedOut } = RecipientState;

/** Sweeps by time or by the operator: the states that they end, and the resulting state. */
export const sweeps = {
  expired: { from: [Queued], to: Expired, error: "not sent in time" },
  unreported: { from: [Submitted, Enroute, Accepted], to: Unknown, error: "no receipt in time" },
  unanswered: { from: [Submitting], to: Unknown, error: "no answer" },
  givenUp: { from: [Submitting], to: Unknown, error: "given up by the operator" },
} as const satisfies Readonly<Record<string, Sweep>>;

interface Sweep {
  readonly from: readonly RecipientState[];
  readonly to: RecipientState;
  readonly error: string;
}

/** What decides when delivery is given up. */
export interface Validity {
  /** When the first attempt was due. */
  readonly dueAt: number;
  readonly validUntil?: number | undefined;
}

/** When delivery is given up: `validity` milliseconds after the first attempt was due, unless the message says otherwise. */
export function endOfDelivery({ dueAt, validUntil }: Validity, validity: number): number {
  return validUntil ?? dueAt + validity;
}

/** Returns whether a message is too old to be sent. */
export function isExpired(message: Validity, validity: number, now: number): boolean {
  return endOfDelivery(message, validity) <= now;
}

/** Queued messages that a claim does not send. */
export interface Unsent<Row> {
  readonly expired: readonly Row[];
  /** Their recipients have opted out since they were accepted. */
  readonly optedOut: readonly Row[];
}

/** Ends queued messages that a claim does not send; the policy of a customer does not matter for those of recipients that opted out. */
export function endedByClaim(
  { expired, optedOut }: Unsent<Pick<StateRow, "id">>,
  at: number,
): readonly Ended[] {
  const { to, error } = sweeps.expired;
  return [
    ...expired.map(({ id }) => ({ id, from: Queued, to, at, error })),
    ...optedOut.map(({ id }) => ({ id, from: Queued, to: OptedOut, at, refund: true })),
  ];
}

/** Ends the messages that a sweep has found. */
export function ended(rows: readonly StateRow[], sweep: keyof typeof sweeps, at: number): Transitions {
  const { from, to, error }: Sweep = sweeps[sweep];
  const found = rows.filter(({ state }) => from.includes(state));
  return {
    transitions: found.map(({ id, state }) => ({ id, from: state, to, at, error })),
    moves: found.map(({ txn, state }) => ({ txn, from: state, to, n: 1 })),
  };
}

/** Puts the messages that the operator has sent again back into the queue; `ids`: any link may take them, and they are uncertain. */
export function sentAgain(
  rows: readonly StateRow[],
): Pick<Transitions, "moves"> & { readonly ids: readonly number[] } {
  const held = rows.filter(({ state }) => state === Submitting);
  return {
    ids: held.map(({ id }) => id),
    moves: held.map(({ txn, state }) => ({ txn, from: state, to: Queued, n: 1 })),
  };
}

/** Records reported states: they only move forward, and the first final one stays. Unknown recipients are ignored. */
export function advanced(rows: readonly StateRow[], changes: readonly StateChange[]): Transitions {
  const known = new Map(rows.map((row) => [row.id, row]));
  const last = new Map<number, Transition>();
  for (const { recipientId: id, state: to, at, error } of changes) {
    const row = known.get(id);
    const before = last.get(id);
    const state = before?.to ?? row?.state;
    if (row === undefined || state === undefined || isFinal(state) || to <= state) continue;
    const taken = state < Submitted && to >= Submitted ? at : undefined;
    last.set(id, { id, from: row.state, to, at, error, since: before?.since ?? taken });
  }
  const transitions = [...last.values()];
  const moves = transitions.map(({ id, from, to }) => ({ txn: known.get(id)?.txn ?? 0, from, to, n: 1 }));
  return { transitions, moves };
}
