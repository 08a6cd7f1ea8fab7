import {
  comparedBy,
  type DeliverabilityChoice,
  deliverabilityChoice,
  linkNames,
  type ReportGrouping,
  rowWorseSince,
} from "../../admin/deliverability.js";
import { RecipientState } from "../../domain/recipient-state.js";
import {
  changeOf,
  type ComparedHours,
  type ComparedPeriod,
  type Delivery,
  lostMessages,
} from "../../domain/usage/deliverability.js";
import { hourLength } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import type { Series } from "../web/charts/chart.js";
import { countText, percentText } from "../web/number-texts.js";
import { textsOf } from "../web/form.js";
import type { Attention, Cell, Page, Section } from "../web/view.js";
import {
  conditions,
  type Conditions,
  filterForm,
  groupings,
  hrefOf,
  periods,
  segmentsOf,
} from "./delivery-conditions.js";
import { countryCell, deliveryTable, failureCell, type NamedDelivery } from "./delivery-table.js";
import { moveLink } from "./route-move.js";
import type { PageRoute, Visit } from "./visit.js";

/** What was delivered, by country, prefix, link and customer, against the period before: from counters. */

/** Rows that are shown as problems. */
const mostProblems = 4;

/** Names of what the keys of rows are. */
interface Names {
  readonly link: (key: string) => string;
  readonly customer: (key: string) => string;
  readonly links: readonly string[];
}

async function namesIn(store: Store): Promise<Names> {
  const customers = new Map((await store.accounts.customers()).map(({ id, name }) => [String(id), name]));
  return {
    link: await linkNames(store),
    customer: (key) => customers.get(key) ?? key,
    links: (await store.links.links()).map(({ name }) => name),
  };
}

/** An hour as `2026-11-14 08:00`. */
const utcText = (hour: number): string =>
  new Date(hour * hourLength).toISOString().slice(0, 16).replace("T", " ");

const prefixText = (prefix: string): string => (prefix === "" ? "Other numbers" : `+${prefix}`);

/** The first cell of a row, with a link to what is inside. */
function nameCell(row: Delivery, given: Conditions, by: ReportGrouping, names: Names): Cell {
  const { key } = row;
  const inside = (more: Conditions): string => hrefOf({ ...given, by: "country", open: undefined, ...more });
  switch (by) {
    case "country": {
      const isOpen = given.open === key;
      const href = key === "" ? undefined : hrefOf({ ...given, open: isOpen ? undefined : key });
      return { ...countryCell(key), href };
    }
    case "prefix":
      return { text: prefixText(key), note: undefined };
    case "link": {
      const name = names.link(key);
      return names.links.includes(name) ? { text: name, href: inside({ link: name }) } : { text: name };
    }
    case "customer":
      return { text: names.customer(key), note: key, href: inside({ customer: key }) };
  }
}

/** Rows of the prefixes of an open country, each with its link, below that of the country. */
function withChildren(
  rows: readonly NamedDelivery[],
  open: string | undefined,
  children: readonly Delivery[],
  names: Names,
): readonly NamedDelivery[] {
  const below = children.map((row): NamedDelivery => {
    const link = names.link(String(row.linkId ?? 0));
    return { row, name: { text: prefixText(row.key), note: link, layout: "child" } };
  });
  return rows.flatMap((each) => (each.row.key === open ? [each, ...below] : [each]));
}

/** A row that got worse by more than chance, and since when: the first hour of an hour or a day. */
interface Worse extends NamedDelivery {
  readonly since: number | undefined;
}

/** The worst rows, the most messages lost first. */
async function worstOf(
  store: Store,
  named: readonly NamedDelivery[],
  choice: DeliverabilityChoice,
  now: number,
): Promise<readonly Worse[]> {
  const lost = named
    .map((each) => ({ ...each, messages: lostMessages(each.row) }))
    .filter(({ messages }) => messages > 0)
    .sort((one, other) => other.messages - one.messages)
    .slice(0, mostProblems);
  return Promise.all(
    lost.map(async ({ name, row }) => {
      const by = name.layout === "child" ? "prefixAndLink" : choice.by;
      return { name, row, since: await rowWorseSince(store, by, row, choice, now) };
    }),
  );
}

/** ` since 2026-11-14`, with the time in a period of hours. */
function sinceText(since: number | undefined, period: ComparedPeriod): string {
  if (since === undefined) return "";
  const time = utcText(since);
  return ` since ${period === "24h" ? `${time} UTC` : time.slice(0, 10)}`;
}

/** The search for the failures of a row: with all that the row and the page are narrowed to. */
export function failureSearch(
  { name, row: { key } }: { readonly name: Cell; readonly row: Pick<Delivery, "key"> },
  given: Conditions,
  { by, period }: Pick<DeliverabilityChoice, "by" | "period">,
): Readonly<Record<string, string>> {
  const isChild = name.layout === "child";
  const isOfPrefix = isChild || by === "prefix" || by === "country";
  const conditions = {
    state: "failed",
    since: period,
    prefix: isOfPrefix && key !== "" ? key : given.country,
    customer: by === "customer" ? key : given.customer,
    link: isChild ? name.note : by === "link" ? name.text : given.link,
  };
  return Object.fromEntries(
    Object.entries(conditions).flatMap(([condition, value]) =>
      value === undefined || value === "" ? [] : [[condition, value]],
    ),
  );
}

/** Rows that got worse by more than chance. */
function attentionOf(
  worst: readonly Worse[],
  given: Conditions,
  choice: DeliverabilityChoice,
  visit: Visit,
): readonly Attention[] {
  return worst.map(({ name, row, since }): Attention => {
    const failure = failureCell(row);
    const points = Math.abs(100 * (changeOf(row, row.before) ?? 0)).toFixed(1);
    const isChild = name.layout === "child";
    const failures = failureSearch({ name, row }, given, choice);
    const search = new URLSearchParams(failures);
    const { prefix } = failures;
    return {
      tone: "bad",
      what: `${name.text}${name.note === undefined ? "" : ` ${isChild ? "over " : ""}${name.note}`} lost ${points} points${sinceText(since, choice.period)}.`,
      figures: `${percentText(row.delivered, row.ended)} % of ${countText(row.ended)} messages were delivered; ${failure.note ?? ""} of the failures: ${failure.text}.`,
      links: [
        { text: "Look at the failures", href: `/messages?${search.toString()}` },
        ...(prefix === undefined ? [] : moveLink({ ...failures, prefix }, visit)),
      ],
    };
  });
}

const { Delivered, Undeliverable, Expired, Deleted, Unknown, Rejected, Failed } = RecipientState;

/** Final statuses by color, in the order of charts. */
const outcomes: readonly (Pick<Series, "name" | "tone"> & { readonly states: readonly RecipientState[] })[] =
  [
    { name: "Delivered", tone: "ok", states: [Delivered] },
    { name: "Expired", tone: "warn", states: [Expired] },
    { name: "Undeliverable, refused", tone: "bad", states: [Undeliverable, Rejected, Failed] },
    { name: "Unknown, cancelled", tone: "mute", states: [Unknown, Deleted] },
  ];

function messagesIn({ delivered, failures }: Delivery, states: readonly RecipientState[]): number {
  const failed = failures.filter(({ state }) => states.includes(state));
  return failed.reduce((sum, { messages }) => sum + messages, states.includes(Delivered) ? delivered : 0);
}

/** Final statuses over time: by hour for a day, otherwise by day. */
function courseCard(hours: readonly Delivery[], { middle, until }: ComparedHours): Section {
  const step = until - middle > 24 ? 24 : 1;
  const steps = Array.from({ length: (until - middle) / step }, (_, index) => middle + index * step);
  const series = outcomes.map(({ name, tone, states }): Series => {
    const values = steps.map((from) =>
      hours
        .filter(({ key }) => Number(key) >= from && Number(key) < from + step)
        .reduce((sum, each) => sum + messagesIn(each, states), 0),
    );
    return { name, tone, values };
  });
  const total = hours.reduce((sum, { ended }) => sum + ended, 0);
  return {
    heading: "Course",
    note: `messages with a final status, by ${step === 1 ? "hour" : "day, UTC"}`,
    charts: [
      {
        caption: "Final statuses over time",
        finding: `${countText(total)} messages got a final status`,
        times: steps.map((hour) => hour * hourLength),
        unit: "messages",
        form: "bars",
        series,
      },
    ],
  };
}

function factsOf(given: Conditions, names: Names, { middle, until }: ComparedHours, before: string) {
  const { customer, link, country } = given;
  return [
    ...(customer === undefined
      ? []
      : [{ text: `Only ${names.customer(customer)}`, href: `/customers/${customer}` }]),
    ...(link === undefined ? [] : [{ text: `Only ${link}`, href: `/links/${encodeURIComponent(link)}` }]),
    ...(country === undefined ? [] : [{ text: `Only ${countryCell(country).text}` }]),
    { text: `${utcText(middle)} to ${utcText(until)} UTC, against ${before}` },
  ];
}

async function deliverabilityPage(store: Store, visit: Visit): Promise<Page> {
  const given: Conditions = textsOf(visit.query, conditions);
  const choice = await deliverabilityChoice(store, given);
  const { by } = choice;
  const { hours, rows } = await comparedBy(store, by, choice, visit.now);
  const names = await namesIn(store);
  const { open } = given;
  const isOpen = by === "country" && open !== undefined && rows.some(({ key }) => key === open);
  const inside = { ...choice, callingCode: isOpen ? open : choice.callingCode };
  const children = isOpen ? await comparedBy(store, "prefixAndLink", inside, visit.now) : undefined;
  const isNarrow =
    isOpen || given.customer !== undefined || given.link !== undefined || given.country !== undefined;
  const course = isNarrow ? await comparedBy(store, "hour", inside, visit.now) : undefined;
  const { before } = periods[choice.period];
  const named = rows.map((row) => ({ row, name: nameCell(row, given, by, names) }));
  const shown = withChildren(named, open, children?.rows ?? [], names);
  const total = rows.reduce((sum, { ended }) => sum + ended, 0);
  const caption = `Messages with a final status by ${by}, against ${before}`;
  return {
    title: "Deliverability",
    facts: [
      ...factsOf(given, names, hours, before),
      { text: `messages with a final status: ${countText(total)}` },
    ],
    segments: segmentsOf(given, choice),
    attention: attentionOf(await worstOf(store, shown, choice, visit.now), given, choice, visit),
    sections: [
      {
        heading: `By ${groupings[by].toLowerCase()}`,
        links: isNarrow
          ? [{ text: "All messages", href: hrefOf({ by: given.by, period: given.period }) }]
          : [],
        tables: [deliveryTable(caption, groupings[by], shown, before)],
        forms: [filterForm(given, choice, names.links)],
      },
      ...(course === undefined ? [] : [courseCard(course.rows, course.hours)]),
    ],
  };
}

/** A card about a part of the messages of the last seven days, by country, with a link to the page. */
export async function deliverabilityCard(
  store: Store,
  of: { readonly customerId?: number; readonly link?: { readonly id: number; readonly name: string } },
  now: number,
): Promise<Section> {
  const { customerId, link } = of;
  const conditionsOf = { period: "7d", customerId, linkId: link?.id, callingCode: undefined } as const;
  const { rows } = await comparedBy(store, "country", conditionsOf, now);
  const named = rows.map((row) => ({ row, name: countryCell(row.key) }));
  const given = { customer: customerId === undefined ? undefined : String(customerId), link: link?.name };
  const { before } = periods["7d"];
  return {
    heading: "Deliverability",
    note: "7 days, UTC",
    links: [{ text: "Other periods, prefixes and reasons", href: hrefOf(given) }],
    tables: [
      deliveryTable(`Messages with a final status by country, against ${before}`, "Country", named, before),
    ],
  };
}

export function deliverabilityPages(store: Store): readonly PageRoute[] {
  return [{ path: "/deliverability", role: "viewer", show: (visit) => deliverabilityPage(store, visit) }];
}
