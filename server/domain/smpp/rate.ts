/** Messages that a bucket grants, and its state after that. */
export interface Grants {
  /** Whether each of the messages may be sent, in their order. */
  readonly grants: readonly boolean[];
  /** When the bucket was or will be empty: microseconds since the epoch. */
  readonly emptyAt: number;
}

const second = 1_000_000;

/**
 * Takes messages from a token bucket that holds one second of its rate and refills evenly; each part of a message is a token. A message
 * with more parts than the bucket holds takes a full one, and what it lacks is paid before the next. `emptyAt`: the state, undefined for
 * a full bucket; `parts` of each message; times are microseconds.
 */
export function grantsOf(
  emptyAt: number | undefined,
  parts: readonly number[],
  perSecond: number,
  now: number,
): Grants {
  const token = second / perSecond;
  let at = Math.max(emptyAt ?? 0, now - second);
  const grants = parts.map((count) => {
    if (at + Math.min(count, perSecond) * token > now) return false;
    at += count * token;
    return true;
  });
  return { grants, emptyAt: Math.ceil(at) };
}
