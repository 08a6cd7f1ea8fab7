import { accountKey, codeCount, guessCount } from "../credentials/guesses.js";
import { hashCost, isPassword, maxPasswordBytes } from "../credentials/hash.js";
import { totpStep } from "../credentials/totp.js";
import { slots } from "../credentials/slots.js";
import type { Actor, NewAuditEntry } from "../domain/audit.js";
import { bounded } from "../domain/text/normal-form.js";
import type { Store } from "../ports/store.js";
import { networkOf } from "messenger-gen-runtime/network";
import { browserMark, markedBrowser, newToken, tokenHash } from "./tokens.js";

/** A log-in as it was typed. */
export interface Attempt {
  readonly name: string;
  readonly password: string;
  /** One-time code; empty if none was typed. */
  readonly code: string;
  readonly address: string;
  /** Mark of the browser, if it has one. */
  readonly mark: string | undefined;
}

export type LogIn = { readonly token: string; readonly mark: string } | "wrong" | "tooMany" | "busy";

/** One hash takes 32 MiB; others wait for it, and networks take turns. */
export const hashLimits = { parallel: 1, waitingPerOwner: 10, waiting: 1_000 };

/** Longest name of an operator, and longest code: digits with spaces. */
export const maxOperatorName = 32;
const maxCode = 16;

/** Records a log-in with the right password and a code that is wrong, missing or used. */
function refusedCode(actor: Actor, at: number): NewAuditEntry {
  const [subject, after] = [{ operator: actor.name }, { reason: "wrong code" }];
  return { at, actor, action: "operator log-in refused", subject, after };
}

/**
 * Logs operators in. Wrong passwords and codes are slowed down per name and network, and per name for all networks, whether there is such
 * an operator or not; unknown names take as long as wrong passwords. A browser that has logged in before has attempts of its own, and its
 * passwords are hashed first, so that others cannot keep an operator out. A wrong code after the right password is recorded, and counts against a limit of its own: those of
 * passwords are too wide for six digits.
 */
export function logIns(
  { operators, attempts, audit }: Pick<Store, "operators" | "attempts" | "audit">,
  now: () => number,
  passwordCost = hashCost,
): (attempt: Attempt) => Promise<LogIn> {
  const guesses = guessCount(now, attempts);
  const codes = codeCount(now, attempts);
  const hashes = slots(hashLimits);
  return async ({ name, password, code, address, mark }) => {
    const operator = bounded(name, maxOperatorName);
    const found = await operators.find(operator);
    const browser = found && markedBrowser(mark, found);
    const account = accountKey("operator", operator, browser ?? "");
    const [exists, trusted] = [found !== undefined, browser !== undefined];
    const guess = { account, exists, network: networkOf(address), trusted };
    if (!(await guesses.take(guess))) return "tooMany";
    const text = bounded(password, maxPasswordBytes);
    const good = hashes.run(
      () => isPassword(text, found?.passwordHash, passwordCost),
      guess.network,
      trusted,
    );
    if (good === undefined) {
      await guesses.giveBack(guess);
      return "busy";
    }
    if (!(await good) || found === undefined) return "wrong";
    const token = newToken();
    const { passwordHash, totpSecret } = found;
    const counted = `code ${account}`;
    if (totpSecret !== undefined && !(await codes.take(counted))) return "tooMany";
    const step = totpSecret === undefined ? undefined : totpStep(totpSecret, bounded(code, maxCode), now());
    const session = { tokenHash: tokenHash(token), operator, passwordHash, totpSecret, totpStep: step };
    const by = { name: operator, source: `console, ${address}` };
    // The store refuses a log-in without a code, or with one that was used.
    if (!(await operators.openSession(session, by, now()))) {
      if (totpSecret !== undefined) await audit.add(refusedCode(by, now()));
      return "wrong";
    }
    if (totpSecret !== undefined) await codes.giveBack(counted);
    await guesses.giveBack(guess);
    return { token, mark: browserMark(found, browser) };
  };
}
