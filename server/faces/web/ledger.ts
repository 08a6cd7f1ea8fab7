import { countWords } from "./number-texts.js";
import { latestLedger, type LedgerRow } from "../../actions/ledger.js";
import type { Store } from "../../ports/store.js";
import { mostRows } from "./paging.js";
import { listedTable, type ListedColumn, partFoot, wantedIn } from "./listed.js";
import { part, type Visit } from "./page.js";
import { amountCell, exactTime, type Segments, type Table } from "./view.js";

/** The ledger of a customer, newest first, on every site: `?period=2030-01&reason=refill`. */

/** Kinds of changes, all first and then payments. */
export const ledgerChoices = ["", "refill", "refund", "charge"] as const;

/** Words for the reasons of changes. */
const reasonTexts: Readonly<Record<LedgerRow["reason"], string>> = {
  refill: "Payment",
  charge: "Charge",
  refund: "Refund",
  carried: "Carried forward",
};

const isDeduction = ({ reason, change }: LedgerRow): boolean => reason === "refill" && change.startsWith("-");

/** The columns of every site, which are followed by those of one. */
const columns: readonly ListedColumn<LedgerRow>[] = [
  ["Time", ({ at }) => exactTime(at)],
  ["Reason", (row) => ({ text: isDeduction(row) ? "Deduction" : reasonTexts[row.reason] })],
  ["Kind", "kind"],
  [{ text: "Change", number: true }, ({ change }) => amountCell(change)],
  [{ text: "Balance after", number: true }, ({ balance }) => amountCell(balance)],
];

/** A month in UTC, and the one before it. */
export function monthsOf(now: number): readonly [string, string] {
  const month = new Date(now).toISOString().slice(0, 7);
  return [month, new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7)];
}

/** Entries that are shown. */
export interface LedgerChoice {
  /** Path of the page. */
  readonly path: string;
  /** A day or a month. */
  readonly period: string;
  /** Empty: all. */
  readonly reason: string;
}

export const ledgerHref = ({ path, period, reason }: LedgerChoice): string =>
  `${path}?period=${part(period)}${reason === "" ? "" : `&reason=${part(reason)}`}`;

/** Links to the other entries. */
export const ledgerSegments = (
  chosen: LedgerChoice,
  label: string,
  periods: readonly string[],
): readonly Segments[] => [
  {
    label: "Changes",
    choices: ledgerChoices.map((reason) => ({
      text: reason === "" ? "All" : `${reasonTexts[reason]}s`,
      href: ledgerHref({ ...chosen, reason }),
      current: reason === chosen.reason,
    })),
  },
  {
    label,
    choices: periods.map((period) => ({
      text: period,
      href: ledgerHref({ ...chosen, period }),
      current: period === chosen.period,
    })),
  },
];

/** The entries. @param empty what to do about a table without any */
export async function ledgerTable(
  store: Store,
  visit: Visit & { readonly customer: string },
  chosen: LedgerChoice,
  more: readonly ListedColumn<LedgerRow>[],
  empty: string,
): Promise<Table> {
  const { period, reason } = chosen;
  const wanted = wantedIn(visit.query, { cursor: "before", csv: "ledger", limit: mostRows });
  const given = { customer: visit.customer, from: period, to: period, reason: reason || undefined };
  const { rows, next } = await latestLedger.part(store, given, visit, wanted);
  const hrefOf = (cursor?: string): string =>
    `${ledgerHref(chosen)}${cursor === undefined ? "" : `&before=${part(cursor)}`}`;
  return listedTable(rows, [...columns, ...more], {
    caption: `Entries of ${period}, newest first`,
    csv: "ledger",
    empty: { icon: "coins", title: "There is no entry", text: empty },
    foot: partFoot(countWords(rows.length, "entry", "entries"), wanted, next, hrefOf),
  });
}
