import { listBalances } from "../../actions/credits.js";
import { latestLedger, type LedgerRow } from "../../admin/ledger.js";
import { Refusal } from "../../admin/refusal.js";
import { type Statement, statementOf } from "../../admin/statement.js";
import { counted } from "../../admin/values.js";
import type { Store } from "../../ports/store.js";
import { mostCsvRows } from "../web/csv.js";
import { countText, groupedText } from "../web/figures.js";
import { part } from "../web/page.js";
import { messagePill } from "../web/states.js";
import {
  amountCell,
  type Cell,
  exactTime,
  type Link,
  numberCell,
  type Page,
  type Section,
  type Table,
} from "../web/view.js";
import { customerText, type PageRoute, type Visit } from "./visit.js";

/** Entries on a page. */
const pageSize = 100;

const tabs = [
  { text: "Ledger", href: "/billing" },
  { text: "Statement", href: "/billing/statement" },
] as const;

const billingTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

/** Words for the reasons of changes. */
const reasonTexts: Readonly<Record<LedgerRow["reason"], string>> = {
  refill: "Payment",
  charge: "Charge",
  refund: "Refund",
  carried: "Carried forward",
};

const filters = ["", "refill", "refund", "charge"] as const;

/** A month in UTC, and the one before it. */
function monthsOf(now: number): readonly [string, string] {
  const month = new Date(now).toISOString().slice(0, 7);
  return [month, new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7)];
}

const isPeriod = (text: string): boolean => /^\d{4}-\d\d(?:-\d\d)?$/u.test(text);

interface Chosen {
  readonly period: string;
  readonly reason: (typeof filters)[number];
}

function chosenIn({ query, now }: Visit): Chosen {
  const period = query.get("period") ?? "";
  return {
    period: isPeriod(period) ? period : monthsOf(now)[0],
    reason: filters.find((name) => name === query.get("reason")) ?? "",
  };
}

const hrefOf = ({ period, reason }: Chosen): string =>
  `/billing?period=${part(period)}${reason === "" ? "" : `&reason=${reason}`}`;

/** The reference of a payment is what the operator noted for the customer. */
function rowOf({ at, kind, change, balance, reason, reference, transactionId }: LedgerRow): readonly Cell[] {
  const isDeduction = reason === "refill" && change.startsWith("-");
  return [
    exactTime(at),
    { text: isDeduction ? "Deduction" : reasonTexts[reason] },
    { text: kind },
    amountCell(change),
    amountCell(balance),
    { text: reference ?? transactionId ?? "", layout: reference === null ? "code" : undefined },
  ];
}

async function entriesTable(store: Store, visit: Visit, chosen: Chosen): Promise<Table> {
  const { period, reason } = chosen;
  const isCsv = visit.query.get("csv") === "ledger";
  const before = isCsv ? undefined : visit.query.get("before");
  const { rows, next } = await latestLedger(store, {
    customer: customerText(visit),
    from: period,
    to: period,
    reason: reason === "" ? undefined : reason,
    before,
    limit: isCsv ? mostCsvRows : pageSize,
  });
  return {
    caption: `Entries of ${period}, newest first`,
    columns: [
      "Time",
      "Reason",
      "Kind",
      { text: "Change", number: true },
      { text: "Balance after", number: true },
      "Reference",
    ],
    rows: rows.map(rowOf),
    csv: "ledger",
    empty: {
      icon: "coins",
      title: "There is no entry",
      text: "Choose another month, or all kinds of changes.",
    },
    foot: {
      text: counted(rows.length, "entry", "entries"),
      newer: before === undefined ? undefined : hrefOf(chosen),
      older: next === null ? undefined : `${hrefOf(chosen)}&before=${part(next)}`,
    },
  };
}

async function ledgerPage(store: Store, visit: Visit): Promise<Page> {
  const chosen = chosenIn(visit);
  const balances = await listBalances.rows(store, { customer: customerText(visit) }, visit);
  return {
    title: "Billing",
    tabs: billingTabs("/billing"),
    tiles: balances.map(({ kind, balance }) => ({
      label: "Balance",
      figure: { text: groupedText(balance) },
      unit: kind,
    })),
    segments: [
      {
        label: "Changes",
        choices: filters.map((reason) => ({
          text: reason === "" ? "All" : `${reasonTexts[reason]}s`,
          href: hrefOf({ ...chosen, reason }),
          current: reason === chosen.reason,
        })),
      },
      {
        label: "Month, UTC",
        choices: monthsOf(visit.now).map((period) => ({
          text: period,
          href: hrefOf({ ...chosen, period }),
          current: period === chosen.period,
        })),
      },
    ],
    sections: [{ heading: "Ledger", note: "credits", tables: [await entriesTable(store, visit, chosen)] }],
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
  const statement = await statementOf(store, customerText(visit), month).catch((error: unknown) => {
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
