import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { CallLog } from "messenger-gen-runtime";
import type { ProcessStore, ServerProcess } from "../ports/processes.js";
import type { Role } from "./roles.js";
import { Rounds } from "./rounds.js";

export interface HeartbeatOptions {
  readonly processes: ProcessStore;
  readonly roles: ReadonlySet<Role>;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: CallLog;
  /** Milliseconds between two heartbeats. Default: 5,000. */
  readonly interval?: number;
}

const heartbeatInterval = 5_000;

/** Lists this process in the store until it ends. */
export interface Heartbeat {
  close(): Promise<void>;
}

export function startHeartbeat({
  processes,
  roles,
  version,
  now,
  log,
  ...rest
}: HeartbeatOptions): Heartbeat {
  const self: ServerProcess = {
    ...{ id: randomUUID(), host: hostname(), pid: process.pid, version },
    ...{ roles: [...roles].join(" "), since: now() },
  };
  const rounds = new Rounds({
    ...{ mayRun: () => true, interval: rest.interval ?? heartbeatInterval, log },
    event: "the process cannot be listed in the store",
    round: () => processes.beat(self, now()),
  });
  return {
    close: async () => {
      await rounds.stop();
      // An entry that cannot be removed expires after an hour.
      await processes.leave(self.id).catch(() => undefined);
    },
  };
}
