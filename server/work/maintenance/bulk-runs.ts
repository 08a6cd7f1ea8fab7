import type { CallLog } from "messenger-gen-runtime";
import { pageLimit } from "../../ports/reading.js";
import type { Store } from "../../ports/store.js";
import { newTransactionId } from "../../transaction-id.js";
import { countSlice, workSlice } from "../coordination/bulk-slices.js";
import { Rounds } from "../coordination/rounds.js";

export interface BulkRunsOptions {
  readonly store: Pick<Store, "apart" | "bulk">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly mayRun: () => boolean;
  /** Called after messages were added that are due now. */
  readonly wakeDelivery: () => void;
  readonly log: CallLog;
}

/** Milliseconds between rounds: while there is something to do, and otherwise. */
const busy = 20;
const idle = 1_000;

/** Milliseconds for which runs are kept: those that were counted and not started, and those that have ended. */
const unstartedFor = 86_400_000;
const endedFor = 90 * 86_400_000;

/** Milliseconds between two looks for outdated runs. */
const forgetting = 600_000;

/**
 * Goes on with the actions for all messages of a search, a slice of each in a round, so that calls are not delayed. Any number of processes
 * may do it: a slice and the place behind it are one commit.
 */
export function startBulkRuns({ store, now, mayRun, wakeDelivery, log }: BulkRunsOptions): Rounds {
  let forgotten = 0;

  const forget = async (): Promise<void> => {
    if (now() - forgotten < forgetting) return;
    forgotten = now();
    await store.bulk.forget(forgotten - unstartedFor, forgotten - endedFor);
  };

  const round = async (goesOn: () => boolean): Promise<number> => {
    await forget();
    const runs = await store.bulk.open();
    if (runs.length === 0) return idle;
    const reading = store.apart(pageLimit);
    for (const run of runs) {
      if (!goesOn()) return idle;
      if (run.state === "counting") await countSlice(reading, run, now());
      else if (await workSlice(reading, run, now(), () => newTransactionId(now())))
        if (run.kind === "resend") wakeDelivery();
    }
    return busy;
  };

  return new Rounds({ mayRun, log, event: "actions for a search cannot go on", interval: idle, round });
}
