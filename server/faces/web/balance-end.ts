import type { Store } from "../../ports/store.js";
import { dayLength } from "../../domain/usage/usage.js";
import { creditsText } from "../../domain/credit/credit.js";
import { amountCell, type Cell, numberCell, unknown } from "./view.js";

/** Days whose charges tell how long a balance lasts. */
const countedDays = 7;
/** Accounts on one page. */
const mostAccounts = 100_000;

/** Whole days that a balance lasts at the charges of the last days; undefined without either. */
function daysLeft(balance: number, charged: number, days: number): number | undefined {
  return charged <= 0 || balance <= 0 ? undefined : Math.floor((balance * days) / charged);
}

/** How long a balance lasts at the charges of the last days, as text. */
export function lastsText(balance: number, charged: number, days: number): string | undefined {
  const left = daysLeft(balance, charged, days);
  if (left === undefined) return undefined;
  if (left > 365) return "lasts more than a year";
  return left === 0 ? "lasts less than a day" : `lasts about ${left} ${left === 1 ? "day" : "days"}`;
}

/** Reads the balance of each customer and the days that it lasts, as two cells; a warning from three days on. */
export async function balanceCells(
  { ledger }: Pick<Store, "ledger">,
  now: number,
): Promise<(customer: number) => readonly [Cell, Cell]> {
  const accounts = await ledger.spent(now - countedDays * dayLength, now, mostAccounts);
  const cells = accounts.map(({ customerId, balance, left, spent }): [number, readonly [Cell, Cell]] => [
    customerId,
    [amountCell(creditsText(balance)), daysCell(left, spent)],
  ]);
  const byCustomer = new Map(cells);
  return (customer) => byCustomer.get(customer) ?? [numberCell(unknown), numberCell(unknown)];
}

function daysCell(left: number | undefined, spent: number): Cell {
  const days = left === undefined ? undefined : daysLeft(left, spent, countedDays);
  if (days === undefined) return numberCell(unknown);
  const cell = numberCell(days === 0 ? "< 1" : days > 365 ? "> 365" : days);
  return days < 3 ? { ...cell, tone: "warn" } : cell;
}

/** Thousandths of a credit that SMS of the last days have cost, with their refunds. */
async function chargedIn({ ledger }: Pick<Store, "ledger">, customer: number, now: number): Promise<number> {
  const periods = await ledger.periods(customer, now - countedDays * dayLength, now);
  const sms = periods.find(({ kind }) => kind === "SMS");
  return sms === undefined ? 0 : 0 - sms.charged - sms.refunded;
}

/** How long an SMS balance lasts, a warning from three days on; undefined without charges. `balance` in thousandths. */
export async function lastsCell(
  store: Pick<Store, "ledger">,
  { customer, balance }: { readonly customer: number; readonly balance: number },
  now: number,
): Promise<Cell | undefined> {
  const text = lastsText(balance, await chargedIn(store, customer, now), countedDays);
  return text === undefined ? undefined : { text, tone: /less|about [12] /u.test(text) ? "warn" : undefined };
}
