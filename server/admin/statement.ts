import type { CreditKind } from "../domain/credit/balance.js";
import { creditsText } from "../domain/credit/credit.js";
import { accountStatement, type AccountStatement } from "../domain/credit/statement.js";
import type { Store } from "../ports/store.js";
import { Refusal } from "./refusal.js";
import { findCustomer } from "./ids.js";
import { dayLength } from "../domain/usage/usage.js";
import { dayText, monthOf } from "./period.js";
import { type UsageRow, usageReport } from "./usage.js";
import { customerIdOf } from "./values.js";

/** A balance on a statement as the commands print it, in credits. */
export type StatementAccount = Readonly<Record<Exclude<keyof AccountStatement, "kind">, string>> & {
  readonly kind: CreditKind;
};

/** Credit that was added, or deducted, by the operator. */
export interface StatementPayment {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: CreditKind;
  /** Credits; negative for a deduction. */
  readonly amount: string;
  readonly reference: string | null;
}

/** The statement of a customer for a month. */
export interface Statement {
  readonly customer: number;
  readonly name: string;
  /** UTC dates, both included. */
  readonly from: string;
  readonly to: string;
  readonly accounts: readonly StatementAccount[];
  readonly payments: readonly StatementPayment[];
  /** By prefix and state. */
  readonly usage: readonly Pick<UsageRow, "prefix" | "state" | "messages" | "parts">[];
}

function accountOf({ kind, ...amounts }: AccountStatement): StatementAccount {
  const { opening, added, deducted, charged, refunded, closing } = amounts;
  return {
    kind,
    opening: creditsText(opening),
    added: creditsText(added),
    deducted: creditsText(deducted),
    charged: creditsText(charged),
    refunded: creditsText(refunded),
    closing: creditsText(closing),
  };
}

/** The statement of a customer for a month in UTC, such as `2030-01`. @throws Refusal */
export async function statementOf(
  store: Pick<Store, "accounts" | "ledger" | "usage">,
  customer: string,
  month: string,
): Promise<Statement> {
  const { from, until } = monthOf(month);
  const { id, name } = await findCustomer(store, customerIdOf(customer));
  const [begin, end] = [from * dayLength, until * dayLength];
  const carried = (await store.ledger.carried(id)).find(({ at }) => at >= begin);
  if (carried !== undefined)
    throw new Refusal(
      `entries of the ledger up to ${new Date(carried.at).toISOString()} were removed (--keep-ledger): there is no statement of ${month}`,
    );
  const payments = await store.ledger.refills(id, begin, end);
  const usage = await usageReport(store, { customer, from: month, to: month, by: "prefix,state" });
  return {
    customer: id,
    name,
    from: dayText(from),
    to: dayText(until - 1),
    accounts: (await store.ledger.periods(id, begin, end)).map(accountStatement).map(accountOf),
    payments: payments.map(({ at, kind, delta, reference = null }) => ({
      at: new Date(at).toISOString(),
      kind,
      amount: creditsText(delta),
      reference,
    })),
    usage: usage.map(({ prefix, state, messages, parts }) => ({ prefix, state, messages, parts })),
  };
}
