import { comparedBy } from "../../admin/deliverability.js";
import type { Link } from "../../domain/delivery/routing/link.js";
import { RecipientState } from "../../domain/recipient-state.js";
import { refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import { addLink, type LinkRow } from "../../actions/links.js";
import type { Store } from "../../ports/store.js";
import { actionForm } from "../web/action-forms.js";
import type { ChartTone } from "../web/charts/chart.js";
import { marksOf } from "../web/charts/drawing.js";
import { countText, durationText, rateText } from "../web/number-texts.js";
import { part } from "../web/page.js";
import { linkPill } from "../web/states.js";
import {
  type Cell,
  type Column,
  numberCell,
  type Page,
  type Section,
  type Table,
  unknown,
} from "../web/view.js";
import {
  type ResponseStep,
  responseSteps,
  responseText,
  responseTimes,
  usedSlots,
} from "./link-responses.js";
import { happenedCard } from "./link-happenings.js";
import { queueColumns, queueRows, windowCell } from "./link-table.js";
import type { linkRateNames, Snapshot, Snapshots } from "./snapshot.js";
import {
  type PeriodName,
  periodNames,
  periods,
  periodSegments,
  periodTexts,
  ratesOf,
  type Step,
  stepsOf,
} from "./traffic-steps.js";
import { hasRole, type PageRoute, type Visit } from "./visit.js";

/** The page of all links: a row of pictures for each, their queues, and what networks refused. */

/** Pictures of a link: all of a column have one scale. */
const rates = [
  { title: "Sent", counter: "accepted", live: "accepted", tone: "in" },
  { title: "Refused", counter: "failed", live: "refused", tone: "bad" },
  { title: "Receipts", counter: "delivered", live: "receipts", tone: "ok" },
] as const satisfies readonly {
  readonly title: string;
  readonly counter: Parameters<typeof ratesOf>[1];
  readonly live: (typeof linkRateNames)[number];
  readonly tone: ChartTone;
}[];

type Values = readonly (number | null)[];

/** End of the scale of a column. */
const endOf = (columns: readonly Values[]): number =>
  marksOf(columns.flat().reduce<number>((one, other) => Math.max(one, other ?? 0), 0)).at(-1) ?? 1;

function columnsOf(ends: readonly number[]): readonly (string | Column)[] {
  const titles = [...rates.map(({ title }) => ({ title, unit: " /s" })), { title: "Answer p95", unit: " s" }];
  return [
    "Link",
    ...titles.map(({ title, unit }, index) => ({
      text: title,
      note: `0 to ${countText(ends[index] ?? 0)}${unit}`,
    })),
    { text: "Window", note: "0 to 100 %" },
  ];
}

/** The last steps of a link. */
interface Past {
  readonly steps: readonly Step[];
  readonly responses: readonly ResponseStep[];
}

/** Those of each link, in the order of `links`. */
async function pastOf(
  store: Pick<Store, "traffic">,
  { links }: Snapshot,
  period: PeriodName,
  now: number,
): Promise<readonly Past[]> {
  return Promise.all(
    links.map(async ({ name }) => ({
      steps: await stepsOf(store, name, periods[period], now),
      responses: await responseSteps(store, name, periods[period], now),
    })),
  );
}

/** Parts in flight, with the course of the most of them: a full window is the top. */
function usedCell(link: LinkRow, responses: readonly ResponseStep[], text: string): Cell {
  const { meter, ...cell } = windowCell(link);
  const tone = meter?.tone === "warn" ? "warn" : "mute";
  const finding = `Parts in flight over ${link.name}, at most, in the last ${text}`;
  return {
    ...cell,
    layout: "picture",
    spark: { values: usedSlots(responses), most: link.window, tone, finding },
  };
}

/** Protocol and connections of a link, since when it is up, or why not and when it tries again: `SMPP, 2 of 2 binds, up 9 days`. */
function connectionText({ kind, problem, binds, upSince, nextTry }: LinkRow, now: number): string {
  const duration = (milliseconds: number): string => durationText(Math.max(milliseconds, 0) / 1_000);
  return [
    kind.toUpperCase(),
    ...(binds === null ? [] : [`${binds} ${binds.endsWith(" 1") ? "bind" : "binds"}`]),
    ...(upSince === null ? [] : [`up ${duration(now - Date.parse(upSince))}`]),
    ...(problem === null ? [] : [problem]),
    ...(nextTry === null ? [] : [`next try in ${duration(Date.parse(nextTry) - now)}`]),
  ].join(", ");
}

/** Every link with the course of its rates, of its responses and of its window. */
function linksTable(snapshot: Snapshot, past: readonly Past[], period: PeriodName): Table {
  const { step } = periods[period];
  const now = snapshot.at;
  const rateValues = rates.map(({ counter }) => past.map(({ steps }) => ratesOf(steps, counter, step)));
  const responses = past.map((each) => responseTimes(each.responses));
  const ends = [...rateValues, responses].map(endOf);
  const rows = snapshot.links.map((link, index): readonly Cell[] => {
    const { name } = link;
    const own = past[index]?.responses ?? [];
    return [
      {
        text: name,
        href: `/links/${part(name)}`,
        state: { ...linkPill(link), live: `state ${name}` },
        note: connectionText(link, now),
        layout: "picture",
      },
      ...rates.map(({ title, tone, live }, column): Cell => ({
        text: rateText(snapshot.rateOf(live, name)),
        unit: "/s",
        live: `${live} ${name}`,
        layout: "picture",
        spark: {
          values: rateValues[column]?.[index] ?? [],
          most: ends[column],
          tone,
          finding: `${title} by ${name} per second in the last ${periodTexts[period]}`,
        },
      })),
      {
        text: responseText(own),
        unit: responseText(own) === unknown ? undefined : "s",
        layout: "picture",
        spark: {
          values: responses[index] ?? [],
          most: ends.at(-1),
          tone: "mute",
          finding: `Seconds within which 95 of 100 responses came over ${name} in the last ${periodTexts[period]}`,
        },
      },
      usedCell(link, own, periodTexts[period]),
    ];
  });
  const caption = `Links to networks, with the last ${periodTexts[period]}`;
  return { caption, columns: columnsOf(ends), rows, empty: noLink };
}

const noLink = {
  icon: "network",
  title: "There is no link",
  text: "A link connects the service with a network or an aggregator. Without one, messages wait.",
} as const;

/** Links with columns of their own; the codes of more are summed. */
const mostColumns = 4;

/** Messages of a link that its network refused for good, by code. */
type Refused = ReadonlyMap<string, number>;

/** Those of the last 24 hours, in the order of the links. */
async function refusedBy(
  store: Pick<Store, "usage">,
  links: readonly Pick<Link, "id">[],
  now: number,
): Promise<readonly Refused[]> {
  const whole = { period: "24h", customerId: undefined, linkId: undefined, callingCode: undefined } as const;
  const { rows } = await comparedBy(store, "link", whole, now);
  const byLink = new Map(rows.map(({ key, failures }) => [Number(key), failures]));
  return links.map(({ id }) => {
    const refused = (byLink.get(id) ?? []).filter(({ state }) => state === RecipientState.Failed);
    return new Map(refused.map(({ code, messages }) => [code, messages]));
  });
}

/** A count, with a search for its messages. */
const refusedCell = (count: number, reason: string, link?: string): Cell => ({
  ...numberCell(countText(count)),
  href:
    count === 0
      ? undefined
      : `/messages?${new URLSearchParams({
          ...(link === undefined ? {} : { link }),
          state: "FAILED",
          reason,
          since: "24h",
        }).toString()}`,
});

/** Messages that networks refused for good, by code and link. */
async function codesCard(store: Pick<Store, "links" | "usage">, now: number): Promise<Section> {
  const links = await store.links.links();
  const refused = await refusedBy(store, links, now);
  const columnsOfLinks = links.length > mostColumns ? [] : links;
  const rows = sumsOf(refused);
  const most = rows[0]?.[1] ?? 1;
  return {
    heading: "Refused messages by code",
    width: 8,
    note: "last 24 hours",
    tables: [
      {
        caption: "Messages that networks refused for good in the last 24 hours, by code and link",
        columns: [
          "Reason",
          "Code",
          ...columnsOfLinks.map(({ name }) => ({ text: name, number: true })),
          { text: "All", number: true },
          "",
        ],
        rows: rows.map(([code, sum]): readonly Cell[] => [
          { text: refusalWords(code)?.text ?? "A code of the network" },
          { text: code, layout: "code" },
          ...columnsOfLinks.map(({ name }, index) => refusedCell(refused[index]?.get(code) ?? 0, code, name)),
          refusedCell(sum, code),
          { text: "", meter: { share: sum / most, tone: "bad" } },
        ]),
        empty: {
          icon: "circle-check",
          title: "No network refused a message",
          text: "Refusals of the last 24 hours appear here by their code.",
        },
      },
    ],
  };
}

/** Counts of all links by code, the most frequent first. */
function sumsOf(all: readonly Refused[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const [code, count] of all.flatMap((codes) => [...codes]))
    sums.set(code, (sums.get(code) ?? 0) + count);
  return [...sums].sort(([, one], [, other]) => other - one);
}

const addForm = actionForm(addLink, "/links/add", { caption: "Add a link", folded: true, primary: true });

async function linksPage(store: Store, snapshots: Snapshots, visit: Visit): Promise<Page> {
  const period = periodNames.find((name) => name === visit.query.get("period")) ?? "hour";
  const snapshot = await snapshots.now();
  const { links } = snapshot;
  const past = await pastOf(store, snapshot, period, visit.now);
  const queues = {
    caption: "Messages by link",
    columns: queueColumns,
    empty: "No message waits.",
    rows: queueRows(snapshot),
  };
  return {
    title: "Links",
    live: true,
    facts: [{ text: `${links.filter(({ up }) => up).length} of ${links.length} links bound` }],
    segments: [periodSegments(period, (name) => `/links?period=${name}`)],
    actions: hasRole(visit, "admin") ? [addForm] : [],
    sections: [
      { heading: "Links", note: `last ${periodTexts[period]}`, tables: [linksTable(snapshot, past, period)] },
      await codesCard(store, visit.now),
      await happenedCard(store, visit, undefined, { limit: 8, width: 4 }),
      { heading: "Queues", note: "messages", tables: [queues] },
    ],
  };
}

export function allLinksPage(store: Store, snapshots: Snapshots): PageRoute {
  return { path: "/links", role: "viewer", show: (visit) => linksPage(store, snapshots, visit) };
}
