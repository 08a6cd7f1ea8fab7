import type { Ended } from "#server/domain/unusual/failures.js";
import { day, normal, type Random, randomOf, type SimulatedCustomer } from "./simulated-customers.js";

/** What becomes of the messages of a simulated customer, and where they go. */
export interface SimulatedOutcomes {
  /** Final statuses of each ten minutes. */
  readonly slots: readonly Ended[];
  /** Messages of each day to each country. */
  readonly days: readonly ReadonlyMap<string, number>[];
}

/** Minutes of a slot, and slots of a day. */
export const slotMinutes = 10;
export const slotsOfDay = day / slotMinutes;

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** How many of some messages, with a chance of each. */
function drawn(messages: number, chance: number, random: Random): number {
  const deviation = Math.sqrt(messages * chance * (1 - chance)) * normal(random);
  return Math.min(messages, Math.max(0, Math.round(messages * chance + deviation)));
}

/** The share of failures is 1 to 20 %, on some days half or twice as much. */
function slotsOf(minutes: readonly number[], random: Random): readonly Ended[] {
  const usual = 0.01 + 0.19 * random();
  let ofDay = usual;
  return Array.from({ length: minutes.length / slotMinutes }, (_, slot) => {
    if (slot % slotsOfDay === 0) ofDay = Math.min(0.9, usual * Math.exp(0.4 * normal(random)));
    const messages = sum(minutes.slice(slot * slotMinutes, (slot + 1) * slotMinutes));
    const failed = drawn(messages, ofDay, random);
    return { delivered: messages - failed, failed };
  });
}

/** Most messages go to one country; each further one gets a fifth of the one before. */
function daysOf(minutes: readonly number[], random: Random): SimulatedOutcomes["days"] {
  const countries = ["49", "44", "33", "34", "351", "972"].slice(0, 1 + Math.floor(6 * random()));
  return Array.from({ length: minutes.length / day }, (_, index) => {
    const messages = sum(minutes.slice(index * day, (index + 1) * day));
    return new Map(countries.map((prefix, place) => [prefix, drawn(messages, 0.8 * 0.2 ** place, random)]));
  });
}

export function outcomesOf({ minutes }: SimulatedCustomer, seed: number): SimulatedOutcomes {
  const random = randomOf(seed);
  return { slots: slotsOf(minutes, random), days: daysOf(minutes, random) };
}
