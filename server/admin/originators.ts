import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, inField } from "./refusal.js";
import { customerIdOf, originatorOf } from "./values.js";

/** An originator as the commands print it. */
export interface OriginatorRow {
  readonly customer: number;
  readonly value: string;
}

/** Adds an originator of a customer; recorded. @throws Refusal */
export async function addOriginator(
  store: Store,
  customer: string,
  text: string,
  occasion: Occasion,
): Promise<OriginatorRow> {
  const customerId = customerIdOf(customer);
  const value = inField("value", () => originatorOf(text));
  const subject = { customer: customerId, originator: value };
  const { accounts } = recorded(store, occasion, { action: "originator add", subject });
  const change = await accounts.addOriginator(customerId, value, occasion.now);
  expectDone(change, { customerId, thing: `originator ${value}` });
  return { customer: customerId, value };
}

/** Removes an originator; messages accepted with it are still sent. Recorded. @throws Refusal */
export async function removeOriginator(
  store: Store,
  customer: string,
  value: string,
  occasion: Occasion,
): Promise<OriginatorRow> {
  const customerId = customerIdOf(customer);
  const subject = { customer: customerId, originator: value };
  const { accounts } = recorded(store, occasion, { action: "originator remove", subject });
  const change = await accounts.removeOriginator(customerId, value);
  expectDone(change, { customerId, thing: `originator ${value} of customer ${customerId}` });
  return { customer: customerId, value };
}

/** Originators of one customer, or of all. @throws Refusal */
export async function listOriginators(store: Store, customer?: string): Promise<readonly OriginatorRow[]> {
  const found = await store.accounts.allOriginators(
    customer === undefined ? undefined : customerIdOf(customer),
  );
  return found.map(({ customerId, value }) => ({ customer: customerId, value }));
}
