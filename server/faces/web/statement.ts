import { showStatement, type Statement } from "../../actions/statement.js";
import { Refusal } from "../../admin/refusal.js";
import type { Store } from "../../ports/store.js";
import { monthsOf } from "./ledger.js";
import type { Visit } from "./page.js";
import { messagePill } from "./states.js";
import { amountCell, type Cell, countCell, exactTime, type Page, type Section } from "./view.js";

/** The statement of a customer for a month, on every site. */

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
    ...[messages, parts].map(countCell),
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

/** Where a statement is, and whose it is. */
interface Shown {
  readonly customer: string;
  /** Path of the page; `?month=2030-01` of it. */
  readonly place: string;
  /** Without a month in the address. Default: the month that has begun. */
  readonly isLast?: boolean;
}

/** The statement of the month that the address names. */
export async function statementOf(
  store: Store,
  visit: Visit,
  { customer, place, isLast = false }: Shown,
): Promise<Pick<Page, "facts" | "notice" | "sections" | "segments" | "title">> {
  const months = monthsOf(visit.now);
  const wanted = visit.query.get("month") ?? "";
  const month = /^\d{4}-\d\d$/u.test(wanted) ? wanted : months[isLast ? 1 : 0];
  const choices = months.map((each) => ({
    text: each,
    href: `${place}?month=${each}`,
    current: each === month,
  }));
  const statement = await showStatement.row(store, { customer, month }, visit).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  });
  const page = { title: `Statement ${month}`, segments: [{ label: "Month, UTC", choices }] };
  if (statement === undefined) return { ...page, notice: notKept, sections: [] };
  const { name, from, to } = statement;
  return {
    ...page,
    facts: [{ text: `${name}, customer ${customer}` }, { text: `${from} to ${to}, UTC` }],
    sections: [accountsCard(statement), paymentsCard(statement), usageCard(statement)],
  };
}
