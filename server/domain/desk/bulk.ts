import { type RefundedRow, type RefundRefusal, refundRefusal, refundShare } from "../credit/refunds.js";
import { RecipientState } from "../recipient-state.js";
import { resendRefusal, type ResendRefusal } from "./resend.js";
import type { MessageFilter, SearchPlace } from "./search.js";

/** What is done with every message of a search. */
export const bulkKinds = ["refund", "cancel", "resend"] as const;
export type BulkKind = (typeof bulkKinds)[number];

/** `counting` and `running` go on by themselves; `counted` waits for an operator, `done` and `stopped` have ended. */
export const bulkStates = ["counting", "counted", "running", "done", "stopped"] as const;
export type BulkState = (typeof bulkStates)[number];

/** Why a message of the search is left out. */
export const leftOutReasons = [
  ...(["open", "free", "done"] satisfies RefundRefusal[]),
  ...(["notWaiting", "campaign", "sentAgain"] as const),
  ...(["waiting", "inFlight", "held", "accepted", "delivered", "notSendable", "private"] as const),
] as const satisfies readonly (RefundRefusal | ResendRefusal | "notWaiting" | "campaign" | "sentAgain")[];
export type LeftOut = (typeof leftOutReasons)[number];

type Counts<Name extends string> = Readonly<Partial<Record<Name, number>>>;

/** Figures of the messages of a run. */
export interface BulkCounts {
  /** Messages of the search, with those that were left out. */
  readonly found: number;
  readonly messages: number;
  /** Thousandths of a credit. */
  readonly amount: number;
  /** Messages by the number of their customer. */
  readonly customers: Readonly<Record<string, number>>;
  readonly leftOut: Counts<LeftOut>;
}

export const noCounts: BulkCounts = { found: 0, messages: 0, amount: 0, customers: {}, leftOut: {} };

/** The transaction of the last messages of a slice: those of the next slice may be of it too. */
export interface LastTransaction {
  readonly txn: number;
  /** Messages of it so far that a refund is due for. */
  readonly due: number;
}

/** A run: an action for the messages that a search finds, of those that were accepted before it was made. */
export interface BulkRun {
  readonly id: number;
  readonly kind: BulkKind;
  readonly state: BulkState;
  /** Conditions as they were typed, for people. */
  readonly search: Readonly<Record<string, string>>;
  readonly filter: MessageFilter;
  /** For the ledger. */
  readonly reference: string | undefined;
  readonly who: string;
  /** When it was made; its messages were accepted before. */
  readonly at: number;
  readonly startedAt: number | undefined;
  /** Last change. */
  readonly changedAt: number;
  /** Behind the last message that was counted, or worked on; undefined before the first. */
  readonly place: SearchPlace | undefined;
  readonly last: LastTransaction | undefined;
  readonly counted: BulkCounts;
  readonly done: BulkCounts;
  /** Why it was stopped, or who has stopped it. */
  readonly note: string | undefined;
}

/** A message as a run looks at it. */
export interface BulkMessage {
  readonly id: number;
  readonly txn: number;
  readonly customerId: number;
  readonly phone: string;
  readonly state: RecipientState;
  readonly claimed: number;
  readonly uncertain: number;
  readonly sentParts: number;
  readonly refunded: number;
  readonly hidden: boolean;
  readonly campaign: 0 | 1;
  /** Id of the transaction whose messages were sent first. */
  readonly original: string;
  /** 1 if a later message is this one, sent again. */
  readonly sentAgain: number;
}

/** The transaction of messages. */
export interface BulkTransaction extends RefundedRow {
  readonly txn: number;
}

type Refusal = (message: BulkMessage, txn: BulkTransaction | undefined) => LeftOut | undefined;

const refusals: Readonly<Record<BulkKind, Refusal>> = {
  refund: (message, txn) => (txn === undefined ? "free" : refundRefusal(message, txn)),
  cancel: ({ state, campaign }) => {
    if (state !== RecipientState.Queued) return "notWaiting";
    return campaign === 1 ? "campaign" : undefined;
  },
  resend: (message) => {
    if (message.sentAgain === 1) return "sentAgain";
    const reason = resendRefusal(message, []);
    return reason === "copyOpen" ? "sentAgain" : reason;
  },
};

/** Whether the charge of a cancelled message goes back: no network has anything of it. */
const isUnsent = ({ uncertain, sentParts }: BulkMessage): boolean => uncertain === 0 && sentParts === 0;

/** What is due for the messages of a slice. */
export interface SlicePlan {
  readonly due: readonly BulkMessage[];
  readonly figures: BulkCounts;
  readonly last: LastTransaction | undefined;
}

/** What is due for messages of a slice, behind the transaction that the slice before ended in. */
export function sliceOf(
  kind: BulkKind,
  messages: readonly BulkMessage[],
  transactions: readonly BulkTransaction[],
  last: LastTransaction | undefined,
): SlicePlan {
  const byTxn = new Map(transactions.map((each) => [each.txn, each]));
  const leftOut: Partial<Record<LeftOut, number>> = {};
  const seen = new Set<string>();
  // The newest first, as the search is: of a message and its copies, the last one counts.
  const due = [...messages]
    .sort((one, other) => other.id - one.id)
    .filter((message) => {
      const key = `${message.original} ${message.phone}`;
      const isCopied = kind === "resend" && seen.has(key);
      seen.add(key);
      const reason = isCopied ? "sentAgain" : refusals[kind](message, byTxn.get(message.txn));
      if (reason !== undefined) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
      return reason === undefined;
    });
  const { amount, next } = amountOf(kind, due, byTxn, last);
  const customers: Record<string, number> = {};
  for (const { customerId } of due) customers[customerId] = (customers[customerId] ?? 0) + 1;
  const figures = { found: messages.length, messages: due.length, amount, customers, leftOut };
  return { due, figures, last: next };
}

/** Refunds for messages: rounded as those of one call, however many slices the messages of a transaction are in. */
function amountOf(
  kind: BulkKind,
  due: readonly BulkMessage[],
  transactions: ReadonlyMap<number, BulkTransaction>,
  last: LastTransaction | undefined,
): { readonly amount: number; readonly next: LastTransaction | undefined } {
  const counts = new Map<number, number>();
  for (const message of due)
    if (kind === "refund" || (kind === "cancel" && isUnsent(message)))
      counts.set(message.txn, (counts.get(message.txn) ?? 0) + 1);
  let amount = 0;
  let next = last;
  for (const [txn, count] of counts) {
    const charged = transactions.get(txn);
    const before = last?.txn === txn ? last.due : 0;
    if (charged !== undefined) amount += refundShare(charged, before + count) - refundShare(charged, before);
    next = { txn, due: before + count };
  }
  return { amount, next };
}

function added<Name extends string>(one: Counts<Name>, other: Counts<Name>): Counts<Name> {
  const sum: Partial<Record<Name, number>> = { ...one };
  for (const [name, count] of Object.entries<number | undefined>(other)) {
    // Entries have the names of the object.
    const key = name as Name;
    sum[key] = (sum[key] ?? 0) + (count ?? 0);
  }
  return sum;
}

/** Figures with those of a further slice. */
export const addCounts = (sum: BulkCounts, slice: BulkCounts): BulkCounts => ({
  found: sum.found + slice.found,
  messages: sum.messages + slice.messages,
  amount: sum.amount + slice.amount,
  customers: added(sum.customers, slice.customers) as BulkCounts["customers"],
  leftOut: added(sum.leftOut, slice.leftOut),
});

/** Messages of one commit of a run: a message that is sent again costs more than others. */
export const mostOfSlice: Readonly<Record<BulkKind, number>> = { refund: 100, cancel: 100, resend: 25 };
