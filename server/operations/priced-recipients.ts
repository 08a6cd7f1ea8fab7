import { type Spending, spendingOf } from "../domain/credit/country-credits.js";
import { type Tariff, tariffOf } from "../domain/credit/coverage.js";
import type { Customer } from "../domain/accounts/accounts.js";
import { RecipientState } from "../domain/recipient-state.js";
import type { CoverageStore } from "../ports/accounts.js";
import { numberHeld } from "../domain/recipients/phone-number.js";
import type { PhoneNumbers, RefusedRecipient } from "../domain/delivery/submitting/submission.js";
import type { Refused } from "../domain/refusals.js";
import { callingCode } from "../domain/usage/usage.js";
import { listed } from "../domain/delivery/submitting/submission-rows.js";
import { inSlices } from "./slices.js";

/** The numbers of one call: plausible ones, each once, and invalid ones. */
export interface Addressees {
  readonly recipients: PhoneNumbers;
  readonly rejected: readonly string[];
}

/** Recipients of a message: accepted and refused ones. */
export interface PricedRecipients {
  readonly recipients: PhoneNumbers;
  /** Blacklisted numbers first, then invalid or uncovered ones. */
  readonly refused: readonly RefusedRecipient[];
  /** Price of one part to all of them together, in thousandths of a credit. */
  readonly pricePerPart: number;
  /** Whether the message would cost more than the customer allows to one of those that are refused. */
  readonly tooDear: boolean;
  /** What the message takes of the limits of its customer by country; absent without limits. */
  readonly spending?: Spending | undefined;
}

/** The message that is priced. */
export interface PricedMessage extends Addressees {
  /** To each recipient. */
  readonly parts: number;
}

/** Numbers that are priced without a pause: a fraction of a millisecond. */
const pricedAtOnce = 256;

/** The numbers of one call with their prices. */
interface Priced {
  /** 1 for each number that cannot be sent to, in the order given; undefined if there is none. */
  readonly out: Uint8Array | undefined;
  readonly uncovered: readonly string[];
  /** Of the prices of the others. */
  readonly sum: number;
  readonly tooDear: boolean;
}

function* pricesOf(
  numbers: PhoneNumbers,
  blacklisted: ReadonlySet<string>,
  tariff: Tariff,
  highest: number,
): Generator<undefined, Priced, undefined> {
  let out: Uint8Array | undefined;
  const uncovered: string[] = [];
  let sum = 0;
  let tooDear = false;
  for (let index = 0; index < numbers.length; index++) {
    if (index % pricedAtOnce === pricedAtOnce - 1) yield;
    const number = numbers[index] ?? 0;
    const isListed = blacklisted.size > 0 && blacklisted.has(String(number));
    const price = isListed ? undefined : tariff(number);
    if (price === undefined || price > highest) {
      tooDear ||= price !== undefined;
      out ??= new Uint8Array(numbers.length);
      out[index] = 1;
      if (!isListed) uncovered.push(String(number));
    } else sum += price;
  }
  return { out, uncovered, sum, tooDear };
}

/** The numbers that are not `out`. Those of a long list are copied in steps. */
function* kept(
  numbers: PhoneNumbers,
  out: Uint8Array | undefined,
): Generator<undefined, PhoneNumbers, undefined> {
  if (out === undefined) return numbers;
  if (!(numbers instanceof Float64Array)) return numbers.filter((_, index) => out[index] === 0);
  const rest = new Float64Array(numbers.length);
  let count = 0;
  for (const [index, number] of numbers.entries()) {
    if (index % pricedAtOnce === pricedAtOnce - 1) yield;
    if (out[index] === 0) rest[count++] = number;
  }
  return rest.slice(0, count);
}

function invalid(given: string): RefusedRecipient {
  const phone = numberHeld(given);
  const state = RecipientState.InvalidNumber;
  return phone === undefined ? { phone: given, state } : { phone, state, given };
}

/**
 * Takes out who is blacklisted, not covered, or dearer than the highest price of a part, and prices the rest. Pauses every few hundred numbers: the caller may let
 * other calls have their turn.
 */
export function* pricedInSteps(
  { recipients, rejected }: Addressees,
  blacklisted: ReadonlySet<string>,
  tariff: Tariff,
  highest = Infinity,
): Generator<undefined, PricedRecipients, undefined> {
  const { out, uncovered, sum, tooDear } = yield* pricesOf(recipients, blacklisted, tariff, highest);
  const refused: RefusedRecipient[] = [];
  for (const phone of blacklisted) refused.push({ phone, state: RecipientState.Blacklisted });
  for (const given of rejected) refused.push(invalid(given));
  for (const phone of uncovered) refused.push({ phone, state: RecipientState.InvalidNumber });
  return { recipients: yield* kept(recipients, out), refused, pricePerPart: sum, tooDear };
}

/** Prices of one part to the numbers of each country together, by calling code. */
function* pricesByCountry(
  numbers: PhoneNumbers,
  tariff: Tariff,
): Generator<undefined, ReadonlyMap<string, number>, undefined> {
  const sums = new Map<string, number>();
  for (const [index, number] of numbers.entries()) {
    if (index % pricedAtOnce === pricedAtOnce - 1) yield;
    const country = callingCode(String(number));
    sums.set(country, (sums.get(country) ?? 0) + (tariff(number) ?? 0));
  }
  return sums;
}

/**
 * The refusal of a call without any accepted recipient: it lists all of them (rule 3 of section 4.5 of the interface document), or none, as the
 * deployed service does.
 */
export function allRejected({ refused, tooDear }: PricedRecipients, lenient = false): Refused {
  const name = tooDear ? "priceTooHigh" : "allRejected";
  return { ok: false, refusal: { name, rejected: lenient ? [] : refused.map(listed) } };
}

/** Numbers that are encoded before a response begins: a fraction of a millisecond. */
const listedAtOnce = 1_000;

/** Numbers as a response lists them: more are encoded while it is sent, so that other calls do not wait for the last one. */
export function listedNumbers(numbers: readonly string[]): Iterable<string> & object {
  return numbers.length > listedAtOnce ? numbers.values() : numbers;
}

/** As `pricedInSteps`, by the prices of a customer at a time, its blacklist and its limits. */
export async function priceRecipients(
  coverage: Pick<CoverageStore, "prices" | "blacklisted">,
  { id, highestPrice = Infinity, countryCredits }: Pick<Customer, "id" | "highestPrice" | "countryCredits">,
  message: PricedMessage,
  at: number,
): Promise<PricedRecipients> {
  const prices = await coverage.prices(id, at);
  const blacklisted = await coverage.blacklisted(id, message.recipients);
  const tariff = tariffOf(prices);
  const { parts } = message;
  const priced = await inSlices(pricedInSteps(message, blacklisted, tariff, highestPrice / parts));
  if (countryCredits.length === 0) return priced;
  const byCountry = await inSlices(pricesByCountry(priced.recipients, tariff));
  return { ...priced, spending: spendingOf(countryCredits, byCountry, parts, at) };
}
