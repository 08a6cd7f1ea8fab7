import { foundMessages, type MessageRow } from "../../actions/message-find.js";
import type { Part, Wanted } from "../../actions/parts.js";
import { messagesOfPage, type Searches } from "../../actions/saved-search.js";
import { Refusal } from "../../admin/refusal.js";
import { type StateGroup, stateGroupNames } from "../../domain/desk/state-groups.js";
import { mapInSlices } from "../../admin/slices.js";
import type { Store } from "../../ports/store.js";
import { csvName } from "../web/csv.js";
import { delayText } from "../web/number-texts.js";
import { stoppedNotice } from "../web/fixed-pages.js";
import { textOf, textsOf } from "../web/form.js";
import { foundText, partFoot, placesOf, wantedIn } from "../web/listed.js";
import { idOf } from "../web/page.js";
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
  found: Part<MessageRow>,
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
    rows: await mapInSlices(found.rows, messageRow),
    csv: csvName(found),
    empty: isFiltered ? nothing : noMessages,
    foot,
  };
}

/** The latest messages of a customer. */
export const latestMessages = (
  store: Store,
  visit: Visit,
  input: { readonly state?: string | undefined; readonly since: string },
  wanted: Wanted,
): Promise<Part<MessageRow>> =>
  foundMessages(store, { ...input, customer: customerText(visit) }, wanted, visit);

async function messagesPage(store: Store, visit: Visit): Promise<Page> {
  const chosen = chosenIn(visit);
  const { state, since } = chosen;
  const wanted = wantedIn(visit.query, { cursor: "after", csv: "messages", limit: messagesOfPage });
  const found = await latestMessages(store, visit, chosen, wanted);
  const foot = partFoot(foundText(found), wanted, found.next, placesOf(hrefOf(chosen)));
  return {
    title: "Messages",
    ...stoppedNotice(found.stopped),
    facts: [{ text: "Newest first." }],
    segments: segmentsOf(chosen),
    sections: [
      { heading: "Messages", tables: [await tableOf(found, foot, state !== undefined || since !== "30d")] },
      { heading: "Find", forms: [searchForm(false)] },
    ],
  };
}

/** What the pages of searches are made of. */
interface SearchSources {
  readonly store: Store;
  readonly searches: Searches;
}

/** The result of a search by number, of this customer. @throws Refusal for one of another customer */
async function foundPage({ store, searches }: SearchSources, visit: Visit): Promise<Page> {
  const wanted = { limit: messagesOfPage, after: visit.query.get("after") };
  const { id, at, found } = await searches.open(store, idOf(visit), wanted, visit, customerText(visit));
  const foot = partFoot(foundText(found), wanted, found.next, placesOf(`/messages/found/${id}`));
  return {
    title: "Messages found",
    ...stoppedNotice(found.stopped),
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: `Search ${id}`, href: "" },
    ],
    facts: [{ text: "Newest first, search of" }, timeCell(at)],
    sections: [
      { heading: "Result", tables: [await tableOf(found, foot, true)] },
      { heading: "Find", forms: [searchForm(true)] },
    ],
  };
}

const conditions = ["number", "transaction", "clientTransaction", "originator"] as const;

export function messageListPages(sources: SearchSources): readonly PageRoute[] {
  return [
    { path: "/messages", role: "messages", show: (visit) => messagesPage(sources.store, visit) },
    { path: "/messages/found/:id", role: "messages", show: (visit) => foundPage(sources, visit) },
  ];
}

export function messageListActions({ store, searches }: SearchSources): readonly ActionRoute[] {
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
        const { id } = await searches.save(store, { ...input, customer: customerText(visit) }, visit);
        return `/messages/found/${id}`;
      },
    },
  ];
}
