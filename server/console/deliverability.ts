import { InvalidInput } from "../admin/refusal.js";
import {
  changeOf,
  deliveries,
  type Delivery,
  isChanged,
  type Share,
} from "../domain/usage/deliverability.js";
import type { UsageSum } from "../domain/usage/report.js";
import { dayLength, dayOf } from "../domain/usage/usage.js";
import { statusTable } from "../domain/status.js";
import type { Store } from "../ports/store.js";
import { countText, percentText } from "../web/figures.js";
import { textOf } from "../web/form.js";
import { messagePill } from "../web/states.js";
import type { Attention, Cell, Page, Segments, Table } from "../web/view.js";
import { countryOf } from "./countries.js";
import type { PageRoute, Visit } from "./visit.js";

/** What was delivered, by country and by customer, against the period before: from the counters of usage. */

const groupings = { country: "Country", customer: "Customer" } as const;
type Grouping = keyof typeof groupings;
const groupingNames = Object.keys(groupings) as readonly Grouping[];

const periods = { "1": "Today", "7": "7 days", "30": "30 days" } as const;
type Days = keyof typeof periods;
const periodDays = ["1", "7", "30"] as const satisfies readonly Days[];
const beforeTexts: Readonly<Record<Days, string>> = {
  "1": "yesterday",
  "7": "the 7 days before",
  "30": "the 30 days before",
};

/** Rows that are read for one period. */
const mostSums = 200_000;

/** Countries or customers that are shown as problems. */
const mostProblems = 4;

interface Chosen {
  readonly by: Grouping;
  readonly days: Days;
  /** Only this customer, or only this calling code. */
  readonly customer: string | undefined;
  readonly prefix: string | undefined;
}

function chosenIn({ query }: Visit): Chosen {
  const [customer, prefix] = [textOf(query, "customer"), textOf(query, "prefix")];
  if (customer !== undefined && !/^[1-9]\d{0,8}$/u.test(customer))
    throw new InvalidInput("invalid customer: use its number");
  if (prefix !== undefined && !/^\d{1,3}$/u.test(prefix))
    throw new InvalidInput("invalid prefix: use a calling code");
  return {
    by: groupingNames.find((name) => name === query.get("by")) ?? "country",
    days: periodDays.find((name) => name === query.get("days")) ?? "7",
    customer,
    prefix,
  };
}

function hrefOf({ by, days, customer, prefix }: Chosen): string {
  const given = {
    by,
    days,
    ...(customer === undefined ? {} : { customer }),
    ...(prefix === undefined ? {} : { prefix }),
  };
  return `/deliverability?${new URLSearchParams(given).toString()}`;
}

function segmentsOf(chosen: Chosen): readonly Segments[] {
  return [
    {
      label: "By",
      choices: groupingNames.map((by) => ({
        text: groupings[by],
        href: hrefOf({ ...chosen, by }),
        current: by === chosen.by,
      })),
    },
    {
      label: "Period, UTC",
      choices: periodDays.map((days) => ({
        text: periods[days],
        href: hrefOf({ ...chosen, days }),
        current: days === chosen.days,
      })),
    },
  ];
}

/** Counters of as many days, the last one included. */
async function sumsOf({ usage }: Store, { customer, prefix }: Chosen, last: number, days: number) {
  const customerId = customer === undefined ? undefined : Number(customer);
  const range = { from: last - days + 1, until: last + 1, user: undefined, by: ["prefix"] as const };
  const sums = await usage.sums({ ...range, customerId, limit: mostSums });
  return prefix === undefined ? sums : sums.filter((sum) => sum.prefix === prefix);
}

/** Names of rows: countries with their code, customers with their number. */
type NameOf = (key: string) => { readonly text: string; readonly note: string };

const countryName: NameOf = (code) => ({
  text: countryOf(code) ?? (code === "" ? "Other numbers" : `Code ${code}`),
  note: code === "" ? "" : `+${code}`,
});

/** Change in percentage points with a sign. */
function pointsText(change: number): string {
  const points = Math.abs(100 * change).toFixed(1);
  if (points === "0.0") return "0.0 pp";
  return `${change < 0 ? "−" : "+"}${points} pp`;
}

/** Colored only if it is more than chance. */
function changeCell(now: Share, before: Share): Cell {
  const change = changeOf(now, before);
  if (change === undefined) return { text: "—", number: true };
  const tone = isChanged(now, before) ? (change < 0 ? "bad" : "ok") : undefined;
  return { text: pointsText(change), number: true, tone };
}

function failureCell({ failures, ended, delivered }: Delivery): Cell {
  const [first] = failures;
  if (first === undefined) return { text: "" };
  const word = messagePill(statusTable[first.state].element).word;
  return { text: word, note: `${percentText(first.messages, ended - delivered)} %` };
}

/** Shares are drawn from the round value below the lowest one, so that they differ on the picture. */
function scaleOf(rows: readonly Delivery[]): number {
  const shares = rows.flatMap(({ delivered, ended, before }) => [
    delivered / ended,
    ...(before.ended === 0 ? [] : [before.delivered / before.ended]),
  ]);
  return Math.floor(10 * Math.min(0.8, ...shares)) / 10;
}

const shareOf = ({ delivered, ended }: Share): number | undefined =>
  ended === 0 ? undefined : delivered / ended;

function tableOf(rows: readonly Delivery[], chosen: Chosen, nameOf: NameOf): Table {
  const { by, days } = chosen;
  const least = scaleOf(rows);
  const other = by === "country" ? "customer" : "country";
  const cells = rows.map((row): readonly Cell[] => {
    const { text, note } = nameOf(row.key);
    const inside = by === "country" ? { prefix: row.key } : { customer: row.key };
    const href = row.key === "" ? undefined : hrefOf({ ...chosen, by: other, ...inside });
    const dot = { now: shareOf(row) ?? 0, before: shareOf(row.before), least };
    const change = changeCell(row, row.before);
    return [
      { text, note, href },
      { text: countText(row.ended), number: true },
      {
        text: "",
        dot: { ...dot, tone: change.tone === "bad" || change.tone === "ok" ? change.tone : "mute" },
      },
      { text: `${percentText(row.delivered, row.ended)} %`, number: true },
      change,
      failureCell(row),
    ];
  });
  return {
    caption: `Messages with a final status by ${by}, against ${beforeTexts[days]}`,
    columns: [
      groupings[by],
      { text: "Messages", number: true },
      { text: `${Math.round(100 * least)} to 100 %`, wideOnly: true },
      { text: "Delivered", number: true },
      { text: "Change", number: true },
      "Most frequent failure",
    ],
    rows: cells,
    csv: "deliverability",
    empty: {
      icon: "map-pinned",
      title: "No message has a final status yet",
      text: "Choose a longer period, or come back when receipts have arrived.",
    },
    foot: {
      text: `Dot: this period, stroke: ${beforeTexts[days]}. Colored where chance alone would not explain it (99 %).`,
    },
  };
}

/** Those that got worse by more than chance, the most messages lost first. */
function attentionOf(rows: readonly Delivery[], chosen: Chosen, nameOf: NameOf): readonly Attention[] {
  const lost = rows
    .filter((row) => isChanged(row, row.before) && (changeOf(row, row.before) ?? 0) < 0)
    .map((row) => ({ row, messages: -(changeOf(row, row.before) ?? 0) * row.ended }))
    .sort((one, other) => other.messages - one.messages)
    .slice(0, mostProblems);
  return lost.map(({ row }): Attention => {
    const { text, note } = nameOf(row.key);
    const failure = failureCell(row);
    const points = Math.abs(100 * (changeOf(row, row.before) ?? 0)).toFixed(1);
    const since = `${chosen.days}d`;
    const of = chosen.by === "customer" ? row.key : chosen.customer;
    const search = new URLSearchParams({
      state: "failed",
      since,
      ...(of === undefined ? {} : { customer: of }),
    });
    return {
      tone: "bad",
      what: `${text} ${note} lost ${points} points.`,
      figures: `${percentText(row.delivered, row.ended)} % of ${countText(row.ended)} messages were delivered; ${failure.note ?? ""} of the others are ${failure.text.toLowerCase()}.`,
      links: [{ text: "Look at the failures", href: `/messages?${search.toString()}` }],
    };
  });
}

async function customerNames({ accounts }: Store): Promise<NameOf> {
  const names = new Map((await accounts.customers()).map(({ id, name }) => [String(id), name]));
  return (key) => ({ text: names.get(key) ?? key, note: key });
}

async function deliverabilityPage(store: Store, visit: Visit): Promise<Page> {
  const chosen = chosenIn(visit);
  const { by, customer, prefix } = chosen;
  const days = Number(chosen.days);
  const today = dayOf(visit.now);
  const [now, before] = await Promise.all([
    sumsOf(store, chosen, today, days),
    sumsOf(store, chosen, today - days, days),
  ]);
  const keyOf = (sum: UsageSum): string => (by === "country" ? (sum.prefix ?? "") : String(sum.customerId));
  const rows = deliveries(now, before, keyOf);
  const customers = await customerNames(store);
  const nameOf = by === "country" ? countryName : customers;
  const total = rows.reduce((sum, { ended }) => sum + ended, 0);
  const dateOf = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10);
  const only = [
    ...(customer === undefined
      ? []
      : [{ text: `Only ${customers(customer).text}`, href: `/customers/${customer}` }]),
    ...(prefix === undefined ? [] : [{ text: `Only ${countryName(prefix).text}` }]),
  ];
  return {
    title: "Deliverability",
    facts: [
      ...only,
      { text: `${dateOf(today - days + 1)} to ${dateOf(today)}, against ${beforeTexts[chosen.days]}` },
      { text: `messages with a final status: ${countText(total)}` },
    ],
    segments: segmentsOf(chosen),
    attention: attentionOf(rows, chosen, nameOf),
    sections: [
      {
        heading: `By ${groupings[by].toLowerCase()}`,
        links:
          only.length === 0
            ? []
            : [
                {
                  text: "All customers and countries",
                  href: hrefOf({ ...chosen, customer: undefined, prefix: undefined }),
                },
              ],
        tables: [tableOf(rows, chosen, nameOf)],
      },
    ],
  };
}

export function deliverabilityPages(store: Store): readonly PageRoute[] {
  return [{ path: "/deliverability", role: "viewer", show: (visit) => deliverabilityPage(store, visit) }];
}
