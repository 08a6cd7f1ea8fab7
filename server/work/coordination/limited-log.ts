import type { CallLog } from "messenger-gen-runtime";

/** Burst of lines per event, and milliseconds per further line. */
const logLimits = { burst: 10, interval: 10_000 };

interface Bucket {
  readonly left: number;
  readonly at: number;
  /** Lines omitted since the last one written. */
  readonly omitted: number;
}

/** Writes a line, or counts it as omitted. */
export type LimitedLine = (
  level: keyof CallLog,
  fields: Readonly<Record<string, unknown>>,
  event: string,
  /** Lines with the same key share a limit. Default: the event. */
  key?: string,
) => void;

/**
 * Limits log lines that a peer causes: of each key, ten in a row are written, then one every ten seconds, whose field `omitted`
 * counts those left out before it. The number of keys must be limited.
 */
export function limitedLines(log: CallLog, now: () => number): LimitedLine {
  const buckets = new Map<string, Bucket>();
  const { burst, interval } = logLimits;
  return (level, fields, event, key = event) => {
    const at = now();
    const { left, at: since, omitted } = buckets.get(key) ?? { left: burst, at, omitted: 0 };
    const free = Math.min(burst, left + Math.max(0, at - since) / interval);
    if (free < 1) {
      buckets.set(key, { left: free, at, omitted: omitted + 1 });
      return;
    }
    buckets.set(key, { left: free - 1, at, omitted: 0 });
    log[level](omitted === 0 ? fields : { ...fields, omitted }, event);
  };
}

/** A log whose lines are limited per event. */
export function limitedLog(log: CallLog, now: () => number): CallLog {
  const write = limitedLines(log, now);
  const at =
    (level: keyof CallLog): CallLog["info"] =>
    (fields, event) => {
      write(level, fields, event);
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}
