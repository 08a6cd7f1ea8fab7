import { ServiceFault } from "../../runtime/fault.js";
import { userNameKey } from "../domain/user-name.js";
import type { Credentials, Verification } from "../ports/credentials.js";
import type { AccountStore, LoginRecord } from "../ports/store.js";
import { attempts } from "./attempts.js";
import { foldPassword, isPassword } from "./hash.js";
import { slots } from "./slots.js";
import { verifiedLogins } from "./verified.js";

export interface CredentialsOptions {
  readonly accounts: Pick<AccountStore, "login">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** One hash takes 32 MiB and a thread of the pool, which has four. */
const parallelHashes = 2;
const maxWaiting = 100;

const minute = 60_000;

function verificationOf({ customer, user }: LoginRecord): Verification {
  if (user.state === "blocked") return { kind: "userBlocked" };
  if (customer.state === "blocked") return { kind: "customerBlocked" };
  if (!customer.interfaceOpen) return { kind: "interfaceClosed" };
  return { kind: "verified", customer, user };
}

/** A password that was set while case is ignored is looked for in lower case. */
function isPasswordOf(login: LoginRecord | undefined, password: string): Promise<boolean> {
  const { customer, foldedHash, passwordHash } = login ?? {};
  if (customer?.ignorePasswordCase === true && foldedHash !== undefined)
    return isPassword(foldPassword(password), foldedHash);
  return isPassword(password, passwordHash);
}

/**
 * Checks credentials against the store.
 *
 * A password is hashed once, then remembered for five minutes. Every call reads the account, so a new password or a
 * blocked user or customer counts from the next call on. Ten wrong passwords for one log-in in a row, then one more
 * every six seconds, are looked at, whether the log-in exists or not; the rest get `tooManyLogins`. A password that
 * has been right since the start is never refused for that reason. Rejects with the fault `Unavailable` when too many
 * unknown passwords wait to be hashed.
 */
export function credentials({ accounts, now }: CredentialsOptions): Credentials {
  const verified = verifiedLogins({ lifetime: 5 * minute, maxEntries: 10_000 }, now);
  const guesses = attempts({ burst: 10, interval: minute / 10, maxLogins: 10_000 }, now);
  const hashes = slots(parallelHashes, maxWaiting);
  const underWay = new Map<string, Promise<boolean | undefined>>();

  const hash = (key: string, password: string, login: LoginRecord | undefined): Promise<boolean> => {
    const result = hashes.run(() => isPasswordOf(login, password), verified.isKnown(key));
    if (result === undefined) throw new ServiceFault("Unavailable", "The service is busy. Try again later.");
    return result;
  };

  /** One guess, counted against its log-in unless the password has been right before. */
  const check = async (guess: string, key: string, password: string, login: LoginRecord | undefined) => {
    const counted = !verified.isKnown(key);
    if (counted && !guesses.take(guess)) return undefined;
    const good = (await hash(key, password, login)) && login !== undefined;
    if (good && counted) guesses.giveBack(guess);
    if (good) verified.add(key, login.version);
    else verified.remove(key);
    return good;
  };

  /** Calls with the same credentials that come together are one guess. */
  const checkOnce = (
    ...[guess, key, password, login]: Parameters<typeof check>
  ): Promise<boolean | undefined> => {
    const shared = `${key} ${login?.version ?? ""}`;
    const running = underWay.get(shared);
    if (running !== undefined) return running;
    const result = check(guess, key, password, login).finally(() => underWay.delete(shared));
    underWay.set(shared, result);
    return result;
  };

  return {
    verify: async (customerId, userName, password) => {
      const name = userNameKey(userName);
      const login = await accounts.login(customerId, userName);
      const key = verified.keyOf(customerId, name, password);
      if (login !== undefined && verified.isFresh(key, login.version)) return verificationOf(login);
      const good = await checkOnce(`${customerId} ${name}`, key, password, login);
      if (good === undefined) return { kind: "tooManyLogins" };
      return good && login !== undefined ? verificationOf(login) : { kind: "unknownUser" };
    },
  };
}
