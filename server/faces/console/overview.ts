import { comparedBy } from "../../admin/deliverability.js";
import { delayAt } from "../../domain/usage/deliverability.js";
import { wholeService } from "../../domain/usage/traffic.js";
import type { Store } from "../../ports/store.js";
import { attentionOf } from "./attention.js";
import { countText, delayText, percentText, rateText } from "../web/number-texts.js";
import { hoursOf } from "./link-responses.js";
import { linkColumns, type LinkHour, linkRows, queueSum, queueTitles, serviceNumbers } from "./link-table.js";
import { type Snapshot, type Snapshots, mostCustomers } from "./snapshot.js";
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
import { notesCard } from "./shift-notes.js";
import { failuresCard } from "./latest-failures.js";
import type { Cell, Page, Section, Tile } from "../web/view.js";

type Sources = Pick<Store, "traffic">;

/** Traffic of the service now and a week before, and of each link. */
interface Past {
  readonly steps: readonly Step[];
  readonly before: readonly Step[];
  readonly hours: ReadonlyMap<string, LinkHour>;
}

const weekLength = periods.week.length;

async function pastOf(store: Sources, snapshot: Snapshot, name: PeriodName, now: number): Promise<Past> {
  const period = periods[name];
  return {
    steps: await stepsOf(store, wholeService, period, now),
    before: name === "week" ? [] : await stepsOf(store, wholeService, period, now - weekLength),
    hours: await hoursOf(store, snapshot.links, now),
  };
}

/** Periods as a search takes them. */
const sinceTexts: Readonly<Record<PeriodName, string>> = { hour: "1h", day: "24h", week: "7d" };

/** Outcomes whose messages a click finds. */
const linkedStates: Readonly<Record<string, string>> = {
  Expired: "SMSC_EXPIRED",
  Undeliverable: "SMSC_UNDELIVERABLE",
  Refused: "FAILED",
};

function tilesOf(snapshot: Snapshot, { steps, before }: Past, name: PeriodName): readonly Tile[] {
  const { length, step } = periods[name];
  const numbers = serviceNumbers(snapshot);
  const [accepted, delivered, failed] = (["accepted", "delivered", "failed"] as const).map((counter) => ({
    values: ratesOf(steps, counter, step),
    sum: sumOf(steps, counter),
    before: before.length === 0 ? undefined : sumOf(before, counter),
  }));
  const lastWeek = (sum: number | undefined): Cell =>
    sum === undefined
      ? { text: `last ${periodTexts[name]}` }
      : { text: `last week ${rateText((sum * 1_000) / length)} /s` };
  const figure = (key: string): Cell => ({ text: numbers[key] ?? "", live: key });
  // Until two samples of the counters give a rate, that of the last steps stands for it.
  const rate = (key: "sent" | "failed", values: readonly (number | null)[] = []): Cell =>
    snapshot.rateOf(key) === undefined
      ? { ...figure(key), text: rateText(values.slice(-3).findLast((value) => value !== null) ?? undefined) }
      : figure(key);
  const ended = (delivered?.sum ?? 0) + (failed?.sum ?? 0);
  const endedBefore = (delivered?.before ?? 0) + (failed?.before ?? 0);
  const usual = `last week ${percentText(delivered?.before ?? 0, endedBefore)} %`;
  return [
    {
      label: "Accepted",
      figure: rate("sent", accepted?.values),
      unit: "/s",
      note: lastWeek(accepted?.before),
      href: "/traffic",
      spark: { values: accepted?.values ?? [], tone: "in", finding: "Accepted per second" },
    },
    {
      label: "Delivered",
      figure: { text: percentText(delivered?.sum ?? 0, ended) },
      unit: "%",
      note: { text: endedBefore === 0 ? `last ${periodTexts[name]}` : usual },
      href: "/traffic",
      spark: { values: delivered?.values ?? [], tone: "ok", finding: "Delivered per second" },
    },
    {
      label: "Failed",
      figure: rate("failed", failed?.values),
      unit: "/s",
      note: lastWeek(failed?.before),
      href: `/messages?state=failed&since=${sinceTexts[name]}`,
      spark: { values: failed?.values ?? [], tone: "bad", finding: "Failed per second" },
    },
    {
      label: queueTitles.waiting,
      figure: figure("waiting"),
      note: figure("oldest"),
      href: "/links",
      spark: { values: valuesOf(steps, "waiting"), tone: "mute", finding: "Waiting messages" },
    },
  ];
}

function throughput({ steps, before }: Past, name: PeriodName): Section {
  const { step } = periods[name];
  const rates = (from: readonly Step[], counter: "accepted" | "delivered" | "failed") =>
    ratesOf(from, counter, step);
  const lastWeek = { name: "Last week", tone: "mute", isBefore: true } as const;
  const finding = `Messages per second in the last ${periodTexts[name]}: ${countText(sumOf(steps, "accepted"))} accepted, ${countText(sumOf(steps, "delivered"))} delivered, ${countText(sumOf(steps, "failed"))} failed`;
  return {
    heading: "Throughput",
    width: 8,
    charts: [
      {
        caption: "Throughput",
        finding,
        times: steps.map(({ at }) => at),
        unit: "messages /s",
        form: "lines",
        series: [
          { name: "Accepted", tone: "in", values: rates(steps, "accepted") },
          { name: "Delivered", tone: "ok", values: rates(steps, "delivered") },
          { name: "Failed", tone: "bad", values: rates(steps, "failed") },
          ...(before.length === 0 ? [] : [{ ...lastWeek, values: rates(before, "accepted") }]),
        ],
      },
    ],
  };
}

function outcomes({ outcomes: counted }: Snapshot): Section {
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const parts = counted.map((part) => {
    const state = linkedStates[part.name];
    return state === undefined || part.count === 0
      ? part
      : { ...part, href: `/messages?state=${state}&since=24h` };
  });
  return { heading: "Outcomes today", width: 4, note: `${countText(total)}, UTC`, shares: { total, parts } };
}

/** Fewest messages that are compared with those of a usual day. */
const leastCompared = 100;

/** Messages of a usual day, and how many times as many there are today, from twice as many on. */
function usualCell(sent: number, usual: number): Cell {
  const text = countText(usual);
  if (sent < leastCompared || sent < 2 * usual) return { text, number: true };
  const note = usual === 0 ? "new" : `${Math.floor(sent / usual)} times`;
  return { text, number: true, note, tone: "warn" };
}

/** Messages of today by customer, the busiest first. */
export function customerRows({ customers }: Snapshot): readonly (readonly Cell[])[] {
  return customers.map(({ customer, name, sent, usual, delivered, failed }): readonly Cell[] => [
    { text: name, href: `/customers/${customer}`, note: String(customer) },
    { text: countText(sent), number: true, live: `sent by ${customer}` },
    usualCell(sent, usual),
    {
      text: `${percentText(delivered, delivered + failed)} %`,
      number: true,
      live: `delivered by ${customer}`,
    },
    {
      text: countText(failed),
      number: true,
      live: `failed by ${customer}`,
      href: failed === 0 ? undefined : `/messages?customer=${customer}&state=failed&since=24h`,
    },
  ]);
}

function customersCard(snapshot: Snapshot): Section {
  const columns = ["Customer", "Accepted", "Usual day", "Delivered", "Failed"];
  const caption = `Messages accepted today (UTC), of the ${mostCustomers} customers with most of them`;
  const empty = "No message was accepted today.";
  const table = { caption, columns, rows: customerRows(snapshot), empty };
  return {
    heading: "Busiest customers today",
    width: 5,
    note: "messages",
    links: [{ text: "All customers", href: "/customers" }],
    tables: [table],
  };
}

/** Seconds within which half and nearly all receipts of the last 24 hours came. */
async function delayTile(store: Store, snapshot: Snapshot, now: number): Promise<Tile> {
  const whole = { period: "24h", customerId: undefined, linkId: undefined, callingCode: undefined } as const;
  const { rows } = await comparedBy(store, "link", whole, now);
  const delays = rows.reduce<readonly number[]>(
    (sums, row) => row.delays.map((count, place) => count + (sums[place] ?? 0)),
    [],
  );
  const half = delayText(delayAt(delays, 0.5));
  const [, figure = half, unit] = /^(.+) (\w+)$/u.exec(half) ?? [];
  return {
    label: "Receipt delay",
    figure: { text: figure },
    unit,
    note: {
      text: `p95 ${delayText(delayAt(delays, 0.95))}, without one ${countText(queueSum(snapshot, "withoutReceipt"))}`,
    },
    href: "/deliverability?period=24h",
  };
}

async function show(store: Store, snapshots: Snapshots, visit: Visit): Promise<Page> {
  const { query, now } = visit;
  const period = periodNames.find((name) => name === query.get("period")) ?? "hour";
  const snapshot = await snapshots.now();
  const past = await pastOf(store, snapshot, period, now);
  const links = {
    caption: "Links",
    columns: linkColumns,
    empty: "There is no link.",
    rows: linkRows(snapshot, past.hours),
  };
  return {
    title: "Overview",
    live: true,
    segments: [periodSegments(period, (name) => `/?period=${name}`)],
    attention: attentionOf(snapshot.problems, visit),
    tiles: [...tilesOf(snapshot, past, period), await delayTile(store, snapshot, now)],
    sections: [
      ...(await notesCard(store, visit)),
      throughput(past, period),
      outcomes(snapshot),
      { heading: "Links", links: [{ text: "All links", href: "/links" }], tables: [links] },
      customersCard(snapshot),
      await failuresCard(store, visit),
    ],
  };
}

export function overviewPage(store: Store, snapshots: Snapshots): PageRoute {
  return { path: "/", role: "viewer", show: (visit) => show(store, snapshots, visit) };
}
