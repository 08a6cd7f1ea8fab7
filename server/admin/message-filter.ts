import {
  conditionFor,
  longestMaskedPrefix,
  type MessageFilter,
  type NumberView,
  type SearchPlace,
} from "../domain/desk/search.js";
import { type StateCondition, stateGroupNames, stateGroups } from "../domain/desk/state-groups.js";
import { queueNames, nowhere, unrouted } from "../domain/delivery/routing/route-table.js";
import { deferred, statusTable } from "../domain/status.js";
import type { Store } from "../ports/store.js";
import { fieldOf, inField, InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf, phoneOf, prefixOf, timeOf } from "./values.js";

/** Conditions of a search as they are typed. */
export interface FilterInput {
  readonly number?: string | undefined;
  readonly prefix?: string | undefined;
  readonly transaction?: string | undefined;
  readonly clientTransaction?: string | undefined;
  readonly customer?: string | undefined;
  readonly user?: string | undefined;
  readonly originator?: string | undefined;
  readonly link?: string | undefined;
  readonly state?: string | undefined;
  /** Status code or reason, as the message has it. */
  readonly reason?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Names of the statuses. */
export const statusNames: readonly string[] = [
  ...new Set([deferred, ...Object.values(statusTable)].map(({ element }) => element)),
];

/** What may be searched for: groups of states, and single statuses. */
export const stateNames: readonly string[] = [...stateGroupNames, ...statusNames];

/** Reads a group of states, or the name of a status, with or without `SMSC_`; `failed` is the group, `FAILED` the status. */
export function stateOf(text: string): StateCondition {
  const group = stateGroupNames.find((name) => name === text);
  if (group !== undefined) return stateGroups[group];
  const wanted = text.toUpperCase();
  const found = statusNames.find((name) =>
    [name, name.replace("SMSC_", "")].some((one) => one.toUpperCase() === wanted),
  );
  if (found === undefined)
    throw new InvalidInput(`invalid state ${JSON.stringify(text)}: use one of ${stateNames.join(", ")}`);
  return { elements: [found] };
}

async function linkIdOf({ links }: Pick<Store, "links">, name: string): Promise<number> {
  const all = await links.links();
  const nameOf = queueNames(all);
  const removed = /^removed link (?<id>[1-9]\d{0,15})$/u.exec(name)?.groups?.["id"];
  const ids = [
    unrouted,
    nowhere,
    ...all.map(({ id }) => id),
    ...(removed === undefined ? [] : [Number(removed)]),
  ];
  const id = ids.find((one) => nameOf(one) === name);
  if (id === undefined) throw new Refusal(`there is no link ${name}`);
  return id;
}

async function transactionIdOf(
  { desk }: Pick<Store, "desk">,
  { transaction, clientTransaction }: FilterInput,
  customerId: number | undefined,
): Promise<string | undefined> {
  if (clientTransaction === undefined) return transaction;
  if (transaction !== undefined)
    throw new InvalidInput("give a transaction or a client transaction, not both");
  if (customerId === undefined) throw new InvalidInput("a client transaction needs its customer too");
  const id = await desk.transactionOf(customerId, clientTransaction);
  if (id === undefined)
    throw new Refusal(
      `customer ${customerId} has no stored client transaction ${JSON.stringify(clientTransaction)}`,
    );
  return id;
}

function numberOf({ number, prefix }: FilterInput, view: NumberView): MessageFilter["number"] {
  if (number !== undefined && prefix !== undefined)
    throw new InvalidInput("give a number or a prefix, not both");
  if (number === undefined && prefix === undefined) return undefined;
  const given =
    number === undefined
      ? { digits: inField("prefix", () => prefixOf(prefix ?? "")), whole: false }
      : { digits: inField("number", () => phoneOf(number)), whole: true };
  const condition = conditionFor(view, given);
  if (condition === undefined)
    throw new InvalidInput(
      `your role does not see whole numbers: give a prefix with at most ${longestMaskedPrefix} digits`,
      { field: number === undefined ? "prefix" : "number" },
    );
  return condition;
}

/** Reads the conditions of a search. @throws Refusal */
export async function filterOf(
  store: Pick<Store, "desk" | "links">,
  input: FilterInput,
  { now, view }: { readonly now: number; readonly view: NumberView },
): Promise<MessageFilter> {
  const { customer, user, originator, link, state, reason, since, until } = input;
  const customerId = fieldOf("customer", customer, customerIdOf);
  return {
    number: numberOf(input, view),
    customerId,
    user,
    originator,
    transactionId: await transactionIdOf(store, input, customerId),
    link: link === undefined ? undefined : await linkIdOf(store, link),
    state: fieldOf("state", state, stateOf),
    reason,
    since: fieldOf("since", since, (text) => timeOf(text, now)),
    until: fieldOf("until", until, (text) => timeOf(text, now)),
  };
}

/** Text of a place, for a later search. */
export function placeText({ txn, id }: SearchPlace): string {
  return `${txn}.${id}`;
}

/** Reads what `placeText` has written. */
export function placeOf(text: string): SearchPlace {
  const { txn, id } = /^(?<txn>\d{1,16})\.(?<id>\d{1,16})$/u.exec(text)?.groups ?? {};
  if (txn === undefined || id === undefined)
    throw new InvalidInput(
      `invalid place ${JSON.stringify(text)}: use the text that the search before printed`,
    );
  return { txn: Number(txn), id: Number(id) };
}
