import { ledgerBegin, type LedgerPlace } from "../../domain/credit/carrying.js";
import { setTimeout } from "node:timers/promises";
import type { CallLog } from "messenger-gen-runtime";
import type { Retention } from "../../domain/delivery/retention.js";
import type { Store } from "../../ports/store.js";
import { Rounds } from "../coordination/rounds.js";

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

/** Attempts to drop days that others use: each waits for locks for a short time, and others wait for it. */
const dropAttempts = 5;

/** Milliseconds before the second attempt; before each further one twice as many as before the last one. */
const dropPause = 1_000;

/** Waits, by default for a short time; resolves with whether to continue. */
type Between = (milliseconds?: number) => Promise<boolean>;

/** Deletes expired data, one short commit after the other; `between` is called after each. */
export async function cleanUp(
  { store: { retention }, now, keepFor, log }: CleanerOptions,
  between: Between,
): Promise<void> {
  const { messages, texts, inbox, audit, ledger } = keepFor;
  await retention.prepare(now());
  await dropDays({ retention, log }, now() - messages, between);
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

async function purgeLedger(retention: Store["retention"], before: number, between: Between): Promise<void> {
  let place: LedgerPlace | undefined = ledgerBegin;
  do place = await retention.purgeLedger(place, before, batch);
  while (place !== undefined && (await between()));
}

async function eraseTexts(retention: Store["retention"], before: number, between: Between): Promise<void> {
  let place: number | undefined = 0;
  do place = await retention.eraseTexts(place, before, batch);
  while (place !== undefined && (await between()));
}

/** Drops old days. Those that stay in use over all attempts are deleted row by row, or in the next round. */
async function dropDays(
  { retention, log }: Pick<Store, "retention"> & Pick<CleanerOptions, "log">,
  before: number,
  between: Between,
): Promise<void> {
  let failures = 0;
  for (;;) {
    try {
      if (!(await retention.dropDays(before, batch))) return;
      failures = 0;
      if (!(await between())) return;
    } catch (err) {
      failures += 1;
      if (failures === dropAttempts) {
        log.error({ err, attempts: failures }, "old days cannot be dropped; messages are deleted one by one");
        return;
      }
      log.warn({ err, attempt: failures }, "old days are in use; they are dropped later");
      if (!(await between(dropPause * 2 ** (failures - 1)))) return;
    }
  }
}

/** Starts to delete expired data, now and every hour. */
export function startCleaner(options: CleanerOptions): Cleaner {
  const stopping = new AbortController();
  const between: Between = async (milliseconds = rest) => {
    await setTimeout(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
    return !stopping.signal.aborted;
  };
  const rounds = new Rounds({
    log: options.log,
    event: "old messages cannot be deleted",
    interval: hour,
    round: () => cleanUp(options, between),
  });
  return {
    close: async () => {
      stopping.abort();
      await rounds.close();
    },
  };
}
