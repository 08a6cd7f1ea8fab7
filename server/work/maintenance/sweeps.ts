import { setImmediate as otherWork } from "node:timers/promises";
import type { CallLog } from "messenger-gen-runtime";
import { Rounds } from "../coordination/rounds.js";
import { responseTime } from "../../domain/inbox/opt-outs.js";
import { defaultValidity } from "../../domain/delivery/routing/candidate.js";
import type { Store } from "../../ports/store.js";

/** Milliseconds. */
export interface SweepTimes {
  /** Milliseconds after its due time at which a message that was not sent expires. */
  readonly validity: number;
  /** Milliseconds after its acceptance at which a message without a final receipt becomes Unknown. */
  readonly receipt: number;
  /** Milliseconds for which unmatched receipts are kept. */
  readonly unmatched: number;
  /** Milliseconds that parts of an incoming message wait for the others. */
  readonly join: number;
  /** Milliseconds for which messages for unassigned numbers are kept. */
  readonly stray: number;
  /** Milliseconds between two sweeps. */
  readonly sweep: number;
  /** Milliseconds between two reads of all balances that callbacks follow. */
  readonly balances: number;
}

export const defaultSweepTimes: SweepTimes = {
  validity: defaultValidity,
  receipt: 72 * 3_600_000,
  unmatched: 24 * 3_600_000,
  join: 30 * 60_000,
  stray: 30 * 24 * 3_600_000,
  sweep: 5_000,
  balances: 30_000,
};

export interface SweepsOptions {
  readonly store: Pick<Store, "alerts" | "delivery" | "forms" | "incoming" | "optOuts" | "uploads">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly times?: Partial<SweepTimes> | undefined;
  /** Whether this process runs sweeps now. */
  readonly maySweep: () => boolean;
  readonly log: CallLog;
}

/** Running sweeps. */
export interface Sweeps {
  /** Finishes the current commit and stops. */
  close(): Promise<void>;
}

/** Starts to expire overdue rows and to follow low balances, now and periodically. */
export function startSweeps({ store, now, times, maySweep, log }: SweepsOptions): Sweeps {
  const all = { ...defaultSweepTimes, ...times };
  const rounds = [
    new Rounds({
      mayRun: maySweep,
      interval: all.sweep,
      log,
      event: "overdue messages cannot be expired",
      round: (goesOn) => runSweeps(store, now(), all, goesOn),
    }),
    new Rounds({
      mayRun: maySweep,
      interval: all.balances,
      log,
      event: "low balances cannot be followed",
      round: (goesOn) => followBalances(store, now(), goesOn),
    }),
  ];
  return {
    close: async () => {
      await Promise.all(rounds.map((each) => each.close()));
    },
  };
}

/** Maximum of unmatched receipts, and of messages for unassigned numbers, that are kept: the latest. */
export const mostUnmatched = 1_000_000;
export const mostStrays = 100_000;

/** Maximum of numbers whose responses are counted. */
const mostResponded = 100_000;

/** Maximum rows that one commit of a sweep changes. */
const batch = 500;

/** Expires overdue rows in short commits; ends early once `goesOn` returns false. */
async function runSweeps(
  { delivery, forms, incoming, optOuts, uploads }: SweepsOptions["store"],
  now: number,
  { validity, receipt, unmatched, join, stray }: Omit<SweepTimes, "sweep" | "balances">,
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
  await untilFew(() => optOuts.forgetResponses(now - responseTime, mostResponded, batch));
  await forms.forget(now);
  await uploads.forget(now);
}

/** Follows the balances of all customers, some at a time, so that calls are not delayed. */
async function followBalances(
  { alerts }: SweepsOptions["store"],
  now: number,
  goesOn: () => boolean,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined && goesOn();) {
    after = await alerts.follow(now, after, batch);
    await otherWork();
  }
}
