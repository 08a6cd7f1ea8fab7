import { RecipientState } from "../domain/recipient-state.js";
import type { PolledGateway } from "../ports/gateway.js";
import type { OutboxStore } from "../ports/store.js";

export interface LoopbackOptions {
  readonly outbox: Pick<OutboxStore, "submittedBefore">;
  /** Milliseconds from the submission to its confirmation. */
  readonly confirmAfter: number;
}

/**
 * A gateway for trying out: takes every message over at once and confirms it a little later. Nothing leaves the
 * machine. It keeps nothing in memory, so that a restart between the two steps is not noticed.
 */
export function loopbackGateway({ outbox, confirmAfter }: LoopbackOptions): PolledGateway {
  return {
    name: "loopback",
    problem: () => "the gateway is loopback, messages are confirmed but not delivered",
    submit: async (recipients, now) =>
      recipients.map(({ id }) => ({ recipientId: id, state: RecipientState.Submitted, at: now })),
    receipts: async (now, limit) => {
      const due = await outbox.submittedBefore(now - confirmAfter, limit);
      return due.map(({ id }) => ({ recipientId: id, state: RecipientState.Delivered, at: now }));
    },
  };
}
