import { ServiceFault } from "messenger-gen-runtime";
import { bounded } from "../domain/text/normal-form.js";
import type {
  AttemptStore,
  AccountStore,
  Credentials,
  Verification,
  ApiKeyStore,
} from "../ports/accounts.js";
import { apiKeyId } from "../domain/accounts/api-keys.js";
import { type InterfaceRight, keyRights, rightsOf } from "../domain/accounts/interface-rights.js";
import { type AddressTest, allowedFrom, isKeyOf, keyUses } from "./key-login.js";
import { accountKey, type Guess, type GuessCount, guessCount } from "./guesses.js";
import {
  foldPassword,
  type HashCost,
  hashCost,
  hashPassword,
  isOutdated,
  isPassword,
  maxPasswordBytes,
} from "./hash.js";
import { networkOf } from "messenger-gen-runtime/network";
import { isAbandoned, type SlotLimits, slots } from "./slots.js";
import { type VerifiedLogins, verifiedLogins } from "./verified.js";
import { type LoginRecord, userNameKey } from "../domain/accounts/accounts.js";
import { sharedByKey } from "messenger-gen-host/tasks";

export interface CredentialsOptions {
  readonly accounts: Pick<AccountStore, "login" | "knowsNetwork" | "addNetwork" | "replaceHash">;
  readonly apiKeys: Pick<ApiKeyStore, "find" | "used">;
  /** How addresses are compared with lists. */
  readonly addressTest: AddressTest;
  /** Counts attempts for several processes. Default: this one counts for itself. */
  readonly attempts?: AttemptStore | undefined;
  /** Counts attempts on passwords, with those of the portal. Default: they are counted here alone. */
  readonly guesses?: GuessCount | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Passwords that are hashed or wait for it. Default: `hashLimits`. */
  readonly hashes?: SlotLimits;
  /** Cost of new hashes, and of a comparison without one. Default: `hashCost`. */
  readonly cost?: HashCost;
}

/** One hash takes 32 MiB and a thread of the pool, which has four. */
export const hashLimits = { parallel: 2, waitingPerOwner: 100, waiting: 1_000 };

const minute = 60_000;

function verificationOf(
  { customer, user, role }: LoginRecord,
  rights: readonly InterfaceRight[] = rightsOf(role),
): Verification {
  if (user.state === "blocked") return { kind: "userBlocked" };
  if (customer.state === "blocked") return { kind: "customerBlocked" };
  if (!customer.interfaceOpen) return { kind: "interfaceClosed" };
  return { kind: "verified", customer, user, rights };
}

/** The text of a password and the hash it is compared with. A password that was set while case is ignored is folded. */
function comparedOf(
  login: LoginRecord | undefined,
  password: string,
): { readonly text: string; readonly hash: string | undefined } {
  const { customer, foldedHash, passwordHash } = login ?? {};
  if (customer?.ignorePasswordCase === true && foldedHash !== undefined)
    return { text: foldPassword(password), hash: foldedHash };
  return { text: password, hash: passwordHash };
}

/** Compares a password with that of a log-in; if it matches a hash with less work than new ones, the hash is replaced. */
async function compare(
  accounts: CredentialsOptions["accounts"],
  login: LoginRecord | undefined,
  password: string,
  cost: HashCost,
): Promise<boolean> {
  const { text, hash } = comparedOf(login, password);
  const good = await isPassword(text, hash, cost);
  if (!good || login === undefined || hash === undefined || !isOutdated(hash, cost)) return good;
  const { customerId, name } = login.user;
  const replacement = await hashPassword(text, cost);
  // After a failure of the store the next log-in tries again.
  await accounts.replaceHash(customerId, name, hash, replacement).catch(() => undefined);
  return good;
}

/** No one waits for it; a network that could not be written is written with the next log-in from there. */
function keepNetwork(
  accounts: Pick<AccountStore, "addNetwork">,
  { user: { customerId, name } }: LoginRecord,
  network: string,
  at: number,
): void {
  accounts.addNetwork(customerId, name, network, at).catch(() => undefined);
}

/** Credentials as they are looked at. */
interface Candidate extends Guess {
  /** Stands for customer, user and password. */
  readonly key: string;
  readonly password: string;
  readonly login: LoginRecord | undefined;
  /** True when it was hashed a short while ago and was right. */
  readonly fresh: boolean;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal | undefined;
}

/** An API key to verify. */
interface KeyGuess extends Pick<Candidate, "password" | "login" | "exists"> {
  readonly customerId: number;
  readonly name: string;
  readonly address: string;
}

const unknownUser: Verification = { kind: "unknownUser" };
const tooManyLogins: Verification = { kind: "tooManyLogins" };

/** Checks passwords: true for a correct one, undefined if the limit of attempts is reached. */
function passwordCheck(
  { accounts, now, hashes: limits = hashLimits, cost = hashCost }: CredentialsOptions,
  verified: VerifiedLogins,
  guesses: GuessCount,
): (guess: Candidate) => Promise<boolean | undefined> {
  const hashes = slots(limits);

  /** True for the correct password. An attempt that was not checked does not count. */
  const hash = async (guess: Candidate, counted: boolean): Promise<boolean> => {
    const { login, password, network, trusted, signal } = guess;
    const work = (): Promise<boolean> => compare(accounts, login, password, cost);
    try {
      const result = hashes.run(work, network, !counted || trusted, signal);
      if (result !== undefined) return await result;
    } catch (error) {
      if (counted && isAbandoned(error)) await guesses.giveBack(guess);
      throw error;
    }
    if (counted) await guesses.giveBack(guess);
    throw new ServiceFault("Unavailable", "The service is busy. Try again later.");
  };

  /** One attempt, counted for its log-in unless the password has been correct before. */
  const check = async (guess: Candidate): Promise<boolean | undefined> => {
    const { key, login, network, fresh } = guess;
    const counted = !verified.isKnown(key, network);
    if (counted) {
      const taken = guesses.take(guess);
      // Awaits only a promise: during a wait, attempts returned by other calls would count.
      if (!(typeof taken === "boolean" ? taken : await taken)) return undefined;
    }
    const good = (fresh || (await hash(guess, counted))) && login !== undefined;
    if (good && counted) await guesses.giveBack(guess);
    if (!good) {
      verified.remove(key);
      return false;
    }
    if (counted && network !== "") keepNetwork(accounts, login, network, now());
    verified.add(key, login.version, network);
    return true;
  };

  /** Concurrent calls with the same credentials count as one attempt; it leaves the queue with the caller that has begun it. */
  const shared = sharedByKey(
    ({ key, login, network }: Candidate) => `${key} ${login?.version ?? ""} ${network}`,
    check,
  );
  return async (guess) => {
    for (;;) {
      try {
        return await shared(guess);
      } catch (error) {
        if (!isAbandoned(error) || guess.signal?.aborted === true) throw error;
      }
    }
  };
}

/** Checks API keys. */
function keyCheck(
  { accounts, apiKeys, addressTest, now }: CredentialsOptions,
  guesses: GuessCount,
): (id: string, guess: KeyGuess) => Promise<Verification> {
  const isAllowed = allowedFrom(addressTest);
  const recordUse = keyUses(apiKeys, now);
  return async (id, { login, exists, password, address, customerId, name }) => {
    const key = await apiKeys.find(id);
    const isRight = login !== undefined && isKeyOf(key, login, password, now());
    if (isRight && isAllowed(key.fromAddresses, address)) {
      recordUse(id);
      return verificationOf(login, keyRights(login.role, key.scopes));
    }
    const network = networkOf(address);
    const trusted = await accounts.knowsNetwork(customerId, name, network);
    const account = accountKey("apiKey", customerId, name);
    const taken = await guesses.take({ account, exists, network, trusted });
    return taken ? unknownUser : tooManyLogins;
  };
}

/**
 * Checks credentials against the store.
 *
 * A password is hashed once; the result is cached until half an hour to an hour has passed without a call. Every call asks
 * the store for the account, so a new password or a blocked user or customer counts as soon as the store shows it. Two token
 * buckets limit wrong passwords
 * for a log-in, whether it exists or not: `ofNetwork` for the network of the caller, `ofAll` for all networks together.
 * While one is empty, every password gets `tooManyLogins`, the correct one too: otherwise brute-force attempts would
 * not be slowed down. A password is never refused for that reason from a network that has used it successfully since
 * the start. The networks from which a user has logged in are kept in the store: there `ofNetwork` alone counts and
 * passwords are hashed first, after a restart too, so that attempts from other networks do not lock the user out.
 * An API key is recognized by its form and compared by a fast hash: a correct one is never refused for other attempts. With the customer
 * 0 it stands for its own customer and user. Wrong
 * ones are counted apart from passwords, so that a program with an expired key does not lock the user out. From an address
 * that is not allowed, every password and every key is wrong.
 * Networks take turns at having passwords hashed; rejects with the fault `Unavailable` if too many passwords wait to be
 * hashed. The password of a caller that has gone leaves the queue, and does not count.
 */
export function credentials(options: CredentialsOptions): Credentials {
  const { accounts, now } = options;
  const verified = verifiedLogins({ lifetime: 60 * minute, maxEntries: 10_000 }, now);
  const guesses = options.guesses ?? guessCount(now, options.attempts);
  const isAllowed = allowedFrom(options.addressTest);
  const isPasswordOf = passwordCheck(options, verified, guesses);
  const verifyKey = keyCheck(options, guessCount(now, options.attempts));
  return {
    verify: async (givenCustomer, givenName, given, address = "", signal) => {
      const password = bounded(given, maxPasswordBytes);
      const keyId = apiKeyId(password);
      const owner =
        keyId === undefined || givenCustomer !== 0 ? undefined : await options.apiKeys.find(keyId);
      const { customerId, userName } = owner ?? { customerId: givenCustomer, userName: givenName };
      const name = userNameKey(userName);
      const found = await accounts.login(customerId, userName);
      const exists = found !== undefined;
      const login = found && isAllowed(found.customer.fromAddresses, address) ? found : undefined;
      if (keyId !== undefined)
        return verifyKey(keyId, { login, exists, password, address, customerId, name });
      const key = verified.keyOf(customerId, name, password);
      const network = networkOf(address);
      const fresh = login !== undefined && verified.isFresh(key, login.version);
      if (fresh && verified.isKnown(key, network)) return verificationOf(login);
      const account = accountKey("password", customerId, name);
      const trusted = await accounts.knowsNetwork(customerId, userName, network);
      const good = await isPasswordOf({
        key,
        account,
        exists,
        network,
        trusted,
        password,
        login,
        fresh,
        signal,
      });
      if (good === undefined) return tooManyLogins;
      return good && login !== undefined ? verificationOf(login) : unknownUser;
    },
  };
}
