import type { AccessState, Store } from "../ports/store.js";
import { hashesFor } from "./passwords.js";
import { expectDone } from "./refusal.js";
import { customerIdOf, userNameOf } from "./values.js";

/** A user as the operator sees it. */
export interface UserRow {
  readonly customer: number;
  readonly name: string;
  readonly state: AccessState;
}

export interface UserPassword {
  readonly customer: string;
  readonly name: string;
  readonly password: string;
}

/** Adds an active user. @throws Refusal */
export async function addUser(store: Store, input: UserPassword, now: number): Promise<UserRow> {
  const customerId = customerIdOf(input.customer);
  const name = userNameOf(input.name);
  const hashes = await hashesFor(store, customerId, input.password);
  const change = await store.accounts.addUser({ customerId, name, ...hashes }, now);
  expectDone(change, { customerId, thing: `user ${name}` });
  return { customer: customerId, name, state: "active" };
}

/** Replaces a user's password; the old one is refused from then on. @throws Refusal */
export async function setPassword(store: Store, { customer, name, password }: UserPassword): Promise<void> {
  const customerId = customerIdOf(customer);
  const hashes = await hashesFor(store, customerId, password);
  const change = await store.accounts.setPassword(customerId, name, hashes);
  expectDone(change, { customerId, thing: `user ${name}` });
}

/** Blocks a user or lets it in again. @throws Refusal */
export async function setUserState(
  store: Store,
  customer: string,
  name: string,
  state: AccessState,
): Promise<void> {
  const customerId = customerIdOf(customer);
  const change = await store.accounts.setUserState(customerId, name, state);
  expectDone(change, { customerId, thing: `user ${name}` });
}

/** Users of one customer, or of all. @throws Refusal */
export async function listUsers(store: Store, customer?: string): Promise<readonly UserRow[]> {
  const users = await store.accounts.users(customer === undefined ? undefined : customerIdOf(customer));
  return users.map(({ customerId, name, state }) => ({ customer: customerId, name, state }));
}
