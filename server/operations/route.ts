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

/** Price of every number, in the order given; undefined where it cannot be sent to. */
async function pricesOf(
  numbers: PhoneNumbers,
  blacklisted: ReadonlySet<string>,
  tariff: Tariff,
): Promise<{ readonly covered: Uint8Array; readonly sum: number; readonly uncovered: readonly string[] }> {
  const covered = new Uint8Array(numbers.length);
  const uncovered: string[] = [];
  let sum = 0;
  for (let index = 0; index < numbers.length; index++) {
    if (index % sliceSize === sliceSize - 1) await otherCalls();
    const number = String(numbers[index]);
    if (blacklisted.has(number)) continue;
    const price = tariff(number);
    if (price === undefined) uncovered.push(number);
    else {
      covered[index] = 1;
      sum += price;
    }
  }
  return { covered, sum, uncovered };
}

function kept(numbers: PhoneNumbers, covered: Uint8Array): PhoneNumbers {
  if (!covered.includes(0)) return numbers;
  if (numbers instanceof Float64Array) return numbers.filter((_, index) => covered[index] === 1);
  return numbers.filter((_, index) => covered[index] === 1);
}

/** Takes out who is blacklisted or not covered, and prices the rest. */
export async function route(
  coverage: Pick<CoverageStore, "prices" | "blacklisted">,
  customerId: number,
  { recipients, rejected }: Addressees,
): Promise<Routing> {
  const prices = await coverage.prices(customerId);
  const blacklisted = await coverage.blacklisted(customerId, recipients);
  const { covered, sum, uncovered } = await pricesOf(recipients, blacklisted, tariffOf(prices));
  const refused: { readonly phone: string; readonly state: RecipientState }[] = [];
  for (const phone of blacklisted) refused.push({ phone, state: RecipientState.Blacklisted });
  for (const phone of rejected) refused.push({ phone, state: RecipientState.InvalidNumber });
  for (const phone of uncovered) refused.push({ phone, state: RecipientState.InvalidNumber });
  return { recipients: kept(recipients, covered), refused, pricePerPart: sum };
}
