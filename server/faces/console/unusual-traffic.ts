import { customerCell, type NameOf, namesOfCustomers } from "./customer-names.js";
import type { CustomerCard } from "../../actions/customer-settings.js";
import { releaseCustomer } from "../../actions/customers.js";
import { mayChange } from "../../actions/rights.js";
import { listUnusual, type UnusualRow } from "../../actions/unusual-traffic.js";
import { overAfter, type UnusualKind } from "../../domain/unusual/unusual.js";
import type { Store } from "../../ports/store.js";
import { shownTime } from "../web/times.js";
import { actionButton } from "../web/action-forms.js";
import { type Attention, type Cell, type Form, type Section, type Table, timeCell } from "../web/view.js";
import type { Visit } from "./visit.js";

/** Days of unusual traffic on a page, and rows of its table. */
const shown = { days: "30" };
const most = { limit: 200 };

const kindWords: Readonly<Record<UnusualKind, string>> = {
  volume: "More messages",
  failures: "More failures",
  destination: "New destination",
};

function rowOf(row: UnusualRow, nameOf: NameOf | undefined): readonly Cell[] {
  const { at, last, kind, text } = row;
  return [
    timeCell(at),
    timeCell(last),
    ...(nameOf === undefined ? [] : [customerCell(row.customer, nameOf)]),
    { text: kindWords[kind] },
    { text, layout: "long" },
  ];
}

/** Of all customers, or of one without names. */
function tableOf(rows: readonly UnusualRow[], nameOf?: NameOf): Table {
  const columns = [
    "Found",
    "Last seen",
    ...(nameOf === undefined ? [] : ["Customer"]),
    "Kind",
    "What, and what is usual",
  ];
  const empty = `No customer had unusual traffic in ${shown.days} days.`;
  const caption = "Unusual traffic";
  return { caption, columns, rows: rows.map((row) => rowOf(row, nameOf)), empty, csv: "unusual-traffic" };
}

/** Unusual traffic of all customers. */
export async function unusualCard(store: Store, visit: Visit): Promise<Section> {
  const { rows } = await listUnusual.part(store, shown, visit, most);
  return {
    heading: "Unusual traffic",
    note: `of customers, ${shown.days} days`,
    tables: [tableOf(rows, await namesOfCustomers(store))],
  };
}

/** The time since which a customer is held, in UTC. */
const heldText = (since: string | null, now: number): string =>
  since === null ? "" : shownTime(Date.parse(since), { now, zone: "UTC" }, true).title;

/** A customer's unusual traffic, with what an operator can do about it. */
export async function unusualOf(
  store: Store,
  { id, heldSince }: CustomerCard,
  visit: Visit,
): Promise<{ readonly attention: readonly Attention[]; readonly sections: readonly Section[] }> {
  const { rows } = await listUnusual.part(store, { ...shown, customer: String(id) }, visit, most);
  const now = rows.filter(({ last }) => Date.parse(last) >= visit.now - overAfter);
  const held: Attention = {
    tone: "bad",
    what: `New messages are refused since ${heldText(heldSince, visit.now)}.`,
    figures: "The customer is held because of unusual traffic, until an operator releases it.",
    links: [{ text: "Look at the messages", href: `/messages?customer=${id}&since=24h` }],
  };
  const current = now.map(({ text }): Attention => ({
    tone: "warn",
    what: `Unusual traffic: ${text}.`,
    figures: "Ask the customer; block it if somebody else has its password or key.",
    links: [{ text: "Look at the messages", href: `/messages?customer=${id}&since=24h` }],
  }));
  const section = { heading: "Unusual traffic", note: `${shown.days} days`, tables: [tableOf(rows)] };
  return {
    attention: [...(heldSince === null ? [] : [held]), ...current],
    sections: rows.length === 0 ? [] : [section],
  };
}

/** The button that releases a customer that is held. */
export function releaseForms({ id, heldSince }: CustomerCard, visit: Visit): readonly Form[] {
  if (heldSince === null || !mayChange(releaseCustomer.may, visit.caller)) return [];
  return [actionButton(releaseCustomer, `/customers/${id}/release`, {}, { danger: false })];
}
