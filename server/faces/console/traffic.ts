import { InvalidInput } from "../../admin/refusal.js";
import { wholeService } from "../../domain/usage/traffic.js";
import type { Store } from "../../ports/store.js";
import type { Chart, Series } from "../web/charts/chart.js";
import { countText, durationText } from "../web/number-texts.js";
import { part } from "../web/page.js";
import type { PageRoute, Visit } from "./visit.js";
import {
  type PeriodName,
  periodNames,
  periods,
  periodSegments,
  periodTexts,
  ratesOf,
  type Step,
  stepsOf,
  sumOf,
  valuesOf,
} from "./traffic-steps.js";
import { unusualCard } from "./unusual-traffic.js";
import type { Page, Section } from "../web/view.js";

/** @throws InvalidInput */
function periodOf(text: string | undefined): PeriodName {
  if (text === undefined) return "hour";
  const period = periodNames.find((name) => name === text);
  if (period === undefined)
    throw new InvalidInput(`invalid period ${JSON.stringify(text)}: use ${periodNames.join(", ")}`);
  return period;
}

/** Titles of the counters, of the service and of a link. */
const titles = {
  service: { accepted: "Accepted", delivered: "Delivered", failed: "Failed" },
  link: { accepted: "Sent", delivered: "Receipts", failed: "Refused" },
} as const;

const tones = { accepted: "in", delivered: "ok", failed: "bad" } as const;

/** Rates of a link or of the service over time. */
export function rateChart(steps: readonly Step[], step: number, link: string): Chart {
  const names = titles[link === wholeService ? "service" : "link"];
  const counters = ["accepted", "delivered", "failed"] as const;
  const series = counters.map((counter): Series => ({
    name: names[counter],
    tone: tones[counter],
    values: ratesOf(steps, counter, step),
  }));
  const sums = counters.map(
    (counter) => `${countText(sumOf(steps, counter))} ${names[counter].toLowerCase()}`,
  );
  return {
    caption: `${link === wholeService ? "Messages" : "Parts"} per second`,
    finding: `${link === wholeService ? "Messages" : "Parts"} per second: ${sums.join(", ")}`,
    times: steps.map(({ at }) => at),
    unit: link === wholeService ? "messages /s" : "parts /s",
    form: "lines",
    series,
  };
}

function lineChart(
  steps: readonly Step[],
  name: "waiting" | "oldest",
  { caption, unit }: Pick<Chart, "caption" | "unit">,
): Chart {
  const values = valuesOf(steps, name);
  const most = values.reduce<number>((one, other) => Math.max(one, other ?? 0), 0);
  const text = name === "oldest" ? durationText(most) : countText(most);
  const series: Series = { name: caption, tone: "mute", values };
  const times = steps.map(({ at }) => at);
  return { caption, finding: `${caption}: at most ${text}`, times, unit, form: "lines", series: [series] };
}

function queueCards(steps: readonly Step[], link: string): readonly Section[] {
  const waiting = lineChart(steps, "waiting", { caption: "Waiting messages", unit: "messages" });
  const oldest = lineChart(steps, "oldest", { caption: "Age of the oldest due message", unit: "s" });
  if (link !== wholeService) return [{ heading: waiting.caption, charts: [waiting] }];
  return [waiting, oldest].map((chart): Section => ({ heading: chart.caption, width: 6, charts: [chart] }));
}

async function trafficPage(store: Store, visit: Visit): Promise<Page> {
  const { query, now } = visit;
  const period = periodOf(query.get("period"));
  const links = (await store.links.links()).map(({ name }) => name);
  const link = links.find((name) => name === query.get("link")) ?? wholeService;
  const steps = await stepsOf(store, link, periods[period], now);
  const place = (name: string, of: PeriodName): string =>
    `/traffic?period=${of}${name === wholeService ? "" : `&link=${part(name)}`}`;
  const of = link === wholeService ? "the whole service" : `the link ${link}`;
  return {
    title: "Traffic",
    live: true,
    facts: [{ text: `Last ${periodTexts[period]} of ${of}` }],
    segments: [periodSegments(period, (name) => place(link, name))],
    tabs: [wholeService, ...links].map((name) => ({
      text: name === wholeService ? "Service" : name,
      href: place(name, period),
      current: name === link,
    })),
    sections: [
      { heading: "Throughput", charts: [rateChart(steps, periods[period].step, link)] },
      ...queueCards(steps, link),
      ...(link === wholeService ? [await unusualCard(store, visit)] : []),
    ],
  };
}

export function trafficPages(store: Store): readonly PageRoute[] {
  return [{ path: "/traffic", role: "viewer", show: (visit) => trafficPage(store, visit) }];
}
