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
  take(guess: Guess): boolean;
  /** Returns the token of an attempt: the password was correct, or was not checked. */
  giveBack(guess: Guess): void;
}

const second = 1_000;

/** Guesses at one account from one network: a token bucket of ten that refills at one token every six seconds. */
export const ofNetwork = { burst: 10, interval: 6 * second, maxLogins: 10_000 };

/** Guesses at one account from everywhere: a token bucket of a hundred that refills at one token a second. */
export const ofAll = { burst: 100, interval: second, maxLogins: 10_000 };

/**
 * Counts attempts per network, so that unauthenticated callers do not use up the attempts of the account's owner.
 * Networks without a successful log-in also share one limit.
 */
export function guessCount(now: () => number): GuessCount {
  const byNetwork = attempts(ofNetwork, now);
  const byAccount = attempts(ofAll, now);
  const nameOf = ({ account, network }: Guess): string => `${account} ${network}`;
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

/** The same limits for a single account, per network of the caller. */
export function guessesByAddress(now: () => number): {
  take(address: string): boolean;
  giveBack(address: string): void;
} {
  const guesses = guessCount(now);
  const guessOf = (address: string): Guess => ({ account: "", network: networkOf(address), trusted: false });
  return {
    take: (address) => guesses.take(guessOf(address)),
    giveBack: (address) => {
      guesses.giveBack(guessOf(address));
    },
  };
}
