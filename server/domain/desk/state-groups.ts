import { RecipientState } from "../recipient-state.js";
import { deferred, statusTable } from "../status.js";

/** States of messages that a search may ask for together: the elements of their statuses. */
export interface StateCondition {
  readonly elements: readonly string[];
  /** Whether the message waits for a decision of the operator; undefined if that does not matter. */
  readonly held?: boolean | undefined;
}

const elementsOf = (...states: readonly RecipientState[]): readonly string[] => [
  ...new Set(states.map((state) => statusTable[state].element)),
];

const { Queued, Submitting, Submitted, Enroute, Accepted, Delivered } = RecipientState;
const { Undeliverable, Expired, Deleted, Unknown, Rejected, Failed } = RecipientState;
const { OptedOut, InvalidNumber, Blacklisted } = RecipientState;

/** Groups of states; `docs/reference/statuses.md` holds the same table. Every status is in exactly one, `InProcessNow` in two. */
export const stateGroups = {
  delivered: { elements: elementsOf(Delivered) },
  failed: {
    elements: elementsOf(
      ...[Undeliverable, Expired, Unknown, Rejected, Failed],
      ...[OptedOut, InvalidNumber, Blacklisted],
    ),
  },
  waiting: { elements: [deferred.element, ...elementsOf(Queued, Submitting)], held: false },
  sent: { elements: elementsOf(Submitted, Enroute, Accepted) },
  uncertain: { elements: elementsOf(Submitting), held: true },
  cancelled: { elements: elementsOf(Deleted) },
} as const satisfies Readonly<Record<string, StateCondition>>;

export type StateGroup = keyof typeof stateGroups;
export const stateGroupNames = Object.keys(stateGroups) as readonly StateGroup[];
