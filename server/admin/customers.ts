import { creditsText } from "../domain/credit/credit.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, fieldOf, inField, InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf, customerNameOf, thousandthsOf } from "./values.js";
import type { AccessState, Customer, NewCustomer } from "../domain/accounts/accounts.js";

/** A customer as the commands print it. */
export interface CustomerRow {
  readonly id: number;
  readonly name: string;
  readonly state: AccessState;
  readonly payment: Customer["payment"];
  /** Credits; null without a limit, and for a prepaid customer. */
  readonly limit: string | null;
}

export interface CustomerInput {
  readonly id: string;
  readonly name: string;
  readonly postpaid: boolean;
  /** How far below zero a postpaid balance may go, in credits. */
  readonly limit: string | undefined;
}

function rowOf({ id, name, state, payment, limit }: NewCustomer & Pick<Customer, "state">): CustomerRow {
  return { id, name, state, payment, limit: limit === undefined ? null : creditsText(limit) };
}

export function limitOf(text: string): number {
  const limit = thousandthsOf(text);
  if (limit < 0) throw new InvalidInput("a credit limit must not be negative");
  return limit;
}

/** @throws InvalidInput if a prepaid customer has a limit */
function newLimitOf({ postpaid, limit }: CustomerInput): number | undefined {
  const found = fieldOf("limit", limit, limitOf);
  if (found !== undefined && !postpaid)
    throw new InvalidInput("only a postpaid customer has a credit limit", { field: "limit" });
  return found;
}

/** Adds an active customer; recorded. @throws Refusal */
export async function addCustomer(
  store: Store,
  input: CustomerInput,
  occasion: Occasion,
): Promise<CustomerRow> {
  const customer: NewCustomer = {
    id: inField("id", () => customerIdOf(input.id)),
    name: inField("name", () => customerNameOf(input.name)),
    payment: input.postpaid ? "postpaid" : "prepaid",
    limit: newLimitOf(input),
  };
  const { id, ...after } = rowOf({ ...customer, state: "active" });
  const { accounts } = recorded(store, occasion, {
    action: "customer add",
    subject: { customer: id },
    after,
  });
  const change = await accounts.addCustomer(customer, occasion.now);
  expectDone(change, { customerId: id, thing: `customer ${id}` });
  return { id, ...after };
}

/** A customer as it is stored. @throws Refusal */
export async function findCustomer(store: Pick<Store, "accounts">, id: string): Promise<Customer> {
  const customerId = customerIdOf(id);
  const customer = await store.accounts.customer(customerId);
  if (customer === undefined) throw new Refusal(`there is no customer ${customerId}`);
  return customer;
}

/** Blocks or unblocks a customer; recorded. @throws Refusal */
export async function setCustomerState(
  store: Store,
  id: string,
  state: AccessState,
  occasion: Occasion,
): Promise<void> {
  const customerId = customerIdOf(id);
  const action = state === "blocked" ? "customer block" : "customer unblock";
  const { accounts } = recorded(store, occasion, {
    action,
    subject: { customer: customerId },
    after: { state },
  });
  const change = await accounts.setCustomerState(customerId, state);
  expectDone(change, { customerId, thing: `customer ${customerId}` });
}

/** Lets a customer send again that was held because of unusual traffic; recorded. @throws Refusal */
export async function releaseCustomer(store: Store, id: string, occasion: Occasion): Promise<void> {
  const customerId = customerIdOf(id);
  const subject = { customer: customerId };
  const { accounts } = recorded(store, occasion, { action: "customer release", subject });
  const change = await accounts.releaseCustomer(customerId);
  if (!change.ok && change.reason === "unknownEntry") throw new Refusal(`customer ${customerId} is not held`);
  expectDone(change, { customerId, thing: `customer ${customerId}` });
}

/** A customer in a list. */
export interface ListedCustomer extends CustomerRow {
  /** ISO 8601, UTC: new sends are refused since then, because of unusual traffic; null for a customer that is not held. */
  readonly heldSince: string | null;
}

export async function listCustomers(store: Store): Promise<readonly ListedCustomer[]> {
  return (await store.accounts.customers()).map((customer) => {
    const { heldSince } = customer;
    return {
      ...rowOf(customer),
      heldSince: heldSince === undefined ? null : new Date(heldSince).toISOString(),
    };
  });
}
