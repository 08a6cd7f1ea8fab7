import type { CallLog } from "messenger-gen-runtime";

/** Burst of lines per event, and milliseconds per further line. */
const logLimits = { burst: 10, interval: 10_000 };

interface Bucket {
  readonly left: number;
  readonly at: number;
  /** Lines omitted since the last one written. */
  readonly omitted: number;
}

/**
 * Rate-limited log for events that a peer causes: of the warnings and errors of one event, ten in a row are written, then one
 * every ten seconds, whose field `omitted` counts those left out before it. Informational lines are not limited.
 */
export function limitedLog(log: CallLog, now: () => number): CallLog {
  const buckets = new Map<string, Bucket>();
  const { burst, interval } = logLimits;
  const limited =
    (level: "warn" | "error"): CallLog["warn"] =>
    (fields, event) => {
      const at = now();
      const { left, at: since, omitted } = buckets.get(event) ?? { left: burst, at, omitted: 0 };
      const free = Math.min(burst, left + Math.max(0, at - since) / interval);
      if (free < 1) {
        buckets.set(event, { left: free, at, omitted: omitted + 1 });
        return;
      }
      buckets.set(event, { left: free - 1, at, omitted: 0 });
      log[level](omitted === 0 ? fields : { ...fields, omitted }, event);
    };
  return {
    info: (fields, event) => {
      log.info(fields, event);
    },
    warn: limited("warn"),
    error: limited("error"),
  };
}
