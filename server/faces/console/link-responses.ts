import { responseLimits, noResponses, quantileAmong } from "../../domain/usage/quantiles.js";
import type { LinkTraffic } from "../../domain/usage/traffic.js";
import type { Store } from "../../ports/store.js";
import type { Chart } from "../web/charts/chart.js";
import { countText } from "../web/number-texts.js";
import type { Section } from "../web/view.js";
import { unknown } from "../web/view.js";
import type { LinkHour } from "./link-table.js";
import { type Period, periods, ratesOf, stepsOf, timesOf } from "./traffic-steps.js";

/** How networks answer over links, and how much of their windows is in use, in the steps of a period. */

/** A step; undefined where nothing is stored. */
export interface ResponseStep {
  readonly at: number;
  readonly traffic: LinkTraffic | undefined;
}

export async function responseSteps(
  { traffic }: Pick<Store, "traffic">,
  link: string,
  period: Period,
  now: number,
): Promise<readonly ResponseStep[]> {
  const times = timesOf(period, now);
  const found = await traffic.readLink({ link, from: times[0] ?? now, until: now, step: period.step });
  const byTime = new Map(found.map((each) => [each.at, each]));
  return times.map((at) => ({ at, traffic: byTime.get(at) }));
}

/** Milliseconds within which 95 of 100 responses came. Beyond the bounds: the last one. */
const p95 = (responses: readonly number[]): number | undefined => {
  const found = quantileAmong(responseLimits, responses, 0.95);
  return found === undefined ? undefined : Math.min(found, responseLimits.at(-1) ?? 0);
};

/** The answer time p95 of each step, in seconds. */
export const responseTimes = (steps: readonly ResponseStep[]): readonly (number | null)[] =>
  steps.map(({ traffic }) => {
    const found = p95(traffic?.responses ?? []);
    return found === undefined ? null : Math.round(found) / 1_000;
  });

/** The answer time p95 of all steps, as text in seconds. */
export function responseText(steps: readonly ResponseStep[]): string {
  const sums = noResponses();
  for (const { traffic } of steps)
    for (const [place, count] of (traffic?.responses ?? []).entries())
      sums[place] = (sums[place] ?? 0) + count;
  const found = p95(sums);
  return found === undefined ? unknown : (found / 1_000).toFixed(2);
}

/** The last hour of each link by its name. */
export async function hoursOf(
  store: Pick<Store, "traffic">,
  links: readonly { readonly name: string }[],
  now: number,
): Promise<ReadonlyMap<string, LinkHour>> {
  const { hour } = periods;
  const hours = links.map(async ({ name }) => {
    const sent = ratesOf(await stepsOf(store, name, hour, now), "accepted", hour.step);
    const response = responseText(await responseSteps(store, name, hour, now));
    return [name, { sent, response }] as const;
  });
  return new Map(await Promise.all(hours));
}

export const usedSlots = (steps: readonly ResponseStep[]): readonly (number | null)[] =>
  steps.map(({ traffic }) => traffic?.used ?? null);

const windows = (steps: readonly ResponseStep[]): readonly (number | null)[] =>
  steps.map(({ traffic }) => traffic?.window ?? null);

const most = (values: readonly (number | null)[]): number =>
  values.reduce<number>((one, other) => Math.max(one, other ?? 0), 0);

/** Answer times and window of a link as charts. */
export function responseCards(steps: readonly ResponseStep[], link: string): readonly Section[] {
  const times = steps.map(({ at }) => at);
  const [responses, used, window] = [responseTimes(steps), usedSlots(steps), windows(steps)];
  const of = { times, form: "lines" } as const;
  const answer: Chart = {
    ...of,
    caption: "Answer time, 95 of 100",
    finding: `95 of 100 responses over ${link} came within ${responseText(steps)} seconds`,
    unit: "s",
    series: [{ name: "Answer p95", tone: "mute", values: responses }],
  };
  const inUse: Chart = {
    ...of,
    caption: "Window in use",
    finding: `At most ${countText(most(used))} of ${countText(most(window))} parts were in flight over ${link}`,
    unit: "parts",
    series: [
      { name: "In flight, at most", tone: "in", values: used },
      { name: "Window", tone: "warn", isBefore: true, values: window },
    ],
  };
  return [
    { heading: "Answer p95", width: 6, note: "of submitted parts", charts: [answer] },
    { heading: "Window", width: 6, charts: [inUse] },
  ];
}
