import { type FilterInput, stateNames } from "../../admin/message-filter.js";
import { foundMessages, type LookUp, type MessageRow } from "../../admin/messages.js";
import { mostExamined } from "../../admin/message-search.js";
import { openSearch, saveSearch } from "../../admin/saved-search.js";
import { receiptCause, refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import { mapInSlices } from "../../admin/slices.js";
import { longestMaskedPrefix } from "../../domain/desk/search.js";
import type { Store } from "../../ports/store.js";
import { stoppedNotice } from "../web/fixed-pages.js";
import { textsOf } from "../web/form.js";
import { part } from "../web/page.js";
import { selectionForm } from "./refunds.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit, viewOf } from "./visit.js";
import { messagePill } from "../web/states.js";
import { counted } from "../../admin/values.js";
import { facetsOf } from "./message-facets.js";
import { csvName, mostCsvRows } from "../web/csv.js";
import { countText } from "../web/figures.js";
import {
  type Cell,
  type Empty,
  type Field,
  type Form,
  type Page,
  phoneCell,
  type Section,
  type Table,
  timeCell,
} from "../web/view.js";

const conditions = [
  { name: "number", label: "Number", hint: "with its country code" },
  { name: "prefix", label: "Prefix", hint: "first 4 digits or more" },
  { name: "transaction", label: "Transaction" },
  { name: "clientTransaction", label: "Client transaction", hint: "requires a customer" },
  { name: "customer", label: "Customer", hint: "its number" },
  { name: "user", label: "User" },
  { name: "originator", label: "Originator" },
  { name: "link", label: "Link" },
  { name: "state", label: "State" },
  { name: "reason", label: "Reason", hint: "status code, as it is stored" },
  { name: "since", label: "Since", hint: "2030-01-15, 36h or 7d" },
  { name: "until", label: "Until", hint: "same formats" },
] as const satisfies readonly {
  readonly name: keyof FilterInput;
  readonly label: string;
  readonly hint?: string;
}[];

const names = conditions.map(({ name }) => name);

/** Links that a search may name, with the two queues that have none. */
async function linkOptions({ links }: Pick<Store, "links">): Promise<readonly string[]> {
  return ["", ...(await links.links()).map(({ name }) => name), "unrouted", "no route"];
}

async function searchForm(store: Store, typed: FilterInput, folded: boolean): Promise<Form> {
  const links = await linkOptions(store);
  const fields = conditions.map((condition): Field => {
    const value = typed[condition.name];
    if (condition.name === "state")
      return { ...condition, type: "select", value, options: ["", ...stateNames] };
    if (condition.name === "link") return { ...condition, type: "select", value, options: links };
    return { ...condition, type: "text", value };
  });
  const caption = folded ? "Change the search" : "Conditions";
  const form = { action: "/messages/find", button: "Find", fields, caption, folded } as const;
  return { ...form, icon: "search", primary: !folded, columns: true };
}

const lookUp = (visit: Visit): LookUp => ({ ...visit, view: viewOf(visit) });

/** Why a message was refused or not delivered, in words, with the code of the network. */
export function reasonCell(status: string, code: string | null): Cell {
  if (code === null || status === "SMSC_DELIVERED") return { text: "" };
  if (code.startsWith("no answer")) return { text: "The network did not respond.", note: code };
  // The name of a refusal is one in any state; a bare number after a receipt is its `err`.
  const isReceipt = status.startsWith("SMSC_") && !code.includes("(0x");
  const words = isReceipt ? receiptCause(code) : refusalWords(code);
  return words === undefined ? { text: code } : { text: words.text, note: code };
}

/** Names of customers by their numbers. */
export type NameOf = (id: number) => string;

export async function namesOfCustomers({ accounts }: Pick<Store, "accounts">): Promise<NameOf> {
  const names = new Map((await accounts.customers()).map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? String(id);
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
    { text: nameOf(customer), href: `/customers/${customer}`, csv: String(customer), layout: "short" },
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

/** Conditions that may stand in the address of a link: no number. */
const linkable = [
  "prefix",
  "customer",
  "user",
  "originator",
  "link",
  "state",
  "reason",
  "since",
  "until",
] as const;

const foundPlace = async (store: Store, input: FilterInput, visit: Visit): Promise<string> =>
  `/messages/found/${await saveSearch(store, input, lookUp(visit))}`;

/** The form; with conditions, the result of a search that is recorded: `?state=failed&since=24h`. */
async function searchPage(store: Store, visit: Visit): Promise<Page | string> {
  const { prefix, ...others } = textsOf(visit.query, linkable);
  const isPrefix = prefix !== undefined && prefix.length <= longestMaskedPrefix;
  const input = isPrefix ? { ...others, prefix } : others;
  if (Object.keys(input).length > 0) return foundPlace(store, input, visit);
  const form = await searchForm(store, {}, false);
  return {
    title: "Messages",
    facts: [
      { text: "Newest first. Each search is recorded in the audit log, which gives its result a link." },
    ],
    sections: [
      {
        heading: "Find",
        text: `Without a number, a transaction or a customer, each page of the result looks through ${countText(mostExamined)} messages.`,
        forms: [form],
      },
    ],
  };
}

/** Filters in force: each button searches without it. */
function chipsOf(input: FilterInput): readonly Form[] {
  const given = conditions.filter(({ name }) => input[name] !== undefined);
  return given.map(({ name: gone, label }) => ({
    action: "/messages/find",
    button: `${label}: ${input[gone] ?? ""}`,
    fields: given
      .filter(({ name }) => name !== gone)
      .map(({ name }) => ({ name, label: "", type: "hidden" as const, value: input[name] ?? "" })),
  }));
}

/** Messages that are counted for the facets. */
const mostCounted = 1_000;

/** Counts of the newest messages of a search by state, customer, link and reason. */
async function facetsCard(
  store: Store,
  input: FilterInput,
  { visit, at, nameOf }: { readonly visit: Visit; readonly at: string; readonly nameOf: NameOf },
): Promise<Section> {
  const limit = String(mostCounted);
  const found = await foundMessages(store, { ...input, limit }, lookUp(visit), Date.parse(at));
  const count = found.messages.length;
  const note = found.next === null ? `of ${counted(count, "message")}` : `of the newest ${countText(count)}`;
  return {
    heading: "Narrow down",
    note,
    facets: facetsOf(found.messages, input, (id) => nameOf(Number(id))),
  };
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

async function resultPage(store: Store, visit: Visit): Promise<Page> {
  const isCsv = visit.query.get("csv") === "messages";
  const after = isCsv ? undefined : visit.query.get("after");
  const whole = isCsv ? { limit: String(mostCsvRows) } : {};
  const given = { id: visit.params["id"] ?? "", after, ...whole };
  const { id, input, at, who, rows } = await openSearch(store, given, lookUp(visit));
  const place = `/messages/found/${id}`;
  const ids = rows.messages.map((message) => message.id);
  const count = ids.length;
  const nameOf = await namesOfCustomers(store);
  const table: Table = {
    caption: "Messages, newest first",
    columns: messageColumns,
    rows: await mapInSlices(rows.messages, (message) => messageRow(message, nameOf)),
    csv: csvName(rows),
    empty: emptyOf(input, rows.next === null),
    foot: {
      text: `${count} ${count === 1 ? "message" : "messages"}${rows.next === null ? "" : ", there are more"}`,
      newer: after === undefined ? undefined : place,
      older: rows.next === null ? undefined : `${place}?after=${part(rows.next)}`,
    },
  };
  return {
    title: "Messages found",
    ...stoppedNotice(rows.stopped),
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: `Search ${id}`, href: place },
    ],
    facts: [{ text: "Newest first" }, { ...timeCell(at), note: `by ${who}, in the audit log` }],
    actions: [await searchForm(store, input, true)],
    chips: chipsOf(input),
    sections: [
      ...(after === undefined && !isCsv && count > 1
        ? [await facetsCard(store, input, { visit, at, nameOf })]
        : []),
      {
        heading: "Result",
        tables: [table],
        forms: ids.length > 0 && hasRole(visit, "support") ? [selectionForm(id, ids)] : [],
      },
    ],
  };
}

export function searchPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/messages", role: "viewer", show: (visit) => searchPage(store, visit) },
    { path: "/messages/found/:id", role: "viewer", show: (visit) => resultPage(store, visit) },
  ];
}

export function searchActions(store: Store): readonly ActionRoute[] {
  return [
    {
      path: "/messages/find",
      role: "viewer",
      done: "",
      back: () => "/messages",
      run: (visit, form) => foundPlace(store, textsOf(form, names), visit),
    },
  ];
}
