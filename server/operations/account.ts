import type { AuthResult, AuthResult2, CommonResult, CreditPair, SoapUser } from "messenger-client/records";
import { creditText, wholeCredits } from "../domain/credit/credit.js";
import { keepAliveOff, ok } from "../domain/result-text.js";
import type { Balance, CreditKind } from "../domain/credit/balance.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import type { Customer } from "../domain/accounts/accounts.js";

/** Kinds that `Credits` always names, so that no client meets an empty list or one of a single pair. */
const alwaysShown: readonly CreditKind[] = ["SMS", "MMS"];

/** Balance of one kind in thousandths of a credit; 0 if the customer has no account of this kind. */
export function balanceOf(balances: readonly Balance[], kind: CreditKind): number {
  return balances.find((balance) => balance.kind === kind)?.amount ?? 0;
}

/** KeepAlive: checks the credentials and that keep-alive is activated for the customer. */
export async function keepAlive(
  { credentials }: Dependencies,
  user: SoapUser | undefined,
): Promise<CommonResult> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return { Result: access.refusal };
  return { Result: access.customer.keepAlive ? ok : keepAliveOff(access.customer.id) };
}

const refusedAccount = { NetPoints: "0", Originators: [], CustomerID: -1 };

interface Account {
  readonly customer: Customer;
  readonly originators: readonly string[];
  readonly balances: readonly Balance[];
}

async function readAccount({ store }: Dependencies, customer: Customer): Promise<Account> {
  const [originators, balances] = await Promise.all([
    store.accounts.originators(customer.id),
    store.accounts.balances(customer.id),
  ]);
  return { customer, originators, balances };
}

function commonFields({ customer, originators, balances }: Account) {
  return {
    Result: ok,
    NetPoints: creditText(customer.payment, balanceOf(balances, "SMS")),
    Originators: originators,
    CustomerID: customer.id,
  };
}

/** Authenticate: originators and the credit for SMS and MMS. */
export async function authenticateAccount(
  dependencies: Dependencies,
  user: SoapUser | undefined,
): Promise<AuthResult> {
  const access = await authenticate(dependencies.credentials, user);
  if (!access.ok) return { ...refusedAccount, Result: access.refusal, CreditSMS: "", CreditMMS: "" };
  const account = await readAccount(dependencies, access.customer);
  const credit = (kind: CreditKind): string =>
    creditText(account.customer.payment, balanceOf(account.balances, kind));
  return { CreditSMS: credit("SMS"), CreditMMS: credit("MMS"), ...commonFields(account) };
}

/** Authenticate2: originators and the credit of every kind, in numbers also for postpaid customers. */
export async function authenticateAccount2(
  dependencies: Dependencies,
  user: SoapUser | undefined,
): Promise<AuthResult2> {
  const access = await authenticate(dependencies.credentials, user);
  if (!access.ok) return { ...refusedAccount, Result: access.refusal, Credits: [] };
  const account = await readAccount(dependencies, access.customer);
  return { Credits: creditPairs(account.balances), ...commonFields(account) };
}

function creditPairs(balances: readonly Balance[]): CreditPair[] {
  const kinds = new Set([...alwaysShown, ...balances.map(({ kind }) => kind)]);
  return [...kinds].map((kind) => ({ Type: kind, Value: wholeCredits(balanceOf(balances, kind)) }));
}
