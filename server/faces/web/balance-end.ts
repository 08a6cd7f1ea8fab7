import type { Store } from "../../ports/store.js";
import { dayLength } from "../../domain/usage/usage.js";
import type { Cell } from "./view.js";

/** Days whose charges tell how long a balance lasts. */
const countedDays = 7;

/** How long a balance lasts at the charges of the last days, as text. */
export function lastsText(balance: number, charged: number, days: number): string | undefined {
  if (charged <= 0 || balance <= 0) return undefined;
  const left = Math.floor((balance * days) / charged);
  if (left > 365) return "lasts more than a year";
  return left === 0 ? "lasts less than a day" : `lasts about ${left} ${left === 1 ? "day" : "days"}`;
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
