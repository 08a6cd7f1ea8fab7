import { answerBounds, noAnswers, quantileAmong } from "../../domain/usage/quantiles.js";
import type { LinkTraffic } from "../../domain/usage/traffic.js";
import type { Store } from "../../ports/store.js";
import type { Chart } from "../web/charts/chart.js";
import { countText } from "../web/number-texts.js";
import type { Section } from "../web/view.js";
import { unknown } from "../web/view.js";
import { type Period, timesOf } from "./traffic-steps.js";

/** How networks answer over links, and how much of their windows is in use, in the steps of a period. */

/** A step; undefined where nothing is stored. */
export interface AnswerStep {
  readonly at: number;
  readonly traffic: LinkTraffic | undefined;
}

export async function answerSteps(
  { traffic }: Pick<Store, "traffic">,
  link: string,
  period: Period,
  now: number,
): Promise<readonly AnswerStep[]> {
  const times = timesOf(period, now);
  const found = await traffic.readLink({ link, from: times[0] ?? now, until: now, step: period.step });
  const byTime = new Map(found.map((each) => [each.at, each]));
  return times.map((at) => ({ at, traffic: byTime.get(at) }));
}

/** Milliseconds within which 95 of 100 responses came. Beyond the bounds: the last one. */
const p95 = (answers: readonly number[]): number | undefined => {
  const found = quantileAmong(answerBounds, answers, 0.95);
  return found === undefined ? undefined : Math.min(found, answerBounds.at(-1) ?? 0);
};

/** The answer time p95 of each step, in seconds. */
export const answerTimes = (steps: readonly AnswerStep[]): readonly (number | null)[] =>
  steps.map(({ traffic }) => {
    const found = p95(traffic?.answers ?? []);
    return found === undefined ? null : Math.round(found) / 1_000;
  });

/** The answer time p95 of all steps, as text in seconds. */
export function answerText(steps: readonly AnswerStep[]): string {
  const sums = noAnswers();
  for (const { traffic } of steps)
    for (const [place, count] of (traffic?.answers ?? []).entries()) sums[place] = (sums[place] ?? 0) + count;
  const found = p95(sums);
  return found === undefined ? unknown : (found / 1_000).toFixed(2);
}

export const usedSlots = (steps: readonly AnswerStep[]): readonly (number | null)[] =>
  steps.map(({ traffic }) => traffic?.used ?? null);

const windows = (steps: readonly AnswerStep[]): readonly (number | null)[] =>
  steps.map(({ traffic }) => traffic?.window ?? null);

const most = (values: readonly (number | null)[]): number =>
  values.reduce<number>((one, other) => Math.max(one, other ?? 0), 0);

/** Answer times and window of a link as charts. */
export function answerCards(steps: readonly AnswerStep[], link: string): readonly Section[] {
  const times = steps.map(({ at }) => at);
  const [answers, used, window] = [answerTimes(steps), usedSlots(steps), windows(steps)];
  const of = { times, form: "lines" } as const;
  const answer: Chart = {
    ...of,
    caption: "Answer time, 95 of 100",
    finding: `95 of 100 responses over ${link} came within ${answerText(steps)} seconds`,
    unit: "s",
    series: [{ name: "Answer p95", tone: "mute", values: answers }],
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
