import { RecipientState } from "../../domain/recipient-state.js";
import { fromLocalTime, toLocalTime } from "../../domain/time-zone.js";
import type { DeliverabilitySum } from "../../domain/usage/deliverability.js";
import { dayLength, hourLength, hourOf } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import type { Heat, Series } from "../web/charts/chart.js";
import { countText } from "../web/number-texts.js";
import { dateText, type PageClock } from "../web/times.js";
import type { Section } from "../web/view.js";

/** Messages of a customer by the hour of their final status: traffic of a week, and a heat map of it. */

/** Days on the page, with today. */
const shownDays = 7;

/** Counters that are read: hours, and their reasons of failures. */
const mostSums = 200_000;

/** Messages that got their final status in an hour. */
export interface HourCounts {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly delivered: number;
  readonly expired: number;
  /** Ended otherwise. */
  readonly failed: number;
}

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);

/** Sums of deliverability by hour, as counts of the hours from one to before another. */
export function hourCounts(
  sums: readonly DeliverabilitySum[],
  { from, until }: { readonly from: number; readonly until: number },
): readonly HourCounts[] {
  const byHour = new Map<number, DeliverabilitySum[]>();
  for (const each of sums) {
    const known = byHour.get(Number(each.key));
    if (known === undefined) byHour.set(Number(each.key), [each]);
    else known.push(each);
  }
  return Array.from({ length: until - from }, (_, index) => {
    const found = byHour.get(from + index) ?? [];
    const of = (fits: (each: DeliverabilitySum) => boolean): number =>
      sum(found.filter(fits).map(({ messages }) => messages));
    const delivered = sum(found.flatMap(({ delays }) => delays));
    const expired = of(({ reason }) => reason?.state === RecipientState.Expired);
    const ended = of(({ reason }) => reason === undefined);
    return { at: (from + index) * hourLength, delivered, expired, failed: ended - delivered - expired };
  });
}

/** The first moment of the days on the page, and the one after them, in the zone of a clock. */
function periodOf({ now, zone }: PageClock): readonly [number, number] {
  const today = Math.floor(toLocalTime(now, zone) / dayLength) * dayLength;
  return [fromLocalTime(today - (shownDays - 1) * dayLength, zone), fromLocalTime(today + dayLength, zone)];
}

/** The hours of a customer in the last days, the present one last. */
export async function hoursOf(
  { usage }: Pick<Store, "usage">,
  customerId: number,
  clock: PageClock,
): Promise<readonly HourCounts[]> {
  const [from, until] = [hourOf(periodOf(clock)[0]), hourOf(clock.now) + 1];
  const of = { by: "hour", everyHour: true, customerId, limit: mostSums } as const;
  return hourCounts(await usage.deliverability({ ...of, from, middle: from, until }), { from, until });
}

const totalOf = ({ delivered, expired, failed }: HourCounts): number => delivered + expired + failed;

const weekday = (local: number): string =>
  new Date(local).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });

/** What is seen of the hours, in a sentence. */
function findingOf(hours: readonly HourCounts[], { zone }: PageClock): string {
  const most = hours.reduce<HourCounts | undefined>(
    (one, other) => (totalOf(other) > (one === undefined ? 0 : totalOf(one)) ? other : one),
    undefined,
  );
  const total = countText(sum(hours.map(totalOf)));
  if (most === undefined) return `No message got a final status in ${shownDays} days`;
  const local = toLocalTime(most.at, zone);
  const clock = new Date(local).toISOString().slice(11, 16);
  return `${total} messages in ${shownDays} days, most of them, ${countText(totalOf(most))}, on ${weekday(local)} ${dateText(most.at, zone)} in the hour from ${clock}`;
}

/** Traffic of the days by hour and outcome, up to the end of today. */
export function hoursCard(hours: readonly HourCounts[], clock: PageClock): Section {
  const end = periodOf(clock)[1];
  const first = hours[0]?.at ?? clock.now;
  const times = Array.from(
    { length: Math.ceil((end - first) / hourLength) },
    (_, index) => first + index * hourLength,
  );
  const series = (
    [
      ["Delivered", "ok", "delivered"],
      ["Expired", "warn", "expired"],
      ["Refused, undeliverable", "bad", "failed"],
    ] as const
  ).map(([name, tone, of]): Series => ({
    name,
    tone,
    values: times.map((_, index) => hours[index]?.[of] ?? null),
  }));
  return {
    heading: "Traffic of the week",
    width: 8,
    note: "messages by the hour of their final status",
    charts: [
      {
        caption: "Messages by hour",
        finding: findingOf(hours, clock),
        times,
        unit: "messages",
        form: "bars",
        series,
      },
    ],
  };
}

/** Hours of a local day that are known, and what they add up to; hours that a zone shows twice are one. */
function cellsOf(hours: readonly HourCounts[], { zone }: PageClock): ReadonlyMap<string, number> {
  const cells = new Map<string, number>();
  for (const hour of hours) {
    const key = new Date(toLocalTime(hour.at, zone)).toISOString().slice(0, 13);
    cells.set(key, (cells.get(key) ?? 0) + totalOf(hour));
  }
  return cells;
}

/** The heat map of the hours: a row for each local day, a column for each hour of it. */
export function heatOf(hours: readonly HourCounts[], clock: PageClock): Heat {
  const cells = cellsOf(hours, clock);
  const today = Math.floor(toLocalTime(clock.now, clock.zone) / dayLength) * dayLength;
  const columns = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  return {
    caption: "Messages by day and hour",
    finding: findingOf(hours, clock),
    unit: "messages",
    columns,
    rows: Array.from({ length: shownDays }, (_, index) => {
      const local = today - (shownDays - 1 - index) * dayLength;
      const date = new Date(local).toISOString().slice(0, 10);
      return {
        name: weekday(local),
        values: columns.map((text) => cells.get(`${date}T${text.slice(0, 2)}`) ?? null),
      };
    }),
  };
}

export const heatCard = (hours: readonly HourCounts[], clock: PageClock): Section => ({
  heading: "When it sends",
  width: 6,
  note: "messages by hour",
  heat: heatOf(hours, clock),
});
