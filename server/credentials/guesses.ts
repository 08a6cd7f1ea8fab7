import type { AttemptStore } from "../ports/attempts.js";
import { attempts } from "./attempts.js";
import { networkOf } from "messenger-gen-runtime/network";

/** Account and network of a log-in attempt. */
export interface Guess {
  /** Stands for customer and user: fixed in length, whatever a caller sends. */
  readonly account: string;
  readonly network: string;
  /** The user has logged in from this network before: it is not counted with all others. */
  readonly trusted: boolean;
}

/** Limits brute-force attempts on the password of an account. */
export interface GuessCount {
  /** Counts an attempt; false if the limit is reached. */
  take(guess: Guess): Soon<boolean>;
  /** Returns the token of an attempt: the password was correct, or was not checked. */
  giveBack(guess: Guess): Soon<void>;
}

/** A value, or a promise if the store is needed. */
type Soon<T> = T | Promise<T>;

const second = 1_000;

/** Guesses at one account from one network: a token bucket of ten that refills at one token every six seconds. */
export const ofNetwork = { burst: 10, interval: 6 * second, maxLogins: 10_000 };

/** Guesses at one account from everywhere: a token bucket of a hundred that refills at one token a second. */
export const ofAll = { burst: 100, interval: second, maxLogins: 10_000 };

/** Wrong codes after a right password, of one account from everywhere: a token bucket of ten that refills at one token an hour. */
export const ofCodes = { burst: 10, interval: 3_600 * second, maxLogins: 10_000 };

const nameOf = ({ account, network }: Guess): string => `${account} ${network}`;

/** Counts in this process. */
function ownCount(now: () => number): GuessCount {
  const byNetwork = attempts(ofNetwork, now);
  const byAccount = attempts(ofAll, now);
  return {
    take: (guess) => {
      if (!byNetwork.take(nameOf(guess))) return false;
      if (guess.trusted || byAccount.take(guess.account)) return true;
      byNetwork.giveBack(nameOf(guess));
      return false;
    },
    giveBack: (guess) => {
      byNetwork.giveBack(nameOf(guess));
      if (!guess.trusted) byAccount.giveBack(guess.account);
    },
  };
}

/** Counts in the store, for all processes. */
function sharedCount(shared: AttemptStore): GuessCount {
  return {
    take: async (guess) => {
      if (!(await shared.take(nameOf(guess), ofNetwork))) return false;
      if (guess.trusted || (await shared.take(guess.account, ofAll))) return true;
      await shared.giveBack(nameOf(guess));
      return false;
    },
    giveBack: async (guess) => {
      await shared.giveBack(nameOf(guess));
      if (!guess.trusted) await shared.giveBack(guess.account);
    },
  };
}

/**
 * Counts attempts per network, so that unauthenticated callers do not use up the attempts of the account's owner.
 * Networks without a successful log-in also share one limit. `shared` counts for several processes.
 */
export function guessCount(now: () => number, shared?: AttemptStore): GuessCount {
  return shared === undefined ? ownCount(now) : sharedCount(shared);
}

/** Limits guesses of one-time codes by someone who has the password. */
export interface CodeCount {
  take(account: string): Soon<boolean>;
  giveBack(account: string): Soon<void>;
}

/** Counts codes; `shared` counts for several processes. */
export function codeCount(now: () => number, shared?: AttemptStore): CodeCount {
  if (shared === undefined) return attempts(ofCodes, now);
  return {
    take: (account) => shared.take(account, ofCodes),
    giveBack: (account) => shared.giveBack(account),
  };
}

/** The same limits for a single account, per network of the caller. */
export function guessesByAddress(
  now: () => number,
  shared?: AttemptStore,
): {
  take(address: string): Soon<boolean>;
  giveBack(address: string): Soon<void>;
} {
  const guesses = guessCount(now, shared);
  const guessOf = (address: string): Guess => ({
    ...{ account: "mm7", network: networkOf(address), trusted: false },
  });
  return {
    take: (address) => guesses.take(guessOf(address)),
    giveBack: (address) => guesses.giveBack(guessOf(address)),
  };
}
