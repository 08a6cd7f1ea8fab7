import { listBalances } from "../../actions/credits.js";
import { latestLedger, type LedgerRow } from "../../admin/ledger.js";
import { counted } from "../../admin/values.js";
import type { Store } from "../../ports/store.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { mostCsvRows } from "../web/csv.js";
import { creditForm } from "./customer-forms.js";
import { textOf, type Values } from "../web/form.js";
import { part } from "../web/page.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";
import { amountCell, type Cell, exactTime, type Page, type Section, type Table } from "../web/view.js";

/** Entries on a page. */
const pageSize = 100;

/** Filters of the ledger, payments first. */
const filters = [
  { reason: "", text: "All" },
  { reason: "refill", text: "Payments" },
  { reason: "refund", text: "Refunds" },
  { reason: "charge", text: "Charges" },
] as const;

/** Words for the reasons of changes. */
const reasonTexts: Readonly<Record<LedgerRow["reason"], string>> = {
  refill: "Payment",
  charge: "Charge",
  refund: "Refund",
  carried: "Carried forward",
};

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

function rowOf({ at, kind, change, balance, reason, reference, transactionId }: LedgerRow): readonly Cell[] {
  const isDeduction = reason === "refill" && change.startsWith("-");
  return [
    exactTime(at),
    { text: isDeduction ? "Deduction" : reasonTexts[reason] },
    { text: kind },
    amountCell(change),
    amountCell(balance),
    { text: reference ?? "" },
    { text: transactionId ?? "", layout: "code" },
  ];
}

const columns = [
  "Time",
  "Reason",
  "Kind",
  { text: "Change", number: true },
  { text: "Balance after", number: true },
  "Reference",
  "Transaction",
] as const;

/** Entries of a month or a day, newest first: `?period=2030-01&reason=refill`. */
async function entriesTable(store: Store, customer: number, query: Values, period: string): Promise<Table> {
  const isCsv = query.get("csv") === "ledger";
  const [reason, before] = [textOf(query, "reason"), isCsv ? undefined : query.get("before")];
  const given = { customer: String(customer), from: period, to: period, reason, before };
  const limit = isCsv ? mostCsvRows : pageSize;
  const { rows, next } = await latestLedger(store, { ...given, limit });
  const hrefOf = (place?: string): string => {
    const parameters = new URLSearchParams({ period, ...(reason === undefined ? {} : { reason }) });
    if (place !== undefined) parameters.set("before", place);
    return `/customers/${customer}/ledger?${parameters.toString()}`;
  };
  return {
    caption: `Entries of ${period}, newest first`,
    columns,
    rows: rows.map(rowOf),
    csv: "ledger",
    empty: {
      icon: "coins",
      title: "There is no entry",
      text: "Choose another period, or all kinds of changes.",
    },
    foot: {
      text: counted(rows.length, "entry", "entries"),
      newer: before === undefined ? undefined : hrefOf(),
      older: next === null ? undefined : hrefOf(next),
    },
  };
}

async function ledgerPage(store: Store, visit: Visit): Promise<Page> {
  const { query, now } = visit;
  const card = await customerCard(store, visit);
  const month = new Date(now).toISOString().slice(0, 7);
  const period = query.get("period") ?? month;
  const before = new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7);
  const reason = textOf(query, "reason") ?? "";
  const hrefOf = (of: string, only: string): string =>
    `/customers/${card.id}/ledger?period=${part(of)}${only === "" ? "" : `&reason=${part(only)}`}`;
  const periods = [new Date(now).toISOString().slice(0, 10), month, before];
  return {
    ...customerFrame(card, "ledger"),
    segments: [
      {
        label: "Changes",
        choices: filters.map(({ reason: only, text }) => ({
          text,
          href: hrefOf(period, only),
          current: only === reason,
        })),
      },
      {
        label: "Period, UTC",
        choices: periods.map((each) => ({
          text: each,
          href: hrefOf(each, reason),
          current: each === period,
        })),
      },
    ],
    sections: [
      await balanceCard(store, visit, card.id, {
        mayChange: hasRole(visit, "admin"),
        isAdding: query.get("add") === "on",
      }),
      {
        heading: "Entries",
        note: "credits",
        links: [month, before].map((each) => ({
          text: `CSV of ${each}`,
          href: `${hrefOf(each, reason)}&csv=ledger`,
        })),
        tables: [await entriesTable(store, card.id, query, period)],
      },
    ],
  };
}

export function ledgerPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id/ledger", role: "viewer", show: (visit) => ledgerPage(store, visit) }];
}
