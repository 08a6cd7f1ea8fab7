import type { Refused } from "../refusals.js";
import { serviceZone, toLocalTime } from "../time-zone.js";
import type { CreditTerms } from "./balance.js";

const dayLength = 86_400_000;

/** Credits that a customer may spend in a day on messages to numbers of one country. */
export interface CountryLimit {
  /** Calling code; empty: every country without a limit of its own. */
  readonly country: string;
  /** Thousandths of a credit; undefined: no limit. */
  readonly credits: number | undefined;
}

/** The days of the limits begin at midnight of the service's time zone: days since the epoch. */
export function spendingDay(at: number, zone = serviceZone): number {
  return Math.floor(toLocalTime(at, zone) / dayLength);
}

/** Days for which spent credits are kept. */
export const spendingKeptFor = 7;

/** What a charge spends on one country, and the limit of it; thousandths of a credit. */
export interface CountryShare {
  readonly country: string;
  readonly amount: number;
  readonly limit: number;
}

/** What a charge spends on countries that have a limit. */
export interface Spending {
  readonly day: number;
  readonly shares: readonly CountryShare[];
}

/** What a customer has spent on one country in a day. */
export interface CountrySpent {
  readonly customerId: number;
  readonly country: string;
  readonly day: number;
  /** Thousandths of a credit. */
  readonly amount: number;
  /** Calls that were refused because of the limit. */
  readonly refused: number;
}

/** Limits as they are stored: `=100000 44=500000 1=`, in thousandths of a credit, empty for no limit. */
export function countryCreditsText(limits: readonly CountryLimit[]): string {
  return limits.map(({ country, credits = "" }) => `${country}=${credits}`).join(" ");
}

/** Reads limits as they are stored. */
export function countryCreditsIn(stored: string): readonly CountryLimit[] {
  return stored.split(" ").flatMap((word): CountryLimit[] => {
    const [country, credits] = word.split("=");
    if (country === undefined || credits === undefined) return [];
    return [{ country, credits: credits === "" ? undefined : Number(credits) }];
  });
}

/** The limit of a country in thousandths of a credit; undefined without one. */
export function limitOfCountry(limits: readonly CountryLimit[], country: string): number | undefined {
  const own = limits.find((limit) => limit.country === country && country !== "");
  return (own ?? limits.find((limit) => limit.country === ""))?.credits;
}

/**
 * What a charge spends on countries with a limit; undefined if none has one. `prices`: of one part to all recipients of a country together.
 */
export function spendingOf(
  limits: readonly CountryLimit[],
  prices: ReadonlyMap<string, number>,
  parts: number,
  at: number,
): Spending | undefined {
  const shares = [...prices].flatMap(([country, price]): CountryShare[] => {
    const limit = limitOfCountry(limits, country);
    return limit === undefined || price === 0 ? [] : [{ country, amount: parts * price, limit }];
  });
  return shares.length === 0 ? undefined : { day: spendingDay(at), shares };
}

/** The first country whose limit a charge would exceed; undefined if it exceeds none. */
export function exceeded(
  { shares }: Spending,
  spentOn: (country: string) => number,
): CountryShare["country"] | undefined {
  return shares.find(({ country, amount, limit }) => spentOn(country) + amount > limit)?.country;
}

/** The refusal of what exceeds a limit. */
export function countryLimit(country: string, payment: CreditTerms["payment"]): Refused {
  return { ok: false, refusal: { name: "countryLimit", country, payment } };
}
