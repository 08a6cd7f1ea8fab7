import { describe, expect, test } from "@jest/globals";
import { type Destinations, destinationRule, usualIfNew } from "#server/domain/unusual/destinations.js";
import { type Ended, failureRule, usualIfFailing } from "#server/domain/unusual/failures.js";
import { type HourPeak, usualIfExceeded, volumeRule } from "#server/domain/unusual/volume.js";
import { simulated, type SimulatedCustomer } from "./simulated-customers.js";
import { outcomesOf, slotMinutes, slotsOfDay, type SimulatedOutcomes } from "./simulated-outcomes.js";

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

function volumeAlarms(customer: SimulatedCustomer): readonly Alarm[] {
  const peaks = hourPeaks(customer);
  return peaks
    .filter((peak, index) => usualIfExceeded(peak, peaks.slice(0, index)) !== undefined)
    .map(({ hour }) => ({ kind: customer.kind, week: Math.floor((hour - customer.firstHour) / 168) }));
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

/** Days with a false alarm. */
function failureAlarms(kind: string, { slots, days }: SimulatedOutcomes): readonly Alarm[] {
  return days.flatMap((_, today): readonly Alarm[] => {
    const past = pastDays(slots, today);
    const ofDay = Array.from({ length: slotsOfDay }, (_each, index) => today * slotsOfDay + index);
    const isUnusual = ofDay.some((at) => failingAt(slots, at, past) !== undefined);
    return isUnusual ? [{ kind: `${kind}: failures`, week: Math.floor(today / 7) }] : [];
  });
}

function destinationsBefore(days: SimulatedOutcomes["days"], today: number): Destinations | undefined {
  if (today < destinationRule.known) return undefined;
  const past = new Map<string, number>();
  for (const day of days.slice(Math.max(0, today - destinationRule.past), today))
    for (const [prefix, messages] of day) past.set(prefix, (past.get(prefix) ?? 0) + messages);
  return past;
}

function destinationAlarms(kind: string, { days }: SimulatedOutcomes): readonly Alarm[] {
  return days.flatMap((day, today) => {
    const past = destinationsBefore(days, today);
    return [...day]
      .filter(([prefix, messages]) => usualIfNew(prefix, messages, past) !== undefined)
      .map(() => ({ kind: `${kind}: destination`, week: Math.floor(today / 7) }));
  });
}

/** `MESSENGER_SEED` tries another simulation. */
const seed = Number(process.env["MESSENGER_SEED"] ?? 1);

describe("four weeks of 50 customers after two others", () => {
  const customers = simulated(50, 6, seed).map((customer, index) => ({
    ...customer,
    outcomes: outcomesOf(customer, 1_000 * seed + index),
  }));

  test("give at most one false alarm a week", () => {
    const alarms = customers.flatMap((customer) => [
      ...volumeAlarms(customer),
      ...failureAlarms(customer.kind, customer.outcomes),
      ...destinationAlarms(customer.kind, customer.outcomes),
    ]);
    const byWeek = [0, 1, 2, 3, 4, 5].map((each) => alarms.filter((alarm) => alarm.week === each));
    expect(byWeek.filter((each) => each.length > 1)).toEqual([]);
  });

  test("ten times the traffic is noticed within ten minutes", () => {
    const late = customers
      .map((customer) => ({ kind: customer.kind, after: noticedAfter(customer, customer.jumpAt) }))
      .filter(({ after }) => after === undefined);
    expect(late).toEqual([]);
  });

  test("that all messages fail is noticed with the 200th of an hour", () => {
    const late = customers.flatMap(({ kind, jumpAt, outcomes: { slots } }) => {
      const from = Math.ceil(jumpAt / slotMinutes);
      const failing = slots.map(({ delivered, failed }, slot) =>
        slot < from ? { delivered, failed } : { delivered: 0, failed: delivered + failed },
      );
      const hour = [0, 1, 2, 3, 4, 5].map((each) => from + each);
      if (added(hour.map((slot) => failing[slot] ?? { delivered: 0, failed: 0 })).failed < failureRule.least)
        return [];
      const past = pastDays(slots, Math.floor(from / slotsOfDay));
      return hour.some((slot) => failingAt(failing, slot, past) !== undefined) ? [] : [kind];
    });
    expect(late).toEqual([]);
  });

  test("a country to which a customer did not send is noticed with the 200th message of a day", () => {
    const pasts = customers.map(({ outcomes: { days } }) => destinationsBefore(days, days.length - 1));
    expect(pasts.map((past) => usualIfNew("960", destinationRule.least, past))).toEqual(
      customers.map(() => 0),
    );
    expect(pasts.filter((past) => usualIfNew("960", destinationRule.least - 1, past) !== undefined)).toEqual(
      [],
    );
  });
});
