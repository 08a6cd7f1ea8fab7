/** A request that the service sends to a customer's server until it is accepted or its time is over. */
export interface Post {
  readonly id: number;
  readonly customerId: number;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** When it is given up, in milliseconds since the epoch. */
  readonly until: number;
}

/** Kinds of posts: incoming messages, final states, low balances, opt-outs by reply, and unusual traffic. */
export type PostKind = "forward" | "callback" | "alert" | "opt-out" | "unusual";

/** Milliseconds for which a post is retried. */
export const postFor = 24 * 3_600_000;

/** Milliseconds until the second attempt, doubled for each further one, and their maximum. */
export const firstDelay = 15_000;
export const longestDelay = 3_600_000;

/** When a post that has failed is due again; undefined if it is given up. */
export function nextAttempt({ attempts, until }: Post, now: number): number | undefined {
  const nextAt = now + Math.min(firstDelay * 2 ** attempts, longestDelay);
  return nextAt > until ? undefined : nextAt;
}

/** State of a customer's server, from the results of the posts to it. */
export interface Receiver {
  /** Maximum of concurrent posts. */
  readonly window: number;
  /** Failed posts since the last that was accepted. */
  readonly failures: number;
  /** No post starts before this time, in milliseconds since the epoch. */
  readonly pausedUntil: number;
}

export const newReceiver: Receiver = { window: 1, failures: 0, pausedUntil: 0 };

/** Maximum of concurrent posts to all customers, to those whose last post failed, and to one customer. */
export const most = { all: 64, failing: 32, customer: 8 };

/** Failures in a row after which posts to a customer pause, and the pause in milliseconds: twice as long each time. */
export const failuresBeforePause = 5;
export const firstPause = 1_000;
export const longestPause = 60_000;

/** A receiver after a post: an accepted one widens the window by one, a failure reduces it to one. */
export function afterPost({ window, failures }: Receiver, accepted: boolean, now: number): Receiver {
  if (accepted) return { window: Math.min(window + 1, most.customer), failures: 0, pausedUntil: 0 };
  const pauses = failures + 1 - failuresBeforePause;
  const pause = pauses < 0 ? 0 : Math.min(firstPause * 2 ** pauses, longestPause);
  return { window: 1, failures: failures + 1, pausedUntil: now + pause };
}

/** A customer to whom posts are in flight or due. */
export interface Busy {
  readonly customerId: number;
  readonly receiver: Receiver;
  readonly inFlight: number;
  readonly isDue: boolean;
  /** Number of its last turn: the higher, the later; 0 before the first. */
  readonly lastTurn: number;
}

/** Posts that start now. */
export interface Turn {
  readonly customerId: number;
  readonly count: number;
}

const isFailing = ({ receiver }: Busy): boolean => receiver.failures > 0;

function inFlightOf(customers: readonly Busy[]): number {
  return customers.reduce((sum, { inFlight }) => sum + inFlight, 0);
}

/**
 * Divides the free places among customers with due posts, one place each in turn: first those with the fewest posts in flight,
 * among these those whose last turn is the longest ago. So each customer with due posts has a turn again, however many there are.
 * Servers that fail share a part of the places, so that they delay no other customer.
 */
export function turns(customers: readonly Busy[], now: number): readonly Turn[] {
  const counts = new Map<number, number>();
  let free = most.all - inFlightOf(customers);
  let freeToFailing = most.failing - inFlightOf(customers.filter(isFailing));
  let waiting = customers
    .filter(({ isDue, receiver }) => isDue && receiver.pausedUntil <= now)
    .sort((one, other) => one.inFlight - other.inFlight || one.lastTurn - other.lastTurn);
  while (free > 0 && waiting.length > 0)
    waiting = waiting.filter((customer) => {
      const { customerId, receiver, inFlight } = customer;
      const count = counts.get(customerId) ?? 0;
      const failing = isFailing(customer);
      if (free <= 0 || inFlight + count >= receiver.window || (failing && freeToFailing <= 0)) return false;
      free -= 1;
      if (failing) freeToFailing -= 1;
      counts.set(customerId, count + 1);
      return true;
    });
  return [...counts].map(([customerId, count]) => ({ customerId, count }));
}
