import { filterNames, type FilterInput, messageFilters, stateNames } from "../../actions/message-filter.js";
import type { MessageRow } from "../../actions/message-find.js";
import type { Part } from "../../actions/parts.js";
import { mostExamined } from "../../actions/message-walk.js";
import { messagesOfPage, type Searches } from "../../actions/saved-search.js";
import { receiptCause, refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import { mapInSlices } from "../../admin/slices.js";
import { longestMaskedPrefix } from "../../domain/desk/search.js";
import type { Store } from "../../ports/store.js";
import { actionFields } from "../web/action-forms.js";
import { stoppedNotice } from "../web/fixed-pages.js";
import { textsOf } from "../web/form.js";
import { foundText, partFoot, placesOf, wantedIn } from "../web/listed.js";
import { idOf } from "../web/page.js";
import { customerCell, customerText, type NameOf, namesOfCustomers } from "./customer-names.js";
import { saveForm, savedCard } from "./saved-searches.js";
import { linkable } from "../../actions/saved-searches.js";
import { wholeSearch } from "./bulk-runs.js";
import { moveLink } from "./route-move.js";
import { selectionForm } from "./refunds.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit } from "./visit.js";
import { messagePill } from "../web/states.js";
import { counted } from "../../admin/values.js";
import { facetsOf } from "./message-facets.js";
import { csvName } from "../web/csv.js";
import { countText } from "../web/number-texts.js";
import {
  type Cell,
  type Empty,
  type Form,
  type Page,
  phoneCell,
  type Section,
  type Table,
  timeCell,
} from "../web/view.js";

/** Links that a search may name, with the two queues that have none. */
async function linkOptions({ links }: Pick<Store, "links">): Promise<readonly string[]> {
  return ["", ...(await links.links()).map(({ name }) => name), "unrouted", "no route"];
}

async function searchForm(store: Store, typed: FilterInput, folded: boolean): Promise<Form> {
  const links = await linkOptions(store);
  const fields = actionFields(
    { keys: {}, fields: messageFilters },
    {
      values: typed,
      fields: {
        state: { type: "select", options: ["", ...stateNames] },
        link: { type: "select", options: links },
      },
    },
  );
  const caption = folded ? "Change the search" : "Conditions";
  const form = { action: "/messages/find", button: "Find", fields, caption, folded } as const;
  return { ...form, icon: "search", primary: !folded, columns: true };
}

/** Why a message was refused or not delivered, in words, with the code of the network. */
export function reasonCell(status: string, code: string | null): Cell {
  if (code === null || status === "SMSC_DELIVERED") return { text: "" };
  if (code.startsWith("no answer")) return { text: "The network did not respond.", note: code };
  // The name of a refusal is one in any state; a bare number after a receipt is its `err`.
  const isReceipt = status.startsWith("SMSC_") && !code.includes("(0x");
  const words = isReceipt ? receiptCause(code) : refusalWords(code);
  return words === undefined ? { text: code } : { text: words.text, note: code };
}

/** A message in a list. */
function messageRow(
  { id, accepted, number, status, ...message }: MessageRow,
  nameOf: NameOf,
): readonly Cell[] {
  const { customer, originator, link, attempts, reason } = message;
  return [
    phoneCell(number, { href: `/messages/${id}` }),
    timeCell(accepted),
    { text: "", pill: messagePill(status) },
    reasonCell(status, reason),
    customerCell(customer, nameOf, { note: undefined }),
    { text: originator },
    { text: link },
    { text: String(attempts), number: true },
  ];
}

const messageColumns: Table["columns"] = [
  "Number",
  "Accepted",
  "State",
  "Reason",
  "Customer",
  "Originator",
  "Link",
  { text: "Attempts", number: true, wideOnly: true },
];

/** What the pages of searches are made of. */
interface SearchSources {
  readonly store: Store;
  readonly searches: Searches;
}

const foundPlace = async (
  { store, searches }: SearchSources,
  input: FilterInput,
  visit: Visit,
): Promise<string> => `/messages/found/${(await searches.save(store, input, visit)).id}`;

/** The form; with conditions, the result of a search that is recorded: `?state=failed&since=24h`. */
async function searchPage(sources: SearchSources, visit: Visit): Promise<Page | string> {
  const { store } = sources;
  const { prefix, ...others } = textsOf(visit.query, linkable.messages);
  const isPrefix = prefix !== undefined && prefix.length <= longestMaskedPrefix;
  const input = isPrefix ? { ...others, prefix } : others;
  if (Object.keys(input).length > 0) return foundPlace(sources, input, visit);
  const form = await searchForm(store, {}, false);
  return {
    title: "Messages",
    facts: [
      { text: "Newest first. Each search is recorded in the audit log, which gives its result a link." },
    ],
    sections: [
      ...(await savedCard(store, "messages", visit)),
      {
        heading: "Find",
        text: `Without a number, a transaction or a customer, each page of the result looks through ${countText(mostExamined)} messages.`,
        forms: [form],
      },
    ],
  };
}

/** Filters in force: each button searches without it. */
function chipsOf(input: FilterInput, nameOf: NameOf): readonly Form[] {
  const given = filterNames.filter((name) => input[name] !== undefined);
  return given.map((gone) => ({
    action: "/messages/find",
    button: `${messageFilters[gone].label ?? ""}: ${gone === "customer" ? customerText(input[gone] ?? "", nameOf) : (input[gone] ?? "")}`,
    fields: given
      .filter((name) => name !== gone)
      .map((name) => ({ name, label: "", type: "hidden" as const, value: input[name] ?? "" })),
  }));
}

/** Messages that are counted for the facets. */
export const mostCounted = 1_000;

/** Counts of the newest messages of a search by state, customer, link and reason. */
function facetsCard({ rows, next }: Part<MessageRow>, input: FilterInput, nameOf: NameOf): Section {
  const note =
    next === null ? `of ${counted(rows.length, "message")}` : `of the newest ${countText(rows.length)}`;
  return { heading: "Narrow down", note, facets: facetsOf(rows, input, (id) => nameOf(Number(id))) };
}

/** What to do about a page without messages. */
function emptyOf({ number }: FilterInput, isLast: boolean): Empty {
  if (!isLast)
    return {
      icon: "search",
      title: `None among ${countText(mostExamined)} messages`,
      text: "Go on with older ones, or give a customer or a period.",
    };
  const text =
    number === undefined
      ? "Take a filter away, or choose a longer period."
      : "Numbers are stored with their country code, for example 12025550101.";
  return { icon: "search", title: "No message was found", text };
}

async function resultPage({ store, searches }: SearchSources, visit: Visit): Promise<Page> {
  const wanted = wantedIn(visit.query, { cursor: "after", csv: "messages", limit: messagesOfPage });
  const opened = await searches.open(store, idOf(visit), wanted, visit);
  const { id, input, at, who, found } = opened;
  const { rows, next, stopped } = found;
  const place = `/messages/found/${id}`;
  const ids = rows.map((message) => message.id);
  const nameOf = await namesOfCustomers(store);
  const table: Table = {
    caption: "Messages, newest first",
    columns: messageColumns,
    rows: await mapInSlices(rows, (message) => messageRow(message, nameOf)),
    csv: csvName(found),
    empty: emptyOf(input, next === null),
    foot: partFoot(foundText(found), wanted, next, placesOf(place)),
  };
  const mayAct = ids.length > 0 && hasRole(visit, "support");
  const isFirst = wanted.limit === messagesOfPage && wanted.after === undefined;
  return {
    title: "Messages found",
    ...stoppedNotice(stopped),
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: `Search ${id}`, href: place },
    ],
    facts: [{ text: "Newest first" }, { ...timeCell(at), note: `by ${who}, in the audit log` }],
    actions: [
      ...(input.prefix === undefined ? [] : moveLink({ ...input, prefix: input.prefix }, visit)),
      ...saveForm("messages", input, visit),
      await searchForm(store, input, true),
    ],
    chips: chipsOf(input, nameOf),
    sections: [
      ...(opened.counted && ids.length > 1 ? [facetsCard(opened.counted, input, nameOf)] : []),
      ...(mayAct && isFirst ? [wholeSearch(id)] : []),
      {
        heading: "Result",
        tables: [table],
        forms: mayAct ? [selectionForm(id, ids)] : [],
      },
    ],
  };
}

export function searchPages(sources: SearchSources): readonly PageRoute[] {
  return [
    { path: "/messages", role: "viewer", show: (visit) => searchPage(sources, visit) },
    { path: "/messages/found/:id", role: "viewer", show: (visit) => resultPage(sources, visit) },
  ];
}

export function searchActions(sources: SearchSources): readonly ActionRoute[] {
  return [
    {
      path: "/messages/find",
      role: "viewer",
      done: "",
      back: () => "/messages",
      run: (visit, form) => foundPlace(sources, textsOf(form, filterNames), visit),
    },
  ];
}
