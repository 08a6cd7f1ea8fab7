import { type LedgerInput, type LedgerRow, listBalances, listLedger } from "../admin/credits.js";
import type { Store } from "../ports/store.js";
import { customerCard, customerFrame } from "./customer-frame.js";
import { creditForm } from "./customer-forms.js";
import { hasRole, type PageRoute, type Visit } from "./page.js";
import { type Cell, exactTime, numberCell, type Page, type Section } from "./view.js";

/** Entries of the ledger on a page. */
const mostEntries = 500;

async function firstEntries(store: Store, input: LedgerInput): Promise<readonly LedgerRow[]> {
  const entries: LedgerRow[] = [];
  for await (const page of listLedger(store, input)) {
    entries.push(...page);
    if (entries.length >= mostEntries) break;
  }
  return entries.slice(0, mostEntries);
}

async function balanceCard(store: Store, id: number, mayChange: boolean): Promise<Section> {
  const rows = (await listBalances(store, String(id))).map(({ kind, balance }): readonly Cell[] => [
    { text: kind },
    numberCell(balance),
  ]);
  const table = {
    caption: "Balances in credits",
    columns: ["Kind", "Balance"],
    rows,
    empty: "There is no account.",
  };
  const forms = mayChange ? [creditForm(String(id), "add"), creditForm(String(id), "deduct")] : [];
  return { heading: "Balances", note: "credits", forms, tables: [table] };
}

/** A month of the ledger, or a day: `?period=2030-01` or `?period=2030-01-15`. */
async function ledgerPage(store: Store, visit: Visit): Promise<Page> {
  const { query, now } = visit;
  const card = await customerCard(store, visit);
  const month = new Date(now).toISOString().slice(0, 7);
  const period = query.get("period") ?? month;
  const entries = await firstEntries(store, { customer: String(card.id), from: period, to: period });
  const rows = entries.map(
    ({ at, kind, change, balance, reason, reference, transactionId }): readonly Cell[] => [
      exactTime(at),
      { text: kind },
      numberCell(change),
      numberCell(balance),
      ...[reason, reference, transactionId].map((text) => ({ text: text ?? "" })),
    ],
  );
  const columns = ["Time", "Kind", "Change", "Balance", "Reason", "Reference", "Transaction"];
  const caption = `Entries of ${period}, oldest first, at most ${mostEntries}`;
  const place = `/console/customers/${card.id}/ledger?period=`;
  const before = new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7);
  const periods = [new Date(now).toISOString().slice(0, 10), month, before];
  const choices = periods.map((each) => ({
    text: each,
    href: `${place}${each}`,
    current: each === period,
  }));
  return {
    ...customerFrame(card, "ledger"),
    segments: [{ label: "Period", choices }],
    sections: [
      await balanceCard(store, card.id, hasRole(visit, "admin")),
      {
        heading: "Entries",
        note: "credits",
        tables: [{ caption, columns, rows, empty: "There is no entry." }],
      },
    ],
  };
}

export function ledgerPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id/ledger", role: "viewer", show: (visit) => ledgerPage(store, visit) }];
}
