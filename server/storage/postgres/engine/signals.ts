import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { SignalStore } from "../../../ports/service.js";
import type { Database } from "./database.js";
import { sql } from "./statement.js";

const channel = "messenger_due";

/** Runs outside of the transactions of messages, because commits with NOTIFY wait for each other. */
const notify = sql("SELECT pg_notify($1, $2)");

/**
 * Milliseconds between two signals that this process sends, and that it hears: the first comes at once, and a process that is busy takes what has
 * come since the last one together. They count only where messages come one by one.
 */
const between = 40;

/** Milliseconds before it listens again after a lost connection. */
const untilNext = 1_000;

/** Does some work when it is asked to, but not again before its time. */
function paced(work: () => unknown): () => void {
  let isAsked = false;
  let isBusy = false;
  const run = async (): Promise<void> => {
    for (isBusy = true; isAsked;) {
      isAsked = false;
      await work();
      await setTimeout(between);
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void run();
  };
}

/** Signals by LISTEN and NOTIFY. A signal that cannot be sent is dropped; a process ignores its own signals. */
export function signals(database: Database): SignalStore {
  const self = randomUUID();
  const send = paced(() => database.run(notify, channel, self).catch(() => undefined));
  return {
    due: send,
    onDue: (heard) => {
      const stopping = new AbortController();
      const hear = paced(heard);
      const listen = async (): Promise<void> => {
        while (!stopping.signal.aborted) {
          await database
            .listen(channel, stopping.signal, (from) => {
              if (from !== self) hear();
            })
            .catch(() => undefined);
          await setTimeout(untilNext, undefined, stopping).catch(() => undefined);
        }
      };
      const listening = listen();
      return async () => {
        stopping.abort();
        await listening;
      };
    },
  };
}
