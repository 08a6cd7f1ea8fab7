import type { Clock } from "../../../server/delivery/clock.js";

/** A clock that moves when it is told to. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
  /** Callbacks that wait for their time. */
  readonly waiting: number;
}

export function manualClock(start = Date.UTC(2030, 0, 15, 12)): ManualClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after: (milliseconds, callback) => {
      const timer = { at: now + milliseconds, callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance: (milliseconds) => {
      now += milliseconds;
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer);
        timer.callback();
      }
    },
    get waiting() {
      return timers.size;
    },
  };
}
