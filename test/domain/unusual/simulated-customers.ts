/** Traffic of simulated customers, minute by minute; a seed always gives the same traffic. */

export interface SimulatedCustomer {
  readonly kind: string;
  /** Hours since the epoch. */
  readonly firstHour: number;
  /** Messages of each minute. */
  readonly minutes: readonly number[];
  /** A minute of the last week in which the customer sends as it usually does. */
  readonly jumpAt: number;
}

export type Random = () => number;

/** Numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export const day = 1_440;
const week = 7 * day;

/** Messages of each minute from expected ones: days differ by a fifth, minutes as chance has it. */
function drawn(expected: readonly number[], random: Random): readonly number[] {
  let ofDay = 1;
  return expected.map((rate, index) => {
    if (index % day === 0) ofDay = Math.exp(0.2 * normal(random));
    const mean = rate * ofDay;
    return mean === 0 ? 0 : Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  });
}

/** Share of the busiest time: office hours of working days, little at other times. */
function officeShape(index: number): number {
  const hour = (index % day) / 60;
  const isWorkday = index % week < 5 * day;
  const ofHour = hour < 7 || hour > 21 ? 0.1 : 0.4 + 0.6 * Math.sin(((hour - 7) / 14) * Math.PI);
  return isWorkday ? ofHour : 0.3 * ofHour;
}

type Shape = (index: number, random: Random) => number;
type Made = Pick<SimulatedCustomer, "minutes" | "jumpAt">;

function shaped(length: number, random: Random, shape: Shape): readonly number[] {
  return drawn(
    Array.from({ length }, (_, index) => shape(index, random)),
    random,
  );
}

/** Adds a burst over five minutes. */
function burst(minutes: number[], at: number, messages: number): void {
  for (let minute = at; minute < at + 5 && minute < minutes.length; minute++)
    minutes[minute] = (minutes[minute] ?? 0) + Math.round(messages / 5);
}

/** Wednesday of the last week, at eleven. */
const lateMorning = (length: number): number => length - week + 2 * day + 11 * 60;

/** Campaigns of a size that varies, at any time, twice a week; the last one in the morning of the last Wednesday. */
function campaigns(minutes: number[], random: Random): number {
  const size = 1_000 + 9_000 * random();
  for (let each = 0; each < (2 * minutes.length) / week; each++)
    burst(minutes, Math.floor(random() * (minutes.length - week)), size * Math.exp(0.3 * normal(random)));
  const last = lateMorning(minutes.length);
  burst(minutes, last, size);
  return last;
}

const kinds: Readonly<Record<string, (length: number, random: Random) => Made>> = {
  steady: (length, random) => {
    const rate = 4 + 60 * random();
    return { minutes: shaped(length, random, () => rate), jumpAt: Math.floor(length - random() * week) - 20 };
  },
  office: (length, random) => {
    const rate = 10 + 200 * random();
    return {
      minutes: shaped(length, random, (index) => rate * officeShape(index)),
      jumpAt: lateMorning(length),
    };
  },
  "office at night": (length, random) => {
    const rate = 60 + 200 * random();
    const jumpAt = lateMorning(length) - 8 * 60;
    return { minutes: shaped(length, random, (index) => rate * officeShape(index)), jumpAt };
  },
  growing: (length, random) => {
    const rate = 10 + 100 * random();
    const minutes = shaped(length, random, (index) => rate * officeShape(index) * 1.15 ** (index / week));
    return { minutes, jumpAt: lateMorning(length) };
  },
  nightly: (length, random) => {
    const [size, at] = [500 + 4_000 * random(), Math.floor(random() * 1_300)];
    const minutes = Array.from({ length }, () => 0);
    let jumpAt = 0;
    for (let start = at; start < length; start += day) {
      jumpAt = start + Math.floor(10 * random());
      const factor = Math.exp(0.3 * normal(random));
      burst(minutes, jumpAt, start + day < length ? size * factor : size);
    }
    return { minutes, jumpAt };
  },
  newsletter: (length, random) => {
    const [size, at] = [5_000 + 20_000 * random(), Math.floor(random() * 10_000)];
    const minutes = Array.from({ length }, () => 0);
    for (let start = at; start < length; start += week)
      burst(minutes, start, size * Math.exp(0.2 * normal(random)));
    return { minutes, jumpAt: length - week + at };
  },
  campaigns: (length, random) => {
    const minutes = Array.from({ length }, () => 0);
    return { jumpAt: campaigns(minutes, random), minutes };
  },
  "office with campaigns": (length, random) => {
    const rate = 2 + 8 * random();
    const minutes = [...shaped(length, random, (index) => rate * officeShape(index))];
    return { jumpAt: campaigns(minutes, random), minutes };
  },
};

/** Customers of all kinds over some weeks. */
export function simulated(count: number, weeks: number, seed: number): readonly SimulatedCustomer[] {
  const random = randomOf(seed);
  const entries = Object.entries(kinds);
  return Array.from({ length: count }, (_, index) => {
    const [kind, make] = entries[index % entries.length] ?? ["", () => ({ minutes: [], jumpAt: 0 })];
    return { kind, firstHour: 480_000, ...make(weeks * week, random) };
  });
}
