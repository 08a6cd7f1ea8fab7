import type {
  Claim,
  ClaimedMessage,
  EarlyReceipts,
  LinkReceipt,
  QueuePlace,
  Settlement,
} from "../../../domain/delivery/claiming/claim.js";
import type { ReceiptEffect } from "../../../domain/delivery/states/receipt-state.js";
import type { Holding } from "../../../domain/delivery/claiming/link-slots.js";
import type { Submission, SubmitOutcome } from "../../../domain/delivery/submitting/submission.js";
import type { StateChange } from "../../../domain/status.js";
import type { DeliveryStore, LeaseRequest } from "../../../ports/delivery.js";
import type { OutboxStore } from "../../../ports/messages.js";
import type { Caller } from "../../script/calls.js";

/** Writes of the owner of delivery. */
export interface DeliveryWrites {
  own(request: LeaseRequest): Holding | null;
  disown(owner: string): null;
  claim(claim: Claim): readonly ClaimedMessage[];
  settle(settlements: readonly Settlement[]): readonly EarlyReceipts[];
  takeBack(input: { readonly owner: string; readonly known: readonly number[] }): null;
  reroute(input: Parameters<DeliveryStore["reroute"]>[0]): QueuePlace | null;
  receipts(receipts: readonly LinkReceipt[]): readonly (ReceiptEffect | "unmatched")[];
}

/** The methods of the port that are hot writes, by the calls of a writer. */
export function deliveryCalls(writer: Caller<DeliveryWrites>) {
  return {
    own: async (request) => (await writer.call("own", request)) ?? undefined,
    disown: async (owner) => {
      await writer.call("disown", owner);
    },
    claim: (claim) => writer.call("claim", claim),
    takeBack: async (owner, known) => {
      await writer.call("takeBack", { owner, known });
    },
    settle: async (settlements) => (settlements.length > 0 ? writer.call("settle", settlements) : []),
    reroute: async (input) => (await writer.call("reroute", input)) ?? undefined,
    receipts: (receipts) => writer.call("receipts", receipts),
  } satisfies Partial<DeliveryStore>;
}

/** Submissions, and states that are reported. */
export interface SubmissionWrites {
  submit(submission: Submission): SubmitOutcome;
  advance(changes: readonly StateChange[]): null;
}

/** As `deliveryCalls`. */
export function outboxCalls(writer: Caller<SubmissionWrites>) {
  return {
    submit: (submission, limit) => writer.call("submit", submission, limit),
    advance: async (changes) => {
      if (changes.length > 0) await writer.call("advance", changes);
    },
  } satisfies Partial<OutboxStore>;
}
