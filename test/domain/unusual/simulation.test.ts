import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  type Destinations,
  destinationRule,
  isKnown,
  usualIfNew,
} from "#server/domain/unusual/destinations.js";
import { type Ended, failureRule, usualIfFailing } from "#server/domain/unusual/failures.js";
import { findingPause } from "#server/domain/unusual/unusual.js";
import { type HourPeak, usualIfExceeded, volumeRule } from "#server/domain/unusual/volume.js";
import { simulated, type SimulatedCustomer } from "./simulated-customers.js";
import { outcomesOf, slotMinutes, slotsOfDay, type SimulatedOutcomes } from "./simulated-outcomes.js";
import { runsOf } from "../../in-time.js";

/** A customer with a false alarm, and the week in which it is. */
interface Alarm {
  readonly kind: string;
  readonly week: number;
}

const windowMinutes = volumeRule.window / 60_000;

/** Messages of the last ten minutes, minute by minute. */
function windowsOf(minutes: readonly number[]): readonly number[] {
  let sum = 0;
  return minutes.map((count, index) => (sum += count - (minutes[index - windowMinutes] ?? 0)));
}

function hourPeaks({ minutes, firstHour }: SimulatedCustomer): readonly HourPeak[] {
  const peaks: number[] = [];
  for (const [index, messages] of windowsOf(minutes).entries()) {
    const at = Math.floor(index / 60);
    peaks[at] = Math.max(peaks[at] ?? 0, messages);
  }
  return peaks.map((peak, index) => ({ hour: firstHour + index, peak })).filter(({ peak }) => peak > 0);
}

/** The findings among hours: the same unusual traffic is a new one after a day without it. */
function newOnes(hours: readonly number[]): readonly number[] {
  const pause = findingPause / 3_600_000;
  return hours.filter((hour, index) => hour - (hours[index - 1] ?? -Infinity) >= pause);
}

const alarmsOf = (kind: string, hours: readonly number[]): readonly Alarm[] =>
  newOnes(hours).map((hour) => ({ kind, week: Math.floor(hour / 168) }));

function volumeAlarms(customer: SimulatedCustomer): readonly Alarm[] {
  const peaks = hourPeaks(customer);
  const unusual = peaks.filter(
    (peak, index) =>
      usualIfExceeded(peak, peaks.slice(Math.max(0, index - volumeRule.past - 1), index)) !== undefined,
  );
  return alarmsOf(
    customer.kind,
    unusual.map(({ hour }) => hour - customer.firstHour),
  );
}

/** Minutes of ten times the traffic until it is noticed; undefined if it is not within ten. */
function noticedAfter(customer: SimulatedCustomer, from: number): number | undefined {
  const { minutes, firstHour } = customer;
  const jumped = minutes.map((count, index) => (index >= from ? 10 * count : count));
  const windows = windowsOf(jumped);
  const past = hourPeaks({ ...customer, minutes: minutes.slice(0, from) });
  const after = Array.from({ length: windowMinutes }, (_, index) => index + 1);
  return after.find((passed) => {
    const at = from + passed - 1;
    const peak = { hour: firstHour + Math.floor(at / 60), peak: windows[at] ?? 0 };
    return usualIfExceeded(peak, past) !== undefined;
  });
}

const added = (slots: readonly Ended[]): Ended => ({
  delivered: slots.reduce((sum, { delivered }) => sum + delivered, 0),
  failed: slots.reduce((sum, { failed }) => sum + failed, 0),
});

/** The usual share at a slot if that of the last ten or sixty minutes is unusual. */
function failingAt(slots: readonly Ended[], at: number, past: readonly Ended[]): number | undefined {
  const windows = failureRule.windows.map((window) => {
    const length = window / 60_000 / slotMinutes;
    return added(slots.slice(Math.max(0, at + 1 - length), at + 1));
  });
  const ended = windows.find(({ delivered, failed }) => delivered + failed >= failureRule.least);
  return ended && usualIfFailing(ended, past);
}

const pastDays = (slots: readonly Ended[], today: number): readonly Ended[] =>
  Array.from({ length: Math.min(today, failureRule.past) }, (_, index) => {
    const day = today - 1 - index;
    return added(slots.slice(day * slotsOfDay, (day + 1) * slotsOfDay));
  });

function failureAlarms(kind: string, { slots, days }: SimulatedOutcomes): readonly Alarm[] {
  const unusual = days.flatMap((_, today) => {
    const past = pastDays(slots, today);
    const ofDay = Array.from({ length: slotsOfDay }, (_each, index) => today * slotsOfDay + index);
    return ofDay.filter((at) => failingAt(slots, at, past) !== undefined);
  });
  return alarmsOf(
    `${kind}: failures`,
    unusual.map((at) => (at * slotMinutes) / 60),
  );
}

function destinationsBefore(days: SimulatedOutcomes["days"], today: number): Destinations | undefined {
  const first = Math.max(0, today - destinationRule.past);
  const before = days.slice(first, today).map((sent, index) => ({ sent, day: first + index }));
  const active = before.filter(({ sent }) => [...sent.values()].some((messages) => messages > 0));
  if (
    !isKnown(
      active.map((each) => each.day),
      today,
    )
  )
    return undefined;
  const past = new Map<string, number>();
  for (const { sent } of before)
    for (const [prefix, messages] of sent) past.set(prefix, (past.get(prefix) ?? 0) + messages);
  return past;
}

function destinationAlarms(kind: string, { days }: SimulatedOutcomes): readonly Alarm[] {
  return days.flatMap((day, today) => {
    const past = destinationsBefore(days, today);
    return [...day]
      .filter(([prefix, messages]) => usualIfNew(prefix, messages, past) !== undefined)
      .map(([prefix]) => ({ kind: `${kind}: destination +${prefix}`, week: Math.floor(today / 7) }));
  });
}

/** `MESSENGER_SEED` tries another simulation, `MESSENGER_RUNS` so many of them. */
const seed = Number(process.env["MESSENGER_SEED"] ?? 1);
const seeds = Array.from({ length: runsOf(1) }, (_, index) => seed + index);

type Customer = SimulatedCustomer & { readonly outcomes: SimulatedOutcomes };

/** The slots of a customer one of whose routes breaks when it sends as usual: so large a share of its messages fails from then on. */
function breaking({ jumpAt, outcomes: { slots } }: Customer, share: number) {
  const from = Math.ceil(jumpAt / slotMinutes);
  const failing = slots.map((slot, index): Ended => {
    const failed = Math.round(share * (slot.delivered + slot.failed));
    return index < from ? slot : { delivered: slot.delivered + slot.failed - failed, failed };
  });
  const hour = [0, 1, 2, 3, 4, 5].map((each) => from + each);
  const past = pastDays(slots, Math.floor(from / slotsOfDay));
  return { failing, hour, past };
}

/** The kind of a customer whose broken route is not noticed: within ten minutes if so many messages end in them, otherwise within an hour. */
function lateBy(customer: Customer, share: number, messages: number): readonly string[] {
  const { failing, hour, past } = breaking(customer, share);
  const endedIn = (slots: readonly number[]): number => {
    const { delivered, failed } = added(slots.map((slot) => failing[slot] ?? { delivered: 0, failed: 0 }));
    return delivered + failed;
  };
  const judged = endedIn(hour.slice(0, 1)) >= messages ? hour.slice(0, 1) : hour;
  const isNoticed = judged.some((slot) => failingAt(failing, slot, past) !== undefined);
  return isNoticed || endedIn(judged) < messages ? [] : [customer.kind];
}

describe.each(seeds)("four weeks of 50 customers after two others, seed %i", (each) => {
  let customers: readonly Customer[] = [];
  beforeAll(() => {
    customers = simulated(50, 6, each).map((customer, index) => ({
      ...customer,
      outcomes: outcomesOf(customer, 1_000 * each + index),
    }));
  });
  afterAll(() => {
    customers = [];
  });

  test("give at most one false alarm a week", () => {
    const alarms = customers.flatMap((customer) => [
      ...volumeAlarms(customer),
      ...failureAlarms(customer.kind, customer.outcomes),
      ...destinationAlarms(customer.kind, customer.outcomes),
    ]);
    const byWeek = [0, 1, 2, 3, 4, 5].map((week) => alarms.filter((alarm) => alarm.week === week));
    expect(byWeek.filter((ofWeek) => ofWeek.length > 1)).toEqual([]);
  });

  test("ten times the traffic is noticed within ten minutes", () => {
    const late = customers
      .map((customer) => ({ kind: customer.kind, after: noticedAfter(customer, customer.jumpAt) }))
      .filter(({ after }) => after === undefined);
    expect(late).toEqual([]);
  });

  test.each([
    { share: 1, messages: failureRule.least, late: 0 },
    { share: 0.9, messages: 2 * failureRule.least, late: 1 },
  ])(
    "a route that fails a share of $share is noticed within ten minutes or an hour, with $messages, for all but $late customers",
    ({ share, messages, late }) => {
      const found = customers.flatMap((customer) => lateBy(customer, share, messages));
      expect([found, found.length <= late]).toEqual([found, true]);
    },
  );

  test("a country to which a customer did not send is noticed with the 200th message of a day", () => {
    const pasts = customers.map(({ outcomes: { days } }) => destinationsBefore(days, days.length - 1));
    const known = pasts.filter((past) => past !== undefined);
    expect(known.length).toBeGreaterThan(40);
    expect(known.map((past) => usualIfNew("960", destinationRule.least, past))).toEqual(known.map(() => 0));
    expect(pasts.filter((past) => usualIfNew("960", destinationRule.least - 1, past) !== undefined)).toEqual(
      [],
    );
  });
});
