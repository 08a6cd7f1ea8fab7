import type { Store } from "../ports/store.js";
import { inField, InvalidInput } from "./refusal.js";
import { passwordOf } from "./values.js";
import type { PasswordHashes } from "../domain/accounts/accounts.js";
import {
  isCommonPassword,
  shortestChosenPassword,
  wantedPassword,
} from "../domain/accounts/common-passwords.js";
import { shortestPortalPassword } from "../domain/accounts/portal-users.js";
import { foldPassword, hashPassword } from "../credentials/hash.js";

/** What a password must be: long enough and not common unless an operator allows a weak one, or anything, as an imported one is. */
export type PasswordRule = "allowWeak" | "chosen" | "imported";

/** What is wanted in place of a password that is short or common; undefined for any other. */
function wantedInstead(password: string, user: string, shortest: number): string | undefined {
  if (Array.from(password).length < shortest) return `use at least ${shortest} characters`;
  return isCommonPassword(password, [user]) ? wantedPassword : undefined;
}

/** A password by the rule for it, and whether it is a weak one that was allowed. @throws InvalidInput */
export function ruledPassword(
  { password: text, rule }: { readonly password: string; readonly rule: PasswordRule },
  user: string,
  shortest: number = shortestChosenPassword,
): { readonly password: string; readonly isWeak: boolean } {
  const password = inField("password", () => passwordOf(text));
  if (rule === "imported") return { password, isWeak: false };
  const wanted = wantedInstead(password, user, shortest);
  if (wanted !== undefined && rule === "chosen")
    throw new InvalidInput(`invalid password: ${wanted}`, { field: "password" });
  return { password, isWeak: wanted !== undefined };
}

/** A password of a person, longer than that of a program has to be. @param user name of the person */
export const portalPasswordOf = (text: string, user: string): string =>
  ruledPassword({ password: text, rule: "chosen" }, user, shortestPortalPassword).password;

/** Hashes a new password; a second time in lower case where the customer's passwords are compared so. @throws Refusal */
export async function hashesFor(
  store: Pick<Store, "accounts">,
  customerId: number,
  text: string,
): Promise<PasswordHashes> {
  const password = inField("password", () => passwordOf(text));
  const passwordHash = await hashPassword(password);
  const customer = await store.accounts.customer(customerId);
  if (customer?.ignorePasswordCase !== true) return { passwordHash };
  return { passwordHash, foldedHash: await hashPassword(foldPassword(password)) };
}
