/** Limits failed attempts per log-in. */
export interface Attempts {
  /** Counts an attempt on a log-in; false when it has none left for now. */
  take(login: string): boolean;
  /** Takes an attempt back: it was a good one. */
  giveBack(login: string): void;
}

export interface AttemptLimits {
  /** Size of the bucket: attempts that may fail in a row after a pause of `burst` intervals. */
  readonly burst: number;
  /** Milliseconds in which the bucket gains one attempt. */
  readonly interval: number;
  /** Log-ins that are stored; the longest idle one is forgotten first. */
  readonly maxLogins: number;
}

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** A token bucket per log-in, existing or not, so that the response does not reveal which ones exist. */
export function attempts({ burst, interval, maxLogins }: AttemptLimits, now: () => number): Attempts {
  const buckets = new Map<string, Bucket>();
  const left = (login: string): number => {
    const bucket = buckets.get(login);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.left + Math.max(0, now() - bucket.at) / interval);
  };
  const set = (login: string, count: number): void => {
    buckets.delete(login);
    if (count >= burst) return;
    buckets.set(login, { left: count, at: now() });
    if (buckets.size > maxLogins) buckets.delete(buckets.keys().next().value ?? "");
  };
  return {
    take: (login) => {
      const count = left(login);
      if (count < 1) return false;
      set(login, count - 1);
      return true;
    },
    giveBack: (login) => {
      set(login, Math.min(burst, left(login) + 1));
    },
  };
}
