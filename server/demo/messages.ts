import { type DemoCustomer, demoCustomers, sender, visitor } from "./accounts.js";

/** A message that the demo has sent, or is about to send. */
export interface DemoMessage {
  readonly customer: DemoCustomer;
  readonly phone: string;
  readonly text: string;
}

const texts: Readonly<Record<number, readonly string[]>> = {
  7: [
    "Your order is ready. We are open until 8 pm.",
    "Thank you! Your receipt: https://shop.example.com/r/{n}",
    "Your code is {n}. It is valid for 10 minutes.",
    "Spring sale: 20 % off all shoes until Sunday, in the shop and on shop.example.com. Show this message at the till, or enter the code {n} with your order. Reply STOP to receive no more offers.",
  ],
  8: [
    "Reminder: your appointment is tomorrow at 10:30. Please call us if you cannot come.",
    "Your results are ready. Log in with {n} at clinic.example.com.",
    "Erinnerung: Ihr Termin ist morgen um 14:15 Uhr. Bitte rufen Sie uns an, falls Sie verhindert sind.",
  ],
  9: [
    "Your parcel {n} arrives today between 2 and 4 pm.",
    "We could not deliver parcel {n}. Choose another day: https://parcels.example.com/{n}",
    "Parcel {n} was delivered. 📦",
  ],
};

/** Numbers of 0 to 1 that look like chance, the same for the same seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function oneOf<T>(values: readonly T[], chance: () => number, none: T): T {
  return values[Math.floor(chance() * values.length)] ?? none;
}

/** Share of messages to numbers that are delivered without delay. */
const smoothShare = 0.93;

/** Endings of numbers with another outcome. */
const smoothEndings = 80;

/** Numbers reserved for examples: 12025550100 to 12025550199. */
function phoneOf(chance: () => number): string {
  const isSmooth = chance() < smoothShare;
  // Not 99: each message to it stays uncertain until an operator decides.
  const ending = isSmooth
    ? Math.floor(chance() * smoothEndings)
    : smoothEndings + Math.floor(chance() * (99 - smoothEndings));
  return `120255501${String(ending).padStart(2, "0")}`;
}

/** A message of a customer to a number, both by chance. */
export function demoMessage(customer: DemoCustomer, chance: () => number): DemoMessage {
  const template = oneOf(texts[customer.id] ?? [], chance, "Hello");
  const text = template.replaceAll("{n}", String(100_000 + Math.floor(chance() * 900_000)));
  return { customer, phone: phoneOf(chance), text };
}

/** Share of the messages by hour of the day, UTC. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 8, 9, 9, 9, 8, 7, 6, 5, 5, 4, 3, 2];

/** Messages of the busiest hour of a working day. */
const busiest = 36;

const minute = 60_000;
const hour = 60 * minute;
const hoursOfWeek = 168;

export interface PastMessage extends DemoMessage {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Who sends: the shop half, the clinic on working days, the parcel service the rest. */
function customerAt(isWeekend: boolean, chance: () => number): DemoCustomer {
  const share = chance();
  if (share < 0.5) return visitor;
  const clinic = demoCustomers.find(({ id }) => id === 8) ?? visitor;
  return share < 0.75 && !isWeekend ? clinic : sender;
}

/** The messages of the week before `now`, hour by hour, each hour in the order of time. */
export function* pastWeek(now: number, seed: number): Generator<readonly PastMessage[]> {
  const chance = chanceOf(seed);
  for (let back = hoursOfWeek; back > 0; back--) {
    const begin = now - back * hour;
    const date = new Date(begin);
    const isWeekend = date.getUTCDay() % 6 === 0;
    const weight = (hourWeights[date.getUTCHours()] ?? 1) / 10;
    const count = Math.round(busiest * weight * (isWeekend ? 0.5 : 1) * (0.8 + 0.4 * chance()));
    // The last minute is left to what an operator has to decide, see `leaveWork`.
    const length = back === 1 ? hour - minute : hour;
    const times = Array.from({ length: count }, () => begin + Math.floor(chance() * length));
    yield times
      .sort((one, other) => one - other)
      .map((at) => ({ ...demoMessage(customerAt(isWeekend, chance), chance), at }));
  }
}
