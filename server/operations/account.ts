import type { SoapUser } from "messenger-client/records";
import type { Balance, CreditKind } from "../domain/credit/balance.js";
import type { Outcome, Refused } from "../domain/refusals.js";
import type { Customer } from "../domain/accounts/accounts.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";

/** Balance of one kind in thousandths of a credit; 0 if the customer has no account of this kind. */
export function balanceOf(balances: readonly Balance[], kind: CreditKind): number {
  return balances.find((balance) => balance.kind === kind)?.amount ?? 0;
}

/** KeepAlive: checks the credentials and that keep-alive is activated for the customer. */
export async function keepAlive({ credentials }: Dependencies, user: SoapUser | undefined): Promise<Outcome> {
  const access = await authenticate(credentials, user);
  if (!access.ok || access.customer.keepAlive) return access;
  return { ok: false, refusal: { name: "keepAliveOff", customerId: access.customer.id } };
}

/** A customer with its originators and its credit. */
export interface Account {
  readonly ok: true;
  readonly customer: Customer;
  readonly originators: readonly string[];
  readonly balances: readonly Balance[];
}

export type AccountOutcome = Account | Refused;

/** Authenticate and Authenticate2: originators and credit. */
export async function readAccount(
  { credentials, store }: Dependencies,
  user: SoapUser | undefined,
): Promise<AccountOutcome> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return access;
  const { customer } = access;
  const [originators, balances] = await Promise.all([
    store.accounts.originators(customer.id),
    store.accounts.balances(customer.id),
  ]);
  return { ok: true, customer, originators, balances };
}
