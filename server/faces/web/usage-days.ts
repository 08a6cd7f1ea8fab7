import { type Outcomes, outcomesOf } from "../../domain/usage/traffic.js";
import type { UsageSum } from "../../domain/usage/report.js";
import { dayLength, dayOf } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import type { Series } from "./charts/chart.js";
import { countText } from "./number-texts.js";
import { outcomeParts } from "./outcomes.js";
import type { Section } from "./view.js";

/** Counters of a customer for a day in UTC. */
export interface Day {
  readonly day: number;
  readonly sums: readonly UsageSum[];
}

/** The last days of a customer, oldest first. */
export async function daysOf(
  { usage }: Pick<Store, "usage">,
  customerId: number,
  now: number,
  count: number,
): Promise<readonly Day[]> {
  const today = dayOf(now);
  const from = today - count + 1;
  const limit = count * 20;
  const sums = await usage.sums({ customerId, user: undefined, from, until: today + 1, by: ["day"], limit });
  return Array.from({ length: count }, (_, index) => {
    const day = from + index;
    return { day, sums: sums.filter((sum) => sum.day === day) };
  });
}

/** Means of the days before the last one, from the first day with a message on. */
export function usualDay(days: readonly Day[]): Outcomes {
  const all = days.map(({ sums }) => outcomesOf(sums));
  const first = all.findIndex(({ accepted }) => accepted > 0);
  const before = first === -1 ? [] : all.slice(first, -1);
  const mean = (of: (day: Outcomes) => number): number =>
    before.reduce((sum, day) => sum + of(day), 0) / Math.max(1, before.length);
  return {
    accepted: mean((day) => day.accepted),
    delivered: mean((day) => day.delivered),
    failed: mean((day) => day.failed),
  };
}

/** Messages of each day by outcome. */
export function trafficCard(days: readonly Day[], width: Section["width"]): Section {
  const parts = days.map(({ sums }) => outcomeParts(sums));
  const names = parts[0]?.map(({ name, tone }) => ({ name, tone })) ?? [];
  const all = names.map(({ name, tone }, index): Series => ({
    name,
    tone,
    values: parts.map((day) => day[index]?.count ?? 0),
  }));
  // At most four colors: refused and undeliverable are one, and those with no judgment.
  const series = (["ok", "in", "warn", "bad"] as const).map((tone): Series => {
    const same = all.filter((each) => each.tone === tone);
    const values = days.map((_, index) => same.reduce((sum, each) => sum + (each.values[index] ?? 0), 0));
    return { name: same.map(({ name }) => name).join(", "), tone, values };
  });
  const total = days.reduce((sum, day) => sum + outcomesOf(day.sums).accepted, 0);
  return {
    heading: "Traffic",
    width,
    note: "messages by day, UTC",
    charts: [
      {
        caption: "Messages by day",
        finding: `${countText(total)} messages in ${days.length} days`,
        times: days.map(({ day }) => day * dayLength),
        unit: "messages",
        form: "bars",
        series,
      },
    ],
  };
}
