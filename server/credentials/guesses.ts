import { hash } from "node:crypto";
import type { AttemptBucket, AttemptStore } from "../ports/accounts.js";
import { Buckets, NetworkBuckets, type NetworkLimits } from "./attempts.js";
import { networkOf } from "messenger-gen-runtime/network";

/** Account and network of a log-in attempt. */
export interface Guess {
  /** Result of `accountKey`. */
  readonly account: string;
  /** The account exists: names that callers make up do not displace its counts. */
  readonly exists: boolean;
  readonly network: string;
  /** The user has logged in from this network before: it is not counted with all others. */
  readonly trusted: boolean;
}

/**
 * Secrets that can be guessed. Attempts on each kind are counted apart, with a `GuessCount` of its own. A user has one count of passwords, at
 * the interfaces and in the portal.
 */
export type SecretKind = "password" | "apiKey" | "operator" | "operatorKey" | "mm7";

/** Key of an account, the same in every process, and of fixed length whatever a caller sends. */
export function accountKey(kind: SecretKind, ...account: readonly (string | number)[]): string {
  return hash("sha256", JSON.stringify([kind, ...account]), "base64");
}

/** Limits brute-force attempts on one kind of secret. */
export interface GuessCount {
  /** Counts an attempt; false if the limit is reached. */
  take(guess: Guess): Soon<boolean>;
  /** Returns the token of an attempt: the secret was correct, or was not checked. */
  giveBack(guess: Guess): Soon<void>;
}

/** A value, or a promise if the store is needed. */
type Soon<T> = T | Promise<T>;

const second = 1_000;

/** Guesses at one account from one network: a token bucket of ten that refills at one token every six seconds. */
export const ofNetwork: AttemptBucket = { burst: 10, interval: 6 * second };

/** Guesses at one account from everywhere: a token bucket of a hundred that refills at one token a second. */
export const ofAll: AttemptBucket = { burst: 100, interval: second };

/** Wrong codes after a right password, of one account from everywhere: a token bucket of ten that refills at one token an hour. */
export const ofCodes: AttemptBucket = { burst: 10, interval: 3_600 * second };

/** Buckets in this process of networks from which there was no successful log-in. */
export const networkLimits: NetworkLimits = { names: 1_000, buckets: 100_000 };

/** Accounts that do not exist and whose guesses are counted in this process; the one that was not guessed at for the longest time is dropped. */
export const maxUnknownAccounts = 10_000;

const nameOf = ({ account, network }: Guess): string => `${account} ${network}`;

/** Counts in this process. */
function ownCount(now: () => number): GuessCount {
  const byNetwork = new NetworkBuckets({ ...ofNetwork, ...networkLimits }, now);
  /** By account and trusted network. The number of both is limited by the store. */
  const trusted = new Buckets(ofNetwork, now);
  const byAccount = {
    existing: new Buckets(ofAll, now),
    unknown: new Buckets(ofAll, now, maxUnknownAccounts),
  };
  const accountsOf = ({ exists }: Guess): Buckets => (exists ? byAccount.existing : byAccount.unknown);
  return {
    take: (guess) => {
      if (guess.trusted) return trusted.take(nameOf(guess));
      if (!byNetwork.take(guess.network, guess.account)) return false;
      if (accountsOf(guess).take(guess.account)) return true;
      byNetwork.giveBack(guess.network, guess.account);
      return false;
    },
    giveBack: (guess) => {
      if (guess.trusted) trusted.giveBack(nameOf(guess));
      else {
        byNetwork.giveBack(guess.network, guess.account);
        accountsOf(guess).giveBack(guess.account);
      }
    },
  };
}

/** Counts in the store, for all processes. No count is dropped before its bucket has refilled. */
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
  if (shared === undefined) return new Buckets(ofCodes, now);
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
  const account = accountKey("mm7");
  const guessOf = (address: string): Guess => ({
    account,
    exists: true,
    network: networkOf(address),
    trusted: false,
  });
  return {
    take: (address) => guesses.take(guessOf(address)),
    giveBack: (address) => guesses.giveBack(guessOf(address)),
  };
}
