import { setTimeout } from "node:timers/promises";
import { RecipientState } from "../../domain/recipient-state.js";
import type { Gateway, GatewayContext } from "../../ports/delivery.js";
import type { OutboxStore } from "../../ports/messages.js";

export interface LoopbackOptions {
  readonly linkId: number;
  readonly outbox: Pick<OutboxStore, "submittedBefore" | "advance">;
  /** Milliseconds from the submission to its confirmation. */
  readonly confirmAfter: number;
  readonly context: Pick<GatewayContext, "now" | "log">;
}

/** Most messages that are confirmed in one commit, and milliseconds between two of them. */
const batch = 500;
const between = 50;
const idle = 250;

/** Window: maximum messages per claim. */
const window = 500;

/**
 * A gateway for tests and evaluation: accepts every message at once and confirms it a little later. Nothing leaves the
 * machine. It stores nothing in memory, so a restart between the two steps has no effect.
 */
export function loopbackGateway({ linkId, outbox, confirmAfter, context }: LoopbackOptions): Gateway {
  const { now, log } = context;
  const stop = new AbortController();

  const confirm = async (): Promise<number> => {
    const at = now();
    const due = await outbox.submittedBefore(linkId, at - confirmAfter, batch);
    await outbox.advance(due.map(({ id }) => ({ recipientId: id, state: RecipientState.Delivered, at })));
    return due.length;
  };
  const confirmNext = async (): Promise<number> => {
    try {
      const confirmed = await confirm();
      return confirmed === batch ? 0 : confirmed > 0 ? between : idle;
    } catch (error) {
      log.error({ err: error }, "messages cannot be confirmed");
      return idle;
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const rest = await confirmNext();
      await setTimeout(Math.min(rest, Math.max(between, confirmAfter)), undefined, stop).catch(
        () => undefined,
      );
    }
  };
  const running = run();
  return {
    window,
    up: true,
    state: () => ({
      word: "loopback",
      problem: "the gateway is loopback, messages are confirmed but not delivered",
    }),
    free: () => window,
    prepare: ({ parts }) => ({ parts, submit: async () => ({ kind: "accepted", messageId: "" }) }),
    resize: async () => undefined,
    close: async () => {
      stop.abort();
      await running;
    },
  };
}
