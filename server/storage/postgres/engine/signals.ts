import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { SignalStore } from "../../../ports/service.js";
import type { Database } from "./database.js";
import { sql } from "./statement.js";

const channel = "messenger_due";

/** Runs outside of the transactions of messages, because commits with NOTIFY wait for each other. */
const notify = sql("SELECT pg_notify($1, $2)");

/** Milliseconds between two signals of this process, and before it listens again after a lost connection. */
const between = 10;
const untilNext = 1_000;

/** Signals by LISTEN and NOTIFY. A signal that cannot be sent is dropped; a process ignores its own signals. */
export function signals(database: Database): SignalStore {
  const self = randomUUID();
  let isDue = false;
  let sending = false;

  const send = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await database.run(notify, channel, self).catch(() => undefined);
      await setTimeout(between);
    }
    sending = false;
  };
  return {
    due: () => {
      isDue = true;
      if (sending) return;
      sending = true;
      setImmediate(() => void send());
    },
    onDue: (heard) => {
      const stopping = new AbortController();
      const listen = async (): Promise<void> => {
        while (!stopping.signal.aborted) {
          await database
            .listen(channel, stopping.signal, (from) => {
              if (from !== self) heard();
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
