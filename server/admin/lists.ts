import { setTimeout } from "node:timers/promises";
import type { ListStore } from "../ports/campaigns.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf, listCategoryOf, listNameOf } from "./values.js";
import type { ListRefusal, ListUpdate, RecipientList } from "../domain/recipients/lists.js";

/** A list as the commands print it. */
export interface ListRow {
  readonly id: string;
  readonly customer: number;
  readonly name: string;
  readonly category: string;
  readonly type: RecipientList["type"];
  /** The only user who may see it; null for every user of the customer. */
  readonly owner: string | null;
  readonly version: number;
  readonly recipients: number;
}

/** A list with the columns that filters can use. */
export interface ListDetails extends ListRow {
  readonly columns: readonly string[];
}

/** Which list a change was about. */
export interface ListSubject {
  readonly customerId: number;
  readonly name: string;
  readonly owner?: string | undefined;
}

/** Text of a refused change of lists. */
export function listRefusal(reason: ListRefusal, { customerId, name, owner }: ListSubject): Refusal {
  const texts: Readonly<Record<ListRefusal, string>> = {
    exists: `customer ${customerId} has a list ${name} already: --replace replaces its content`,
    unknownCustomer: `there is no customer ${customerId}`,
    unknownUser: `customer ${customerId} has no user ${owner ?? ""}`,
    unknownList: `customer ${customerId} has no list ${name}`,
    unknownImport: `the import of list ${name} was canceled: no new row for an hour`,
  };
  return new Refusal(texts[reason]);
}

/** Who asks for a change that takes a while, and its clock. */
export interface ListWork {
  readonly by: Occasion["by"];
  readonly now: () => number;
}

/** Longest pause between two pieces of long work, in milliseconds. */
const longestPause = 50;

/** Writers on one database wait for each other: pause for as long as the last piece took. */
export async function giveWay(started: number, now: () => number): Promise<void> {
  await setTimeout(Math.min(Math.max(now() - started, 0), longestPause));
}

/** Deletes the rows of replaced and removed lists and abandoned imports. */
export async function purgeLists(lists: ListStore, now: () => number): Promise<void> {
  for (let started = now(); await lists.purgeLists(started); started = now()) await giveWay(started, now);
}

function rowOf(list: RecipientList): ListRow {
  const { id, customerId, name, category, type, owner, version, recipients } = list;
  return { id, customer: customerId, name, category, type, owner: owner ?? null, version, recipients };
}

/** Lists of one customer, or of all. @throws Refusal */
export async function listLists({ lists }: Store, customer?: string): Promise<readonly ListRow[]> {
  return (await lists.all(customer === undefined ? undefined : customerIdOf(customer))).map(rowOf);
}

/** One list. @throws Refusal */
export async function showList({ lists }: Store, customer: string, name: string): Promise<ListDetails> {
  const customerId = customerIdOf(customer);
  const list = await lists.named(customerId, name);
  if (list === undefined) throw listRefusal("unknownList", { customerId, name });
  return { ...rowOf(list), columns: list.columns };
}

/** Changes of a list as text; absent fields stay as they are. */
export interface ListOptions {
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  /** The only user who may see it, or `none`. */
  readonly private?: string | undefined;
}

/** Changes the given settings; an import replaces the content. Recorded. @throws Refusal */
export async function changeList(
  store: Store,
  customer: string,
  name: string,
  options: ListOptions,
  occasion: Occasion,
): Promise<ListDetails> {
  const customerId = customerIdOf(customer);
  const { category, private: owner } = options;
  const newName = options.name === undefined ? undefined : listNameOf(options.name);
  const update: ListUpdate = {
    ...(newName === undefined ? {} : { name: newName }),
    ...(category === undefined ? {} : { category: listCategoryOf(category) }),
    ...(owner === undefined ? {} : { owner: owner === "none" ? null : owner }),
  };
  if (Object.keys(update).length === 0) throw new InvalidInput("nothing to change: give at least one option");
  const before = await store.lists.named(customerId, name);
  const { lists } = recorded(store, occasion, {
    action: "list change",
    subject: { customer: customerId, list: name },
    after: { ...update },
    before: before && { name: before.name, category: before.category, owner: before.owner ?? null },
  });
  const change = await lists.changeList(customerId, name, update);
  if (!change.ok && change.reason === "exists")
    throw new Refusal(`customer ${customerId} has a list ${newName ?? name} already`);
  if (!change.ok) throw listRefusal(change.reason, { customerId, name, owner });
  return showList(store, customer, newName ?? name);
}

/** Removes a list; messages that were sent to it are not touched. Recorded. @throws Refusal */
export async function removeList(
  store: Store,
  customer: string,
  name: string,
  { by, now }: ListWork,
): Promise<void> {
  const customerId = customerIdOf(customer);
  const subject = { customer: customerId, list: name };
  const { lists } = recorded(store, { by, now: now() }, { action: "list remove", subject });
  const change = await lists.removeList(customerId, name);
  if (!change.ok) throw listRefusal(change.reason, { customerId, name });
  await purgeLists(store.lists, now);
}
