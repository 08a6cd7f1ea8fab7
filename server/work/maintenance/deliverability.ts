import type { CallLog } from "messenger-gen-runtime";
import { hourOf } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import { Rounds } from "../coordination/rounds.js";

interface DeliverabilityOptions {
  readonly store: Pick<Store, "retention">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
}

/** Commits whose changes are added at once, which takes a few milliseconds. */
const batch = 50;

/** Milliseconds between two rounds: operators see the counters as they were so long ago. */
const interval = 5_000;

/**
 * Starts to add the changes of deliverability to its counters, and once an hour those of the hours before to longer spans. Any number of processes
 * may do so.
 */
export function startDeliverability({ store: { retention }, now, log }: DeliverabilityOptions): Rounds {
  let folded = -Infinity;
  const round = async (goesOn: () => boolean): Promise<void> => {
    let isMore = true;
    while (isMore && goesOn()) isMore = await retention.gatherDeliverability(batch);
    const hour = hourOf(now());
    isMore = hour !== folded;
    while (isMore && goesOn()) isMore = await retention.foldDeliverability(hour);
    folded = hour;
  };
  return new Rounds({ log, event: "deliverability cannot be counted", interval, round });
}
