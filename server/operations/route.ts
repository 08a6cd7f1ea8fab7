import { type Tariff, tariffOf } from "../domain/credit/coverage.js";
import { RecipientState } from "../domain/outbox/recipient-state.js";
import type { CoverageStore } from "../ports/accounts.js";
import type { PhoneNumbers, Submission } from "../domain/outbox/submission.js";
import { otherCalls } from "./slices.js";

/** The numbers of one call: plausible ones, each once, and invalid ones. */
export interface Addressees {
  readonly recipients: PhoneNumbers;
  readonly rejected: readonly string[];
}

/** Recipients of a message: accepted and refused ones. */
export interface Routing {
  readonly recipients: PhoneNumbers;
  /** Blacklisted numbers first, then invalid or uncovered ones. */
  readonly refused: Submission["refused"];
  /** Price of one part to all of them together, in thousandths of a credit. */
  readonly pricePerPart: number;
}

/** Numbers that are priced without a pause: about a millisecond. */
const sliceSize = 5000;

/** The numbers of one call with their prices. */
interface Priced {
  /** 1 for each number that cannot be sent to, in the order given; undefined if there is none. */
  readonly out: Uint8Array | undefined;
  readonly uncovered: readonly string[];
  /** Of the prices of the others. */
  readonly sum: number;
}

async function pricesOf(
  numbers: PhoneNumbers,
  blacklisted: ReadonlySet<string>,
  tariff: Tariff,
): Promise<Priced> {
  let out: Uint8Array | undefined;
  const uncovered: string[] = [];
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) {
    if (index % sliceSize === sliceSize - 1) await otherCalls();
    const number = String(numbers[index]);
    const isListed = blacklisted.has(number);
    const price = isListed ? undefined : tariff(number);
    if (price === undefined) {
      out ??= new Uint8Array(numbers.length);
      out[index] = 1;
      if (!isListed) uncovered.push(number);
    } else sum += price;
  }
  return { out, uncovered, sum };
}

function kept(numbers: PhoneNumbers, out: Uint8Array | undefined): PhoneNumbers {
  if (out === undefined) return numbers;
  if (numbers instanceof Float64Array) return numbers.filter((_, index) => out[index] === 0);
  return numbers.filter((_, index) => out[index] === 0);
}

/** Takes out who is blacklisted or not covered, and prices the rest. */
export async function route(
  coverage: Pick<CoverageStore, "prices" | "blacklisted">,
  customerId: number,
  { recipients, rejected }: Addressees,
): Promise<Routing> {
  const prices = await coverage.prices(customerId);
  const blacklisted = await coverage.blacklisted(customerId, recipients);
  const { out, uncovered, sum } = await pricesOf(recipients, blacklisted, tariffOf(prices));
  const refused: { readonly phone: string; readonly state: RecipientState }[] = [];
  for (const phone of blacklisted) refused.push({ phone, state: RecipientState.Blacklisted });
  for (const phone of rejected) refused.push({ phone, state: RecipientState.InvalidNumber });
  for (const phone of uncovered) refused.push({ phone, state: RecipientState.InvalidNumber });
  return { recipients: kept(recipients, out), refused, pricePerPart: sum };
}
