import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, inField, InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf, switchOf, userNameOf, passwordOf } from "./values.js";
import {
  type AccessState,
  type PasswordHashes,
  type User,
  userNameKey,
} from "../domain/accounts/accounts.js";
import {
  isCommonPassword,
  shortestChosenPassword,
  wantedPassword,
} from "../domain/accounts/common-passwords.js";
import { shortestPortalPassword, type UserChanger } from "../domain/accounts/portal-users.js";
import { foldPassword, hashPassword } from "../credentials/hash.js";

/** A user as the commands print it. */
export interface UserRow {
  readonly customer: number;
  readonly name: string;
  readonly state: AccessState;
  readonly inboxActive: boolean;
}

/** Changes as text; absent fields stay as they are. */
export interface UserOptions {
  readonly name?: string | undefined;
  readonly inboxActive?: string | undefined;
}

export interface UserPassword {
  readonly customer: string;
  readonly name: string;
  readonly password: string;
  /** What it must be: long enough and not common unless an operator allows a weak one, or anything, as an imported one is (default). */
  readonly rule?: "chosen" | "allowWeak" | "imported" | undefined;
}

function rowOf({ customerId, ...user }: User): UserRow {
  return { customer: customerId, ...user };
}

/** Adds an active user; recorded. @throws Refusal */
export async function addUser(store: Store, input: UserPassword, occasion: Occasion): Promise<UserRow> {
  const customerId = customerIdOf(input.customer);
  const name = inField("name", () => userNameOf(input.name));
  const { password, isWeak } = ruledPassword(input, name);
  const hashes = await hashesFor(store, customerId, password);
  const subject = { customer: customerId, user: name };
  const { accounts } = recorded(store, occasion, { action: "user add", subject, after: weakFact(isWeak) });
  const change = await accounts.addUser({ customerId, name, ...hashes, isWeak }, occasion.now);
  expectDone(change, { customerId, thing: `user ${name}` });
  return { customer: customerId, name, state: "active", inboxActive: true };
}

/**
 * Replaces the password of a user's programs; the old one is refused from then on. If it is the one in the portal too, it is that of a person.
 * Recorded. @throws Refusal
 */
export async function setPassword(store: Store, input: UserPassword, occasion: Occasion): Promise<void> {
  const { customer, name } = input;
  const customerId = customerIdOf(customer);
  const known = await store.portal.users(customerId, occasion.now);
  const isPerson = known.some(
    (user) => userNameKey(user.name) === userNameKey(name) && user.programs === "same",
  );
  const rule = isPerson && input.rule !== "allowWeak" ? "chosen" : input.rule;
  const shortest = isPerson ? shortestPortalPassword : shortestChosenPassword;
  const { password, isWeak } = ruledPassword({ ...input, rule }, name, shortest);
  const hashes = await hashesFor(store, customerId, password);
  const subject = { customer: customerId, user: name };
  const { accounts } = recorded(store, occasion, {
    action: "user password",
    subject,
    after: weakFact(isWeak),
  });
  const change = await accounts.setPassword(customerId, name, { ...hashes, isWeak });
  expectDone(change, { customerId, thing: `user ${name}` });
}

/** Takes the password of a user's programs away, who have API keys alone then; that in the portal stays. Recorded. @throws Refusal */
export async function removePassword(
  store: Pick<Store, "accounts" | "recording">,
  customer: string,
  name: string,
  occasion: Occasion,
): Promise<void> {
  const customerId = customerIdOf(customer);
  const subject = { customer: customerId, user: name };
  const { accounts } = recorded(store, occasion, {
    action: "user password",
    subject,
    after: { removed: true },
  });
  const change = await accounts.removePassword(customerId, name);
  expectDone(change, { customerId, thing: `password of the programs of user ${name}` });
}

/** Blocks or unblocks a user; recorded. @throws Refusal */
export async function setUserState(
  store: Store,
  customer: string,
  name: string,
  state: AccessState,
  occasion: Occasion,
  by?: UserChanger,
): Promise<void> {
  const customerId = customerIdOf(customer);
  const action = state === "blocked" ? "user block" : "user unblock";
  const { accounts } = recorded(store, occasion, {
    action,
    subject: { customer: customerId, user: name },
    after: { state },
  });
  const change = await accounts.setUserState(customerId, name, state, by);
  expectDone(change, { customerId, thing: `user ${name}` });
}

/** Users of one customer, or of all. @throws Refusal */
export async function listUsers(store: Store, customer?: string): Promise<readonly UserRow[]> {
  const users = await store.accounts.users(customer === undefined ? undefined : customerIdOf(customer));
  return users.map(rowOf);
}

/** One user, found without regard to case. @throws Refusal */
export async function showUser(store: Store, customer: string, name: string): Promise<UserRow> {
  const customerId = customerIdOf(customer);
  const login = await store.accounts.login(customerId, name);
  if (login === undefined) throw new Refusal(`customer ${customerId} has no user ${name}`);
  return rowOf(login.user);
}

/** Changes the given settings; recorded. @throws Refusal */
export async function changeUser(
  store: Store,
  customer: string,
  name: string,
  options: UserOptions,
  occasion: Occasion,
): Promise<UserRow> {
  const customerId = customerIdOf(customer);
  const newName = options.name === undefined ? undefined : userNameOf(options.name);
  const change = {
    ...(newName === undefined ? {} : { name: newName }),
    ...(options.inboxActive === undefined ? {} : { inboxActive: switchOf(options.inboxActive) }),
  };
  if (Object.keys(change).length === 0) throw new InvalidInput("nothing to change: give at least one option");
  const subject = { customer: customerId, user: name };
  const { accounts } = recorded(store, occasion, { action: "user change", subject, after: change });
  const done = await accounts.changeUser(customerId, name, change);
  const thing = !done.ok && done.reason === "exists" ? `user ${newName ?? name}` : `user ${name}`;
  expectDone(done, { customerId, thing });
  return showUser(store, customer, newName ?? name);
}

/** For the audit log. */
const weakFact = (isWeak: boolean): { readonly weak: true } | undefined =>
  isWeak ? { weak: true } : undefined;

/** What is wanted in place of a password that is short or common; undefined for any other. */
function wantedInstead(password: string, user: string, shortest: number): string | undefined {
  if (Array.from(password).length < shortest) return `use at least ${shortest} characters`;
  return isCommonPassword(password, [user]) ? wantedPassword : undefined;
}

/** A password by the rule for it, and whether it is a weak one that was allowed. @throws InvalidInput */
function ruledPassword(
  { password: text, rule = "imported" }: Pick<UserPassword, "password" | "rule">,
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
