import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { CallLog } from "messenger-gen-runtime";
import { mostClockDifference, type ProcessStore, type ServerProcess } from "../../ports/service.js";
import type { Role } from "./roles.js";
import { Rounds } from "./rounds.js";
import { ServiceClock } from "./service-clock.js";

export interface HeartbeatOptions {
  readonly processes: ProcessStore;
  readonly roles: ReadonlySet<Role>;
  readonly version: string;
  readonly log: CallLog;
  /** Receives the milliseconds by which the clock of this machine is ahead of the time of the service. */
  readonly onClock?: (ahead: number) => void;
  /** Milliseconds between two heartbeats. Default: 5,000. */
  readonly interval?: number;
}

const heartbeatInterval = 5_000;

/** Milliseconds that a reading of the database's time may take: half of it is the error of the reading. */
const longestReading = 1_000;

/** Lists this process in the store until it ends, and follows the time of the store. */
export interface Heartbeat {
  /** Time of the service: milliseconds since the epoch, as the store has them; never goes back. */
  readonly now: () => number;
  close(): Promise<void>;
}

interface Reading {
  readonly time: number;
  readonly took: number;
}

async function reading(processes: Pick<ProcessStore, "time">): Promise<Reading> {
  const begun = performance.now();
  const read = await processes.time();
  const took = performance.now() - begun;
  return { time: read + took / 2, took };
}

/** Returns a function that logs a step of the system clock since its last call. */
function stepLogger(log: CallLog): () => void {
  const offset = (): number => Date.now() - performance.now();
  let last = offset();
  return () => {
    const step = offset() - last;
    last += step;
    if (Math.abs(step) > mostClockDifference)
      log.warn(
        { seconds: Math.round(step / 1_000) },
        "the system clock was set, or the machine was suspended",
      );
  };
}

/** Rejects if the time of the store cannot be read. */
export async function startHeartbeat({
  processes,
  roles,
  version,
  log,
  onClock = () => undefined,
  interval = heartbeatInterval,
}: HeartbeatOptions): Promise<Heartbeat> {
  const clock = new ServiceClock((await reading(processes)).time);
  const { now } = clock;
  const self = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    version,
    roles: [...roles].join(" "),
    since: now(),
  } satisfies Omit<ServerProcess, "clockAhead">;
  const logStep = stepLogger(log);
  const rounds = new Rounds({
    mayRun: () => true,
    interval,
    log,
    event: "the process cannot be listed in the store",
    round: async () => {
      logStep();
      const { time, took } = await reading(processes);
      if (took <= longestReading) clock.follow(time);
      const clockAhead = Date.now() - now();
      onClock(clockAhead);
      await processes.beat({ ...self, clockAhead }, now());
    },
  });
  return {
    now,
    close: async () => {
      await rounds.close();
      // An entry that cannot be removed expires after an hour.
      await processes.leave(self.id).catch(() => undefined);
    },
  };
}
