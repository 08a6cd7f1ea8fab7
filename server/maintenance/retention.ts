import { ledgerBegin, type LedgerPlace } from "../domain/credit/carrying.js";
import { setTimeout } from "node:timers/promises";
import type { CallLog } from "messenger-gen-runtime";
import type { Retention } from "../domain/outbox/retention.js";
import type { Store } from "../ports/store.js";
import { pause } from "../coordination/wake-up.js";

export interface CleanerOptions {
  readonly store: Pick<Store, "retention">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly keepFor: Retention;
  readonly log: CallLog;
}

/** The running cleaner. */
export interface Cleaner {
  /** Finishes the current commit and stops. */
  close(): Promise<void>;
}

/** Maximum rows per commit, which takes a few milliseconds. */
const batch = 500;

/** Milliseconds between two commits, so that other writes run between them. */
const rest = 50;

/** Milliseconds between two rounds. */
const hour = 3_600_000;

/**
 * Deletes expired data, one short commit after the other; `between` is called after each and returns whether to
 * continue.
 */
export async function cleanUp(
  { store: { retention }, now, keepFor }: Omit<CleanerOptions, "log">,
  between: () => Promise<boolean>,
): Promise<void> {
  const { messages, texts, inbox, audit, ledger } = keepFor;
  await retention.prepare(now());
  await dropDays(retention, now() - messages, between);
  let place: number | undefined = 0;
  do place = await retention.purgeTransactions(place, now() - messages, batch);
  while (place !== undefined && (await between()));
  if (texts < messages) await eraseTexts(retention, now() - texts, between);
  while ((await retention.purgeCallbacks(now() - messages, batch)) && (await between()));
  while ((await retention.purgeInbox(now() - inbox, batch)) && (await between()));
  if (audit < Infinity) while ((await retention.purgeAudit(now() - audit, batch)) && (await between()));
  if (ledger < Infinity) await purgeLedger(retention, now() - ledger, between);
  while ((await retention.purgeClientTransactions(now(), batch)) && (await between()));
}

async function purgeLedger(
  retention: Store["retention"],
  before: number,
  between: () => Promise<boolean>,
): Promise<void> {
  let place: LedgerPlace | undefined = ledgerBegin;
  do place = await retention.purgeLedger(place, before, batch);
  while (place !== undefined && (await between()));
}

async function eraseTexts(
  retention: Store["retention"],
  before: number,
  between: () => Promise<boolean>,
): Promise<void> {
  let place: number | undefined = 0;
  do place = await retention.eraseTexts(place, before, batch);
  while (place !== undefined && (await between()));
}

/** Days that cannot be dropped because they are in use are deleted row by row, or in the next round. */
async function dropDays(
  retention: Store["retention"],
  before: number,
  between: () => Promise<boolean>,
): Promise<void> {
  const drop = (): Promise<boolean> => retention.dropDays(before, batch).catch(() => false);
  while ((await drop()) && (await between()));
}

/** Starts to delete expired data, now and every hour. */
export function startCleaner(options: CleanerOptions): Cleaner {
  const betweenRounds = pause();
  const stopping = new AbortController();
  const between = async (): Promise<boolean> => {
    await setTimeout(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    return !stopping.signal.aborted;
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await cleanUp(options, between).catch((error: unknown) => {
        options.log.error({ err: error }, "old messages cannot be deleted");
      });
      await betweenRounds.wait(hour, hour);
    }
  };
  const running = run();
  return {
    close: async () => {
      stopping.abort();
      betweenRounds.stop();
      await running;
    },
  };
}
