import type { CreditKind } from "../domain/credit/balance.js";
import { creditsText } from "../domain/credit/credit.js";
import { accountStatement, type AccountStatement } from "../domain/credit/statement.js";
import { unknownThing } from "../admin/refusal.js";
import { findCustomer } from "../admin/ids.js";
import { dayLength } from "../domain/usage/usage.js";
import { dayText, monthOf } from "../admin/period.js";
import { customerKey } from "./account-fields.js";
import { type Card, card } from "./action.js";
import { flag, required, text } from "./fields.js";
import { described, nullable, objectMember, objectsMember, textMember } from "./members.js";
import { margin, type MarginRow } from "./margin.js";
import { usageOf, type UsageRow } from "./usage.js";

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
  /** What the messages cost and what is left; null without costs, absent unless it is asked for. */
  readonly margin?: MarginRow | null;
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

/** A statement as one table for a spreadsheet: `section` names the kind of line. */
interface StatementLine {
  readonly section: "balance" | "payment" | "usage" | "margin";
  readonly item: string;
  readonly kind?: string;
  readonly at?: string;
  readonly reference?: string | null;
  readonly prefix?: string | null;
  readonly state?: string | null;
  readonly messages?: number;
  readonly parts?: number;
  readonly amount?: string;
}

const lineColumns: readonly (keyof StatementLine)[] = [
  ...([
    "section",
    "item",
    "kind",
    "at",
    "reference",
    "prefix",
    "state",
    "messages",
    "parts",
    "amount",
  ] as const),
];
const amounts = ["opening", "added", "deducted", "charged", "refunded", "closing"] as const;

const marginAmounts = ["cost", "revenue", "margin"] as const;

function linesOf({ accounts, payments, usage, margin: margins }: Statement): readonly StatementLine[] {
  return [
    ...accounts.flatMap((account) =>
      amounts.map((item): StatementLine => {
        return { section: "balance", item, kind: account.kind, amount: account[item] };
      }),
    ),
    ...payments.map((payment): StatementLine => ({ section: "payment", item: "payment", ...payment })),
    ...usage.map((each): StatementLine => ({ section: "usage", item: "messages", ...each })),
    ...marginAmounts.flatMap((item): readonly StatementLine[] => {
      const amount = margins?.[item] ?? null;
      return amount === null ? [] : [{ section: "margin", item, amount }];
    }),
  ];
}

/** A statement for people, and for a spreadsheet. */
function tablesOf(statement: Statement): ReturnType<NonNullable<Card<Statement>["tables"]>> {
  const { customer, name, from, to, accounts, payments, usage, margin: margins } = statement;
  return {
    title: `Statement of customer ${customer}, ${name}, ${from} to ${to} (UTC), in credits`,
    below: [
      { columns: ["kind", ...amounts], rows: accounts },
      { columns: ["at", "kind", "amount", "reference"], rows: payments },
      { columns: ["prefix", "state", "messages", "parts"], rows: usage },
      ...(margins == null ? [] : [{ columns: ["parts", "unpriced", ...marginAmounts], rows: [margins] }]),
    ],
    csv: { columns: lineColumns, rows: linesOf(statement) },
  };
}

/** The statement of a customer for a month in UTC. */
export const showStatement = card({
  name: "statement",
  help: "Print the statement of a month in UTC: balances, payments, charges, refunds, usage. Example: messenger statement 42 2030-01",
  may: { operator: "viewer", portal: "money" },
  isReport: true,
  keys: { customer: customerKey, month: required(text(), monthOf) },
  members: {
    ...described(["customer"]),
    name: textMember("name of the customer"),
    from: textMember("first day, UTC"),
    to: textMember("last day, UTC"),
    accounts: objectsMember(
      "balances by kind in credits: opening, added, deducted, charged, refunded, closing",
    ),
    payments: objectsMember("payments and deductions: at, kind, amount, reference"),
    usage: objectsMember("messages and parts by prefix and state"),
    margin: {
      ...nullable(objectMember("cost, revenue and margin, if it is asked for; null without costs")),
      optional: true,
    },
  },
  filters: { margin: flag(undefined, "add what the messages cost and what is left, not for the customer") },
  tables: tablesOf,
  row: async ({ customer: id, month, margin: isWanted }, { store, ...use }): Promise<Statement> => {
    const [begin, end] = [month.from * dayLength, month.until * dayLength];
    const [from, to] = [dayText(month.from), dayText(month.until - 1)];
    const { name } = await findCustomer(store, id);
    const carried = (await store.ledger.carried(id)).find(({ at }) => at >= begin);
    if (carried !== undefined)
      throw unknownThing(
        `entries of the ledger up to ${new Date(carried.at).toISOString()} were removed (--keep-ledger): there is no statement of ${from.slice(0, 7)}`,
      );
    const payments = await store.ledger.refills(id, begin, end);
    const used = await usageOf(store, { customer: id, from, to, by: ["prefix", "state"] });
    const statement = {
      customer: id,
      name,
      from,
      to,
      accounts: (await store.ledger.periods(id, begin, end)).map(accountStatement).map(accountOf),
      payments: payments.map(({ at, kind, delta, reference = null }) => ({
        at: new Date(at).toISOString(),
        kind,
        amount: creditsText(delta),
        reference,
      })),
      usage: used.map(({ prefix, state, messages, parts }) => ({ prefix, state, messages, parts })),
    };
    if (!isWanted) return statement;
    const [row = null] = await margin.rows(store, { customer: String(id), from, to }, use);
    return { ...statement, margin: row };
  },
});
