import { listBalances } from "../../actions/credits.js";
import type { LedgerRow } from "../../actions/ledger.js";
import type { Store } from "../../ports/store.js";
import { groupedText } from "../web/number-texts.js";
import { type LedgerChoice, ledgerChoices, ledgerSegments, ledgerTable, monthsOf } from "../web/ledger.js";
import type { ListedColumn } from "../web/listed.js";
import { statementOf } from "../web/statement.js";
import type { Link, Page } from "../web/view.js";
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

/** The statement of a month; it prints without the bar. */
async function statementPage(store: Store, visit: Visit): Promise<Page> {
  const tabs = billingTabs("/billing/statement");
  return {
    tabs,
    ...(await statementOf(store, visit, { customer: customerText(visit), place: "/billing/statement" })),
  };
}

export function billingPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/billing", role: "money", show: (visit) => ledgerPage(store, visit) },
    { path: "/billing/statement", role: "money", show: (visit) => statementPage(store, visit) },
  ];
}
