import { listBalances } from "../../actions/credits.js";
import type { LedgerRow } from "../../actions/ledger.js";
import type { Store } from "../../ports/store.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { creditForm } from "./customer-forms.js";
import { textOf } from "../web/form.js";
import { ledgerHref, ledgerSegments, ledgerTable, monthsOf } from "../web/ledger.js";
import { statementOf } from "../web/statement.js";
import type { ListedColumn } from "../web/listed.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";
import { amountCell, type Cell, type Page, type Section } from "../web/view.js";

/** @param isAdding the form for a payment is open */
async function balanceCard(
  store: Store,
  visit: Visit,
  id: number,
  { mayChange, isAdding }: Readonly<Record<"mayChange" | "isAdding", boolean>>,
): Promise<Section> {
  const rows = (await listBalances.rows(store, { customer: String(id) }, visit)).map(
    ({ kind, balance }): readonly Cell[] => [{ text: kind }, amountCell(balance)],
  );
  const table = {
    caption: "Balances in credits",
    columns: ["Kind", "Balance"],
    rows,
    empty: "There is no account.",
  };
  const forms = mayChange
    ? [{ ...creditForm(String(id), "add"), folded: !isAdding }, creditForm(String(id), "deduct")]
    : [];
  return { heading: "Balances", note: "credits", forms, tables: [table] };
}

const columns: readonly ListedColumn<LedgerRow>[] = [
  ["Reference", ({ reference }) => ({ text: reference ?? "" })],
  ["Transaction", ({ transactionId }) => ({ text: transactionId ?? "", layout: "code" })],
];

async function ledgerPage(store: Store, visit: Visit): Promise<Page> {
  const { query, now } = visit;
  const card = await customerCard(store, visit);
  const customer = String(card.id);
  const months = monthsOf(now);
  const chosen = {
    path: `/customers/${customer}/ledger`,
    period: query.get("period") ?? months[0],
    reason: textOf(query, "reason") ?? "",
  };
  const periods = [new Date(now).toISOString().slice(0, 10), ...months];
  const empty = "Choose another period, or all kinds of changes.";
  const table = await ledgerTable(store, { ...visit, customer }, chosen, columns, empty);
  const links = months.map((period) => ({
    text: `CSV of ${period}`,
    href: `${ledgerHref({ ...chosen, period })}&csv=ledger`,
  }));
  return {
    ...customerFrame(card, "ledger"),
    segments: ledgerSegments(chosen, "Period, UTC", periods),
    sections: [
      await balanceCard(store, visit, card.id, {
        mayChange: hasRole(visit, "admin"),
        isAdding: query.get("add") === "on",
      }),
      { heading: "Entries", note: "credits", links, tables: [table] },
    ],
  };
}

async function statementPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const customer = String(card.id);
  const shown = { customer, place: `/customers/${customer}/statement`, isLast: true };
  const { title: heading, facts, ...statement } = await statementOf(store, visit, shown);
  const frame = customerFrame(card, "statement");
  return {
    ...frame,
    ...statement,
    facts: [...(frame.facts ?? []), { text: heading }, ...(facts ?? []).slice(1)],
  };
}

export function ledgerPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/customers/:id/statement", role: "viewer", show: (visit) => statementPage(store, visit) },
    { path: "/customers/:id/ledger", role: "viewer", show: (visit) => ledgerPage(store, visit) },
  ];
}
