import { type BalanceEnd, balanceEnd, countedFor } from "../../domain/credit/balance-end.js";
import { creditScale, creditsText } from "../../domain/credit/credit.js";
import { dayLength } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import { countText } from "./number-texts.js";
import { dayAndClock, type PageClock } from "./times.js";
import { amountCell, type Cell, numberCell, unknown } from "./view.js";

/** Days whose charges tell how long the balances of a list last. */
const countedDays = 7;
/** Accounts on one page. */
const mostAccounts = 100_000;
/** Milliseconds before its end from which a balance is a warning, and beyond which no end is said. */
const [soon, far] = [3 * dayLength, 365 * dayLength];

/** The SMS balance of a customer in the last seven days, and its end. */
export interface BalanceCourse {
  /** Milliseconds since the epoch: one for each balance, hour by hour; the last one is now. */
  readonly times: readonly number[];
  /** Thousandths of a credit, as those of refills. */
  readonly balances: readonly number[];
  readonly refills: readonly { readonly at: number; readonly delta: number }[];
  readonly end: BalanceEnd | undefined;
}

/** Reads how a balance ran down; undefined without the account. */
export async function balanceCourse(
  { ledger }: Pick<Store, "ledger">,
  customerId: number,
  now: number,
): Promise<BalanceCourse | undefined> {
  const { hour: step, week } = countedFor;
  const from = now - week;
  const found = await ledger.course({ customerId, kind: "SMS", from, until: now, step });
  if (found === undefined) return undefined;
  const { left, balances, refills } = found;
  const spentIn = (length: number): number => {
    const added = refills.reduce((sum, { at, delta }) => (at >= now - length ? sum + delta : sum), 0);
    return (balances.at(-1 - length / step) ?? 0) + added - (balances.at(-1) ?? 0);
  };
  return {
    times: balances.map((_, index) => from + index * step),
    balances,
    refills,
    end: balanceEnd({ left, hour: spentIn(step), week: spentIn(week) }, now),
  };
}

/** When a balance ends: `ends today about 10:06`. */
export function endText({ at }: BalanceEnd, clock: PageClock): string {
  if (at - clock.now > far) return "lasts more than a year";
  const { day, clock: time } = dayAndClock(at, clock);
  return `ends ${day} about ${time}`;
}

/** How fast it ends: `412 credits an hour, as in the last hour`. */
export function paceText({ perHour, of }: BalanceEnd): string {
  const credits = perHour / creditScale;
  const amount = credits < 100 ? String(Math.round(credits * 10) / 10) : countText(Math.round(credits));
  return `${amount} credits an hour, as in the last ${of === "hour" ? "hour" : "7 days"}`;
}

/** The end of a balance below its figure, a warning from three days on; undefined without one. */
export function endCell(course: BalanceCourse | undefined, clock: PageClock): Cell | undefined {
  const end = course?.end;
  if (end === undefined) return undefined;
  return { text: endText(end, clock), tone: end.at - clock.now < soon ? "warn" : undefined };
}

/** Whole days that a balance lasts at the charges of the last days; undefined without either. */
function daysLeft(balance: number, charged: number, days: number): number | undefined {
  return charged <= 0 || balance <= 0 ? undefined : Math.floor((balance * days) / charged);
}

/** Reads the balance of each customer and the days that it lasts, as two cells; a warning from three days on. */
export async function balanceCells(
  { ledger }: Pick<Store, "ledger">,
  now: number,
): Promise<(customer: number) => readonly [Cell, Cell]> {
  const accounts = await ledger.spent(now - countedDays * dayLength, now, mostAccounts);
  const byCustomer = new Map(accounts.map((account) => [account.customerId, account]));
  return (customer) => {
    const account = byCustomer.get(customer);
    if (account === undefined) return [numberCell(unknown), numberCell(unknown)];
    return [amountCell(creditsText(account.balance)), daysCell(account.left, account.spent)];
  };
}

function daysCell(left: number | undefined, spent: number): Cell {
  const days = left === undefined ? undefined : daysLeft(left, spent, countedDays);
  if (days === undefined) return numberCell(unknown);
  const cell = numberCell(days === 0 ? "< 1" : days > 365 ? "> 365" : days);
  return days < 3 ? { ...cell, tone: "warn" } : cell;
}
