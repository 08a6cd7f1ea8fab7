import { minute, type Traffic } from "../../domain/usage/traffic.js";
import type { Store } from "../../ports/store.js";
import type { Segments } from "../web/view.js";

/** A period up to a time, and the steps in which it is shown. */
export interface Period {
  /** Milliseconds, as `step`. */
  readonly length: number;
  readonly step: number;
}

export const periods = {
  hour: { length: 60 * minute, step: minute },
  day: { length: 1_440 * minute, step: 15 * minute },
  week: { length: 10_080 * minute, step: 120 * minute },
} as const satisfies Readonly<Record<string, Period>>;
export type PeriodName = keyof typeof periods;
export const periodNames = Object.keys(periods) as readonly PeriodName[];

/** Names of the periods for people. */
export const periodTexts = {
  hour: "1 hour",
  day: "24 hours",
  week: "7 days",
} as const satisfies Readonly<Record<PeriodName, string>>;

/** A step of a period. */
export interface Step {
  readonly at: number;
  /** Undefined where nothing is stored. */
  readonly traffic: Traffic | undefined;
}

/** The starts of the steps of a period up to a time. */
export function timesOf({ length, step }: Period, now: number): readonly number[] {
  const from = now - length - ((now - length) % step);
  return Array.from({ length: length / step }, (_, index) => from + index * step);
}

/** Traffic of a link, or of the service, in the steps of a period. */
export async function stepsOf(
  { traffic }: Pick<Store, "traffic">,
  link: string,
  period: Period,
  now: number,
): Promise<readonly Step[]> {
  const times = timesOf(period, now);
  const found = await traffic.read({ link, from: times[0] ?? now, until: now, step: period.step });
  const byTime = new Map(found.map((each) => [each.at, each]));
  return times.map((at) => ({ at, traffic: byTime.get(at) }));
}

/** Values of one counter at each step. */
export const valuesOf = (steps: readonly Step[], name: Exclude<keyof Traffic, "at" | "link">) =>
  steps.map(({ traffic }) => traffic?.[name] ?? null);

/** Values of one counter per second. */
export const ratesOf = (
  steps: readonly Step[],
  name: "accepted" | "delivered" | "failed",
  step: number,
): readonly (number | null)[] =>
  valuesOf(steps, name).map((value) => (value === null ? null : perSecond(value, step)));

const perSecond = (count: number, step: number): number => Math.round((count / step) * 100_000) / 100;

/** Sum of one counter over all steps. */
export const sumOf = (steps: readonly Step[], name: "accepted" | "delivered" | "failed"): number =>
  valuesOf(steps, name).reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** A choice of the period of a page. */
export function periodSegments(current: PeriodName, hrefOf: (name: PeriodName) => string): Segments {
  return {
    label: "Period",
    choices: periodNames.map((name) => ({
      text: periodTexts[name],
      href: hrefOf(name),
      current: name === current,
    })),
  };
}
