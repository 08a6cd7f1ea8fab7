import { isFinal, RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import type { Submission, SubmitOutcome } from "#server/domain/delivery/submitting/submission.js";

/** A recipient as the model sees it. */
interface ModelRecipient {
  readonly transactionId: string;
  state: RecipientState;
  dueAt: number;
}

/** An outcome without the number of the transaction, which the store chooses. */
type ModelOutcome = Omit<Accepted, "number">;
type Accepted = Extract<SubmitOutcome, { readonly kind: "accepted" }>;

/** The store in the simplest form there is: what the real one is compared with. */
export class Model {
  readonly floor: number;
  balance = 0;
  readonly ledger: number[] = [];
  /** In the order of submission. */
  readonly recipients: ModelRecipient[] = [];
  readonly clients = new Map<string, { readonly contentHash: string; readonly outcome: ModelOutcome }>();

  constructor(floor: number) {
    this.floor = floor;
  }

  book(delta: number): boolean {
    if (this.balance + delta < this.floor) return false;
    this.balance += delta;
    if (delta !== 0) this.ledger.push(delta);
    return true;
  }

  submit(submission: Submission): ModelOutcome | Exclude<SubmitOutcome, Accepted> {
    const { transactionId, clientTransaction, charge, dueAt } = submission;
    const known = this.clients.get(clientTransaction?.id ?? "");
    if (known !== undefined && known.contentHash !== clientTransaction?.contentHash)
      return { kind: "conflict" };
    if (known !== undefined) return { ...known.outcome, kind: "repeated" };
    if (!this.book(0 - charge.amount)) return { kind: "insufficientCredit" };
    this.recipients.push(
      ...Array.from<unknown, ModelRecipient>(submission.recipients, () => ({
        transactionId,
        state: RecipientState.Queued,
        dueAt,
      })),
    );
    const outcome = { kind: "accepted", transactionId, refused: [], balanceAfter: this.balance } as const;
    if (clientTransaction !== undefined) {
      this.clients.set(clientTransaction.id, { contentHash: clientTransaction.contentHash, outcome });
    }
    return outcome;
  }

  /** Places of the recipients that a claim takes; the store's ids count the same way, from 1. */
  claim(now: number, limit: number): readonly number[] {
    const due = [...this.recipients.entries()]
      .filter(([, { state, dueAt }]) => state === RecipientState.Queued && dueAt <= now)
      .sort(([a, left], [b, right]) => left.dueAt - right.dueAt || a - b)
      .slice(0, limit);
    for (const [, recipient] of due) {
      recipient.state = RecipientState.Submitting;
    }
    return due.map(([index]) => index);
  }

  advance(index: number, state: RecipientState): void {
    const recipient = this.recipients[index];
    if (recipient === undefined || isFinal(recipient.state)) return;
    if (state > recipient.state) recipient.state = state;
  }

  counts(transactionId: string): ReadonlyMap<RecipientState, number> {
    const counts = new Map<RecipientState, number>();
    for (const recipient of this.recipients) {
      if (recipient.transactionId !== transactionId) continue;
      counts.set(recipient.state, (counts.get(recipient.state) ?? 0) + 1);
    }
    return counts;
  }
}

/** The real store beside the model. */
export interface Real {
  readonly store: Store;
  now: number;
  transactions: number;
}
