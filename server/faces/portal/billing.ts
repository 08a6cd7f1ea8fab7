import { listBalances } from "../../actions/credits.js";
import type { LedgerRow } from "../../actions/ledger.js";
import { Refusal } from "../../admin/refusal.js";
import { showStatement, type Statement } from "../../actions/statement.js";
import type { Store } from "../../ports/store.js";
import { countText, groupedText } from "../web/number-texts.js";
import { type LedgerChoice, ledgerChoices, ledgerSegments, ledgerTable, monthsOf } from "../web/ledger.js";
import type { ListedColumn } from "../web/listed.js";
import { messagePill } from "../web/states.js";
import {
  amountCell,
  type Cell,
  exactTime,
  type Link,
  numberCell,
  type Page,
  type Section,
} from "../web/view.js";
import { customerText, type PageRoute, type Visit } from "./visit.js";

const tabs = [
  { text: "Ledger", href: "/billing" },
  { text: "Statement", href: "/billing/statement" },
] as const;

const billingTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

const isPeriod = (text: string): boolean => /^\d{4}-\d\d(?:-\d\d)?$/u.test(text);

function chosenIn({ query, now }: Visit): LedgerChoice {
  const period = query.get("period") ?? "";
  return {
    path: "/billing",
    period: isPeriod(period) ? period : monthsOf(now)[0],
    reason: ledgerChoices.find((name) => name === query.get("reason")) ?? "",
  };
}

/** The reference of a payment is what the operator noted for the customer. */
const columns: readonly ListedColumn<LedgerRow>[] = [
  [
    "Reference",
    ({ reference, transactionId }) => ({
      text: reference ?? transactionId ?? "",
      layout: reference === null ? "code" : undefined,
    }),
  ],
];

async function ledgerPage(store: Store, visit: Visit): Promise<Page> {
  const chosen = chosenIn(visit);
  const balances = await listBalances.rows(store, { customer: customerText(visit) }, visit);
  const empty = "Choose another month, or all kinds of changes.";
  const of = { ...visit, customer: customerText(visit) };
  return {
    title: "Billing",
    tabs: billingTabs("/billing"),
    tiles: balances.map(({ kind, balance }) => ({
      label: "Balance",
      figure: { text: groupedText(balance) },
      unit: kind,
    })),
    segments: ledgerSegments(chosen, "Month, UTC", monthsOf(visit.now)),
    sections: [
      { heading: "Ledger", note: "credits", tables: [await ledgerTable(store, of, chosen, columns, empty)] },
    ],
  };
}

function accountsCard({ accounts }: Statement): Section {
  const columns = ["Kind", "Opening", "Payments", "Deductions", "Charges", "Refunds", "Closing"];
  const rows = accounts.map(
    ({ kind, opening, added, deducted, charged, refunded, closing }): readonly Cell[] => [
      { text: kind },
      amountCell(opening),
      amountCell(added),
      amountCell(deducted),
      amountCell(charged),
      amountCell(refunded),
      amountCell(closing),
    ],
  );
  const table = { caption: "Balances", columns, rows, empty: "No account.", csv: "balances" };
  return { heading: "Balances", note: "credits", tables: [table] };
}

function paymentsCard({ payments }: Statement): Section {
  const rows = payments.map(({ at, kind, amount, reference }): readonly Cell[] => [
    exactTime(at),
    { text: kind },
    amountCell(amount),
    { text: reference ?? "" },
  ]);
  const columns = ["Time", "Kind", { text: "Credits", number: true }, "Reference"];
  const table = { caption: "Payments", columns, rows, empty: "No payment.", csv: "payments" };
  return { heading: "Payments", note: "credits", tables: [table] };
}

function usageCard({ usage }: Statement): Section {
  const rows = usage.map(({ prefix, state, messages, parts }): readonly Cell[] => [
    { text: prefix === null || prefix === "" ? "other" : `+${prefix}` },
    state === null || state === "OPEN"
      ? { text: "No final status yet" }
      : { text: "", pill: messagePill(state) },
    ...[messages, parts].map((count) => numberCell(countText(count))),
  ]);
  const columns = ["Country", "State", { text: "Messages", number: true }, { text: "Parts", number: true }];
  const table = {
    caption: "Messages by country and state",
    columns,
    rows,
    empty: "No message.",
    csv: "usage",
  };
  return { heading: "Messages", tables: [table] };
}

const notKept: Page["notice"] = {
  tone: "warn",
  icon: "info",
  what: "There is no statement of this month: its entries are no longer kept in detail.",
};

/** The statement of a month; it prints without the bar. */
async function statementPage(store: Store, visit: Visit): Promise<Page> {
  const months = monthsOf(visit.now);
  const wanted = visit.query.get("month") ?? "";
  const month = /^\d{4}-\d\d$/u.test(wanted) ? wanted : months[0];
  const choices = months.map((each) => ({
    text: each,
    href: `/billing/statement?month=${each}`,
    current: each === month,
  }));
  const given = { customer: customerText(visit), month };
  const statement = await showStatement.row(store, given, visit).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  });
  const page = {
    title: `Statement ${month}`,
    tabs: billingTabs("/billing/statement"),
    segments: [{ label: "Month, UTC", choices }],
  };
  if (statement === undefined) return { ...page, notice: notKept, sections: [] };
  const { name, from, to } = statement;
  return {
    ...page,
    facts: [{ text: `${name}, customer ${visit.customer}` }, { text: `${from} to ${to}, UTC` }],
    sections: [accountsCard(statement), paymentsCard(statement), usageCard(statement)],
  };
}

export function billingPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/billing", role: "money", show: (visit) => ledgerPage(store, visit) },
    { path: "/billing/statement", role: "money", show: (visit) => statementPage(store, visit) },
  ];
}
