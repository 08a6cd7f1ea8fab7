import type { CallLog } from "messenger-gen-runtime";
import { Rounds } from "../coordination/rounds.js";
import { defaultValidity } from "../domain/outbox/candidate.js";
import type { Store } from "../ports/store.js";

/** Milliseconds. */
export interface SweepTimes {
  /** A message that could not be sent for so long after it was due expires. */
  readonly validity: number;
  /** A message without a receipt for so long after it was sent becomes Unknown. */
  readonly receipt: number;
  /** A receipt that fits no message is forgotten after so long. */
  readonly unmatched: number;
  /** Parts of an incoming message wait for the others for so long. */
  readonly join: number;
  /** An incoming message for a number of nobody is forgotten after so long. */
  readonly stray: number;
  /** Between two sweeps. */
  readonly sweep: number;
}

export const defaultSweepTimes: SweepTimes = {
  validity: defaultValidity,
  receipt: 72 * 3_600_000,
  unmatched: 24 * 3_600_000,
  join: 30 * 60_000,
  stray: 30 * 24 * 3_600_000,
  sweep: 5_000,
};

export interface SweepsOptions {
  readonly store: Pick<Store, "delivery" | "incoming">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly times?: Partial<SweepTimes> | undefined;
  /** Whether sweeps are up to this process now. */
  readonly maySweep: () => boolean;
  readonly log: CallLog;
}

/** Sweeps at work. */
export interface Sweeps {
  /** Finishes the commit in progress and stops. */
  close(): Promise<void>;
}

/** Starts to end what time has ended, now and then again and again. */
export function startSweeps({ store, now, times, maySweep, log }: SweepsOptions): Sweeps {
  const all = { ...defaultSweepTimes, ...times };
  const rounds = new Rounds({
    ...{ mayRun: maySweep, interval: all.sweep, log, event: "overdue messages cannot be ended" },
    round: (goesOn) => runSweeps(store, now(), all, goesOn),
  });
  return { close: () => rounds.stop() };
}

/** Of receipts that fit no message and of messages for numbers of nobody, whatever a network sends, the last so many are kept. */
export const mostUnmatched = 1_000_000;
export const mostStrays = 100_000;

/** Most rows that one commit of a sweep changes. */
const batch = 500;

/** Ends what time has ended, in short commits; `goesOn` is asked between two of them. */
async function runSweeps(
  { delivery, incoming }: Pick<Store, "delivery" | "incoming">,
  now: number,
  { validity, receipt, unmatched, join, stray }: Omit<SweepTimes, "sweep">,
  goesOn: () => boolean,
): Promise<void> {
  const untilFew = async (step: () => Promise<number>): Promise<void> => {
    while (goesOn() && (await step()) >= batch);
  };
  await untilFew(() => delivery.expire(now, validity, batch));
  await untilFew(() => delivery.giveUp(now - receipt, now, batch));
  await untilFew(() => delivery.forgetUnmatched(now - unmatched, mostUnmatched, batch));
  await untilFew(() => incoming.joinIncomplete(now - join, batch));
  await untilFew(() => incoming.forgetStrays(now - stray, mostStrays, batch));
}
