import { InvalidInput } from "../admin/refusal.js";
import { minute, type Traffic, wholeService } from "../domain/usage/traffic.js";
import type { Store } from "../ports/store.js";
import {
  type Cell,
  numberCell,
  type Page,
  type PageRoute,
  part,
  type Plot,
  timeText,
  type Visit,
} from "./page.js";

/** Periods up to now, and the steps in which they are shown. */
const periods = {
  hour: { length: 60 * minute, step: minute },
  day: { length: 1_440 * minute, step: 15 * minute },
  week: { length: 10_080 * minute, step: 120 * minute },
} as const;
type Period = keyof typeof periods;
const periodNames = Object.keys(periods) as Period[];

/** @throws InvalidInput */
function periodOf(text: string | undefined): Period {
  if (text === undefined) return "hour";
  const period = periodNames.find((name) => name === text);
  if (period === undefined)
    throw new InvalidInput(`invalid period ${JSON.stringify(text)}: use ${periodNames.join(", ")}`);
  return period;
}

/** Titles of the counters, of the service and of a link. */
const titles = {
  service: { accepted: "Accepted", delivered: "Delivered", failed: "Failed" },
  link: { accepted: "Accepted", delivered: "Receipts", failed: "Refused" },
} as const;
const countNames = ["accepted", "delivered", "failed"] as const;

/** A step of a period. */
interface Step {
  readonly at: number;
  /** Undefined where nothing is stored. */
  readonly traffic: Traffic | undefined;
}

async function stepsOf(
  { traffic }: Store,
  link: string,
  period: Period,
  now: number,
): Promise<readonly Step[]> {
  const { length, step } = periods[period];
  const from = now - length - ((now - length) % step);
  const found = await traffic.read({ link, from, until: now, step });
  const byTime = new Map(found.map((each) => [each.at, each]));
  const times = Array.from({ length: length / step }, (_, index) => from + index * step);
  return times.map((at) => ({ at, traffic: byTime.get(at) }));
}

const perSecond = (count: number, step: number): number => Math.round((count / step) * 100_000) / 100;

function plotsOf(steps: readonly Step[], step: number, link: string): readonly Plot[] {
  const names = titles[link === wholeService ? "service" : "link"];
  const times = steps.map(({ at }) => at / 1000);
  const line = (name: string, valueOf: (traffic: Traffic) => number): Plot["series"][number] => ({
    name,
    values: steps.map(({ traffic }) => (traffic === undefined ? null : valueOf(traffic))),
  });
  const rates = countNames.map((name) => line(names[name], (traffic) => perSecond(traffic[name], step)));
  const plots = [
    { caption: "Messages per second", times, series: rates },
    { caption: "Waiting messages", times, series: [line("Waiting", ({ waiting }) => waiting)] },
  ];
  const age = line("Seconds", ({ oldest }) => oldest);
  return link === wholeService
    ? [...plots, { caption: "Age of the oldest due message", times, series: [age] }]
    : plots;
}

function rowOf({ at, traffic }: Step, link: string): readonly Cell[] {
  const { accepted = "–", delivered = "–", failed = "–", waiting = "–", oldest = "–" } = traffic ?? {};
  const cells = [accepted, delivered, failed, waiting, ...(link === wholeService ? [oldest] : [])];
  return [{ text: timeText(new Date(at).toISOString()) }, ...cells.map((each) => numberCell(each))];
}

async function trafficPage(store: Store, { query, now }: Visit): Promise<Page> {
  const period = periodOf(query.get("period"));
  const links = (await store.links.links()).map(({ name }) => name);
  const link = links.find((name) => name === query.get("link")) ?? wholeService;
  const steps = await stepsOf(store, link, period, now);
  const place = (name: string, of: Period): string =>
    `/console/traffic?period=${of}${name === wholeService ? "" : `&link=${part(name)}`}`;
  const names = Object.values(titles[link === wholeService ? "service" : "link"]);
  const columns = ["From (UTC)", ...names, "Waiting", ...(link === wholeService ? ["Oldest, seconds"] : [])];
  const rows = steps.map((step) => rowOf(step, link)).toReversed();
  const of = link === wholeService ? "the service" : `the link ${link}`;
  return {
    title: "Traffic",
    sections: [
      {
        heading: `Last ${period} of ${of}`,
        links: [
          ...periodNames.map((name) => ({ text: `Last ${name}`, href: place(link, name) })),
          ...[wholeService, ...links].map((name) => ({
            text: name === wholeService ? "Service" : name,
            href: place(name, period),
          })),
        ],
        plots: plotsOf(steps, periods[period].step, link),
        tables: [{ caption: "Messages, latest first", columns, rows, empty: "" }],
      },
    ],
  };
}

export function trafficPages(store: Store): readonly PageRoute[] {
  return [{ path: "/traffic", role: "viewer", show: (visit) => trafficPage(store, visit) }];
}
