import {
  accountKey,
  codeCount,
  type GuessCount,
  guessCount,
  type SecretKind,
} from "../../credentials/guesses.js";
import { type HashCost, hashCost, isPassword, maxPasswordBytes } from "../../credentials/hash.js";
import { totpStep } from "../../credentials/totp.js";
import { slots } from "../../credentials/slots.js";
import type { Actor, AuditAction, AuditFacts, NewAuditEntry } from "../../domain/audit.js";
import { bounded } from "../../domain/text/normal-form.js";
import type { Store } from "../../ports/store.js";
import { networkOf } from "messenger-gen-runtime/network";
import { browserMark, type Marked, markedBrowser, newToken, tokenHash } from "./tokens.js";

/** A log-in as it was typed. */
export interface Attempt {
  readonly password: string;
  /** One-time code; empty if none was typed. */
  readonly code: string;
  readonly address: string;
  /** Mark of the browser, if it has one. */
  readonly mark: string | undefined;
  /** By somebody with a session, who types the password again. */
  readonly again?: boolean | undefined;
}

/** Secrets of somebody who may log in. */
export interface Account extends Marked {
  /** Of one-time codes, in base32; undefined for a log-in with the password alone. */
  readonly totpSecret?: string | undefined;
}

/** A log-in with the right password and code. */
export interface OpenedSession extends Omit<Account, "name"> {
  readonly tokenHash: string;
  /** Of the one-time code; a step is accepted once, and after it no earlier one. */
  readonly totpStep?: number | undefined;
}

/** Whose log-in it is. */
export interface Person {
  /** Parts of the name by which attempts are counted. */
  readonly key: readonly (string | number)[];
  readonly found: Account | undefined;
  /** For the audit log. */
  readonly by: Actor;
  readonly subject: AuditFacts["subject"];
  /** Whether the person has logged in from a network before; attempts from there are counted apart. */
  readonly knowsNetwork?: ((network: string) => Promise<boolean>) | undefined;
  /** The log-in is refused if no code is set up. */
  readonly needsCode: boolean;
  /** False without a code, with one that was used, or if the password was replaced meanwhile. */
  open(session: OpenedSession): Promise<boolean>;
}

export type LogIn =
  { readonly token: string; readonly mark: string } | "wrong" | "noCode" | "tooMany" | "busy";

/** One hash takes 32 MiB; others wait for it, and networks take turns. */
export const hashLimits = { parallel: 1, waitingPerOwner: 10, waiting: 1_000 };

/** Longest code: digits with spaces. */
const maxCode = 16;

/** What a site calls its log-ins. */
export interface LogInKind {
  readonly secret: SecretKind;
  /** Of the entry for a log-in with the right password and a code that is wrong, missing or used. */
  readonly refused: AuditAction;
  /** Work of the hash of a password. Default: that of new hashes. */
  readonly passwordCost?: HashCost | undefined;
  /** Counts the attempts together with those elsewhere. Default: they are counted here alone. */
  readonly guesses?: GuessCount | undefined;
}

/**
 * Logs people in. Wrong passwords and codes are slowed down per name and network, and per name for all networks, whether there is such
 * a person or not; unknown names take as long as wrong passwords. A browser that has logged in before has attempts of its own, and its
 * passwords are hashed first, so that others cannot keep anybody out; so has somebody who is logged in and types the password again. A
 * wrong code after the right password is recorded, and counts against a limit of its own: those of passwords are too wide for six digits.
 */
export function logIns(
  { attempts, audit }: Pick<Store, "attempts" | "audit">,
  now: () => number,
  { secret, refused, passwordCost = hashCost, guesses = guessCount(now, attempts) }: LogInKind,
): (attempt: Attempt, person: Person) => Promise<LogIn> {
  const codes = codeCount(now, attempts);
  const hashes = slots(hashLimits);
  const refusedCode = ({ by: actor, subject }: Person, reason: string): NewAuditEntry => {
    const at = now();
    return { at, actor, action: refused, subject, after: { reason } };
  };
  const isRight = (found: Account | undefined, password: string, network: string, first: boolean) =>
    hashes.run(
      () => isPassword(bounded(password, maxPasswordBytes), found?.passwordHash, passwordCost),
      network,
      first,
    );
  return async ({ password, code, address, mark, again = false }, person) => {
    const { key, found } = person;
    const browser = found && markedBrowser(mark, found);
    const apart = again ? "session" : browser;
    const account = accountKey(secret, ...key, ...(apart === undefined ? [] : [apart]));
    const network = again ? "" : networkOf(address);
    const trusted = apart !== undefined || (await person.knowsNetwork?.(network)) === true;
    const guess = { account, exists: found !== undefined, network, trusted };
    if (!(await guesses.take(guess))) return "tooMany";
    const good = isRight(found, password, guess.network, trusted);
    if (good === undefined) {
      await guesses.giveBack(guess);
      return "busy";
    }
    if (!(await good) || found === undefined) return "wrong";
    const token = newToken();
    const { passwordHash, totpSecret } = found;
    if (person.needsCode && totpSecret === undefined) {
      await guesses.giveBack(guess);
      await audit.add(refusedCode(person, "no code is set up"));
      return "noCode";
    }
    const counted = `code ${account}`;
    if (totpSecret !== undefined && !(await codes.take(counted))) return "tooMany";
    const step = totpSecret === undefined ? undefined : totpStep(totpSecret, bounded(code, maxCode), now());
    // The store refuses a log-in without a code, or with one that was used.
    if (!(await person.open({ tokenHash: tokenHash(token), passwordHash, totpSecret, totpStep: step }))) {
      if (totpSecret !== undefined) await audit.add(refusedCode(person, "wrong code"));
      return "wrong";
    }
    if (totpSecret !== undefined) await codes.giveBack(counted);
    await guesses.giveBack(guess);
    return { token, mark: browserMark(found, browser) };
  };
}
