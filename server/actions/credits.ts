import { creditsText } from "../domain/credit/credit.js";
import { type CreditKind, creditKinds } from "../domain/credit/balance.js";
import type { Store } from "../ports/store.js";
import { expectDone, InvalidInput, Refusal } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { creditKindOf, referenceOf, thousandthsOf } from "../admin/values.js";
import { customerFilter, customerKey } from "./account-fields.js";
import { action, type ActionFacts, list, type Subject } from "./action.js";
import { choice, optional, required, text } from "./fields.js";
import { listLedger } from "./ledger.js";
import { described } from "./members.js";

/** A balance as the commands print it, in credits. */
async function balancesOf({ accounts }: Pick<Store, "accounts">, customer: number) {
  const balances = await accounts.balances(customer);
  return balances.map(({ kind, amount }) => ({ customer, kind, balance: creditsText(amount) }));
}

/** Reads more than 0 credits; returns thousandths. */
function positiveOf(given: string): number {
  const amount = thousandthsOf(given);
  if (amount <= 0) throw new InvalidInput(`invalid amount ${given}: use more than 0 credits`);
  return amount;
}

const columns = ["customer", "kind", "balance"] as const;
const members = described(columns);

/** @param sign of the change */
const creditAction = (sign: -1 | 1, words: Omit<ActionFacts, "may">) =>
  action({
    ...words,
    may: { operator: "admin", identity: "recent" },
    once: true,
    keys: {
      customer: customerKey,
      kind: required(choice("Kind", undefined, { choices: creditKinds, width: "short" }), creditKindOf),
      amount: required(text("Credits", undefined, { hint: "up to 3 decimals", width: "short" }), positiveOf),
    },
    fields: {
      reference: optional(
        text("Reference", "reference of the payment, such as an invoice number", {
          hint: "of the payment",
          width: "medium",
        }),
        referenceOf,
      ),
    },
    members,
    run: async ({ customer, kind, amount, reference }, { store, now, recorded }) => {
      const paid = reference === undefined ? {} : { reference };
      const { accounts } = recorded({ subject: { customer, kind, amount: creditsText(amount), ...paid } });
      const change = await accounts.addCredit(customer, kind, sign * amount, now, reference);
      expectDone(change, { customerId: customer, thing: `${kind} account` });
      const row = (await balancesOf(store, customer)).find((balance) => balance.kind === kind);
      if (row === undefined) throw new Refusal(said`the ${kind} account of ${{ customer }} cannot be read`);
      return { row, text: `customer ${customer} has ${row.balance} ${kind} credits` };
    },
  });

/** Adds credits; returns the balance after it. */
export const addCredit = creditAction(1, {
  name: "credit add",
  help: "Add credits with up to 3 decimals. Example: messenger credit add 42 SMS 100",
  button: "Add credit",
  done: "The credit was added.",
});

/** Deducts credits; returns the balance after it. */
export const deductCredit = creditAction(-1, {
  name: "credit deduct",
  help: "Deduct credits with up to 3 decimals. Example: messenger credit deduct 42 SMS 100",
  button: "Deduct credit",
  done: "The credit was deducted.",
  danger: {
    button: "Deduct the credit",
    text: "The balance is lower at once. The ledger keeps the deduction with its reference.",
  },
});

interface BalanceRow {
  readonly customer: number;
  readonly kind: CreditKind;
  readonly balance: string;
}

/** Balances of one customer, or of all. */
export const listBalances = list({
  name: "credit balance",
  help: "List balances in credits",
  may: { operator: "viewer", portal: "look" },
  filters: { customer: customerFilter },
  columns,
  rows: async ({ customer }, { store }) => {
    if (customer !== undefined) return balancesOf(store, customer);
    const rows: BalanceRow[] = [];
    for (const { id } of await store.accounts.customers()) rows.push(...(await balancesOf(store, id)));
    return rows;
  },
});

/** Balances of customers, and their changes. */
export const credits: Subject = {
  name: "credit",
  help: "Credit of a customer",
  entries: [addCredit, deductCredit, listBalances, listLedger],
};
