import { foldPassword, hashPassword } from "../credentials/index.js";
import type { Store } from "../ports/store.js";
import { passwordOf } from "./values.js";
import type { PasswordHashes } from "../domain/accounts/accounts.js";

/** Hashes a new password; a second time in lower case where the customer's passwords are compared so. @throws Refusal */
export async function hashesFor(store: Store, customerId: number, text: string): Promise<PasswordHashes> {
  const password = passwordOf(text);
  const passwordHash = await hashPassword(password);
  const customer = await store.accounts.customer(customerId);
  if (customer?.ignorePasswordCase !== true) return { passwordHash };
  return { passwordHash, foldedHash: await hashPassword(foldPassword(password)) };
}
