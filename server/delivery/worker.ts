import { randomUUID } from "node:crypto";
import type { CallLog } from "../../runtime/call.js";
import type { PolledGateway } from "../ports/gateway.js";
import type { OutboxStore } from "../ports/store.js";
import { pause } from "./pause.js";

export interface DeliveryOptions {
  readonly outbox: OutboxStore;
  readonly gateway: PolledGateway;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
}

/** The delivery worker at work. */
export interface Delivery {
  /** Something has become due: look soon instead of at the next poll. */
  wake(): void;
  /** Finishes the round under way and stops. What it has not done is claimed by the next worker. */
  close(): Promise<void>;
}

/** Most recipients in one round; bounds memory and the time of one commit. */
const batch = 500;

/** How long a worker may keep what it has claimed before another one takes it. */
const lease = 60_000;

/** Milliseconds between rounds: the shortest keeps single messages together, the longest is the idle poll. */
const shortest = 20;
const longest = 250;
const longestAfterFailure = 5_000;

/** Starts moving due recipients from the outbox to the gateway, and its receipts back into the outbox. */
export function startDelivery({ outbox, gateway, now, log }: DeliveryOptions): Delivery {
  const worker = randomUUID();
  const between = pause();
  let stopping = false;
  let failures = 0;

  const submitDue = async (): Promise<number> => {
    const at = now();
    const due = await outbox.nextDue();
    if (due === undefined || due > at) return 0;
    const claimed = await outbox.claim(worker, at, at + lease, batch);
    if (claimed.length > 0) await outbox.advance(await gateway.submit(claimed, at));
    return claimed.length;
  };

  const recordReceipts = async (): Promise<number> => {
    const changes = await gateway.receipts(now(), batch);
    if (changes.length > 0) await outbox.advance(changes);
    return changes.length;
  };

  /** One round; returns the longest pause that may follow. Both halves run side by side to share a commit. */
  const round = async (): Promise<number> => {
    const halves = await Promise.allSettled([submitDue(), recordReceipts()]);
    const problem = halves.find((half) => half.status === "rejected");
    if (problem !== undefined) {
      failures++;
      log.error({ err: problem.reason, failures }, "delivery round failed");
      return Math.min(longest * 2 ** failures, longestAfterFailure);
    }
    failures = 0;
    const moved = Math.max(...halves.map((half) => (half.status === "fulfilled" ? half.value : 0)));
    if (moved === batch) return 0;
    return moved > 0 ? shortest : longest;
  };

  const run = async (): Promise<void> => {
    while (!stopping) {
      const rest = await round();
      await between.wait(failures > 0 ? rest : Math.min(shortest, rest), rest);
    }
  };

  const running = run();
  return {
    wake: () => {
      between.wake();
    },
    close: async () => {
      stopping = true;
      between.stop();
      await running;
    },
  };
}
