import type { CallLog } from "messenger-gen-runtime";
import { refusedCallsKeptFor, RefusedCallsTally } from "../domain/usage/refused-calls.js";
import { dayOf } from "../domain/usage/usage.js";
import type { Store } from "../ports/store.js";
import { Rounds } from "../work/coordination/rounds.js";

interface RefusedCallsOptions {
  readonly store: Pick<Store, "traffic">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
  /** Milliseconds between two writes. Default: 5,000. */
  readonly interval?: number;
}

/** Counts refused calls of customers in this process; what is counted is written every few seconds, at once for all calls. */
export interface RefusedCallCounter {
  /** `result`: the code of the outcome. */
  readonly refused: (customerId: number, result: string) => void;
  /** Writes what is left. */
  close(): Promise<void>;
}

export function startRefusedCalls({
  store,
  now,
  log,
  interval = 5_000,
}: RefusedCallsOptions): RefusedCallCounter {
  const tally = new RefusedCallsTally();
  const write = async (): Promise<void> => {
    const rows = tally.take();
    if (rows.length === 0) return;
    try {
      await store.traffic.addRefused(rows, dayOf(now()) - refusedCallsKeptFor);
    } catch (error) {
      tally.add(rows);
      throw error;
    }
  };
  const event = "refused calls cannot be counted";
  const rounds = new Rounds({ log, event, interval, round: write });
  return {
    refused: (customerId, result) => {
      tally.refused(customerId, result, now());
    },
    close: async () => {
      await rounds.close();
      await write().catch((error: unknown) => {
        log.error({ err: error }, event);
      });
    },
  };
}
