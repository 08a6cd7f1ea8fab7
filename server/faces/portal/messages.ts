import { foundMessages, type FoundRows, type MessageRow } from "../../admin/messages.js";
import { Refusal } from "../../admin/refusal.js";
import { openSearch, saveSearch } from "../../admin/saved-search.js";
import { type StateGroup, stateGroupNames } from "../../domain/desk/state-groups.js";
import { mapInSlices } from "../../admin/slices.js";
import type { Store } from "../../ports/store.js";
import { csvName } from "../web/csv.js";
import { delayText } from "../web/figures.js";
import { stoppedNotice } from "../web/fixed-pages.js";
import { textOf, textsOf } from "../web/form.js";
import { part } from "../web/page.js";
import { messagePill } from "../web/states.js";
import {
  type Cell,
  type Form,
  type Page,
  phoneCell,
  type Segments,
  type Table,
  timeCell,
} from "../web/view.js";
import { reasonOf } from "./message-words.js";
import { type ActionRoute, customerText, type PageRoute, type Visit } from "./visit.js";

const lookUp = (visit: Visit) => ({ ...visit, view: "whole" as const });

/** How long a delivered message took; nothing for another one. */
function arrivalText(status: string, accepted: string, changed: string): string {
  if (status !== "SMSC_DELIVERED") return "";
  return `in ${delayText(Math.max(0, Date.parse(changed) - Date.parse(accepted)) / 1_000)}`;
}

/** A message in a list. */
export function messageRow({
  id,
  accepted,
  number,
  status,
  reason,
  originator,
  changed,
}: MessageRow): readonly Cell[] {
  return [
    timeCell(accepted),
    phoneCell(number, { href: `/messages/${id}` }),
    { text: "", pill: messagePill(status) },
    { text: reasonOf(status, reason)?.text ?? arrivalText(status, accepted, changed) },
    { text: originator },
  ];
}

export const messageColumns = ["Time", "To", "State", "Result", "Originator"] as const;

export const noMessages: Table["empty"] = {
  icon: "message-square-text",
  title: "No message yet",
  text: "Messages of your programs and of this portal appear here with what became of them.",
};

const periods = { "24h": "24 hours", "7d": "7 days", "30d": "30 days" } as const;
type Period = keyof typeof periods;
const periodNames = Object.keys(periods) as readonly Period[];

/** Groups of states that customers know; those that wait for the operator are waiting for them. */
const groups: Readonly<Partial<Record<StateGroup, string>>> = {
  delivered: "Delivered",
  failed: "Not delivered",
  waiting: "Waiting",
  sent: "Sent",
};
const groupNames = stateGroupNames.filter((name) => groups[name] !== undefined);

interface Chosen {
  readonly state: StateGroup | undefined;
  readonly since: Period;
}

function chosenIn({ query }: Visit): Chosen {
  return {
    state: groupNames.find((name) => name === query.get("state")),
    since: periodNames.find((name) => name === query.get("since")) ?? "7d",
  };
}

const hrefOf = ({ state, since }: Chosen): string =>
  `/messages?since=${since}${state === undefined ? "" : `&state=${state}`}`;

function segmentsOf(chosen: Chosen): readonly Segments[] {
  const states = [undefined, ...groupNames].map((state) => ({
    text: state === undefined ? "All" : (groups[state] ?? state),
    href: hrefOf({ ...chosen, state }),
    current: state === chosen.state,
  }));
  const times = periodNames.map((since) => ({
    text: periods[since],
    href: hrefOf({ ...chosen, since }),
    current: since === chosen.since,
  }));
  return [
    { label: "State", choices: states },
    { label: "Period", choices: times },
  ];
}

const searchForm = (folded: boolean): Form => ({
  action: "/messages/find",
  button: "Find",
  caption: "Find a message",
  icon: "search",
  folded,
  columns: true,
  fields: [
    { name: "number", label: "Number", type: "text", hint: "with its country code" },
    { name: "transaction", label: "Transaction", type: "text" },
    { name: "clientTransaction", label: "Your transaction id", type: "text" },
    { name: "originator", label: "Originator", type: "text" },
  ],
});

async function tableOf(
  rows: FoundRows,
  foot: NonNullable<Table["foot"]>,
  isFiltered: boolean,
): Promise<Table> {
  const nothing = {
    icon: "search",
    title: "No message was found",
    text: "Choose another state or a longer period.",
  } as const;
  return {
    caption: "Messages, newest first",
    columns: messageColumns,
    rows: await mapInSlices(rows.messages, messageRow),
    csv: csvName(rows),
    empty: isFiltered ? nothing : noMessages,
    foot,
  };
}

const pageSize = { page: "50", csv: "10000" } as const;

/** The latest messages of a customer. */
export function latestMessages(
  store: Store,
  visit: Visit,
  input: { readonly state?: string | undefined; readonly since: string; readonly limit: string },
): Promise<FoundRows> {
  return foundMessages(store, { ...input, customer: customerText(visit) }, lookUp(visit));
}

const countOf = ({ messages, next }: FoundRows): string =>
  `${messages.length} ${messages.length === 1 ? "message" : "messages"}${next === null ? "" : ", there are more"}`;

async function messagesPage(store: Store, visit: Visit): Promise<Page> {
  const chosen = chosenIn(visit);
  const { state, since } = chosen;
  const isCsv = visit.query.get("csv") === "messages";
  const after = isCsv ? undefined : visit.query.get("after");
  const given = { state, since, after, customer: customerText(visit) };
  const limit = pageSize[isCsv ? "csv" : "page"];
  const rows = await foundMessages(store, { ...given, limit }, lookUp(visit));
  const foot = {
    text: countOf(rows),
    newer: after === undefined ? undefined : hrefOf(chosen),
    older: rows.next === null ? undefined : `${hrefOf(chosen)}&after=${part(rows.next)}`,
  };
  return {
    title: "Messages",
    ...stoppedNotice(rows.stopped),
    facts: [{ text: "Newest first." }],
    segments: segmentsOf(chosen),
    sections: [
      { heading: "Messages", tables: [await tableOf(rows, foot, state !== undefined || since !== "30d")] },
      { heading: "Find", forms: [searchForm(false)] },
    ],
  };
}

/** The result of a search by number, of this customer. @throws Refusal for one of another customer */
async function foundPage(store: Store, visit: Visit): Promise<Page> {
  const after = visit.query.get("after");
  const given = { id: visit.params["id"] ?? "", after };
  const found = await openSearch(store, given, lookUp(visit), customerText(visit));
  const { id, at, rows } = found;
  const place = `/messages/found/${id}`;
  const foot = {
    text: countOf(rows),
    newer: after === undefined ? undefined : place,
    older: rows.next === null ? undefined : `${place}?after=${part(rows.next)}`,
  };
  return {
    title: "Messages found",
    ...stoppedNotice(rows.stopped),
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: `Search ${id}`, href: "" },
    ],
    facts: [{ text: "Newest first, search of" }, timeCell(at)],
    sections: [
      { heading: "Result", tables: [await tableOf(rows, foot, true)] },
      { heading: "Find", forms: [searchForm(true)] },
    ],
  };
}

const conditions = ["number", "transaction", "clientTransaction", "originator"] as const;

export function messageListPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/messages", role: "messages", show: (visit) => messagesPage(store, visit) },
    { path: "/messages/found/:id", role: "messages", show: (visit) => foundPage(store, visit) },
  ];
}

export function messageListActions(store: Store): readonly ActionRoute[] {
  return [
    {
      path: "/messages/find",
      role: "messages",
      done: "",
      back: () => "/messages",
      run: async (visit, form) => {
        const input = textsOf(form, conditions);
        if (conditions.every((name) => textOf(form, name) === undefined))
          throw new Refusal("give a number, a transaction or an originator");
        const id = await saveSearch(store, { ...input, customer: customerText(visit) }, lookUp(visit));
        return `/messages/found/${id}`;
      },
    },
  ];
}
