import {
  conditionFor,
  longestMaskedPrefix,
  type MessageFilter,
  type NumberView,
  type SearchPlace,
} from "../domain/desk/search.js";
import { type StateCondition, stateGroupNames, stateGroups } from "../domain/desk/state-groups.js";
import { queueNames, nowhere, unrouted } from "../domain/delivery/routing/route-table.js";
import { numberPrefix, phoneNumber } from "../domain/recipients/phone-number.js";
import { deferred, statusTable } from "../domain/status.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "../admin/ids.js";
import { fieldOf, inField, InvalidInput, unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { customerIdOf, phoneOf, prefixOf, timeOf } from "../admin/values.js";
import { type Field, type Fields, givenAlone, number, optional, required, several, text } from "./fields.js";

/** Names of the statuses. */
export const statusNames: readonly string[] = [
  ...new Set([deferred, ...Object.values(statusTable)].map(({ element }) => element)),
];

/** What may be searched for: groups of states, and single statuses. */
export const stateNames: readonly string[] = [...stateGroupNames, ...statusNames];

/** Reads a group of states, or the name of a status, with or without `SMSC_`; `failed` is the group, `FAILED` the status. */
export function stateOf(given: string): StateCondition {
  const group = stateGroupNames.find((name) => name === given);
  if (group !== undefined) return stateGroups[group];
  const wanted = given.toUpperCase();
  const found = statusNames.find((name) =>
    [name, name.replace("SMSC_", "")].some((one) => one.toUpperCase() === wanted),
  );
  if (found === undefined)
    throw new InvalidInput(`invalid state ${JSON.stringify(given)}: use one of ${stateNames.join(", ")}`);
  return { elements: [found] };
}

export const messageIdOf = (given: string): number => storedIdOf("message id", given);

/** A message. */
export const messageKey = required(number(undefined, "id of the message"), messageIdOf);

/** Messages of a call; of a transaction, those of one commit. */
export const mostMessages = 1_000;

function messageIdsOf(texts: readonly string[]): readonly number[] {
  const ids = [...new Set(texts.map(messageIdOf))];
  if (ids.length > mostMessages) throw new InvalidInput(`give at most ${mostMessages} messages`);
  return ids;
}

/** Messages, or none. */
export const messageKeys: Field<readonly number[] | undefined> = {
  ...several({ form: "", meaning: `ids of messages, at most ${mostMessages}` }, messageIdsOf),
  argument: "id",
};

/** A condition as it is typed: `filterOf` reads it, the audit log keeps it. */
const typed = (label: string, meaning: string, form: string, hint?: string) =>
  optional(text(label, meaning, { form, ...(hint === undefined ? {} : { hint }) }), (given) => given);

/** Conditions of a search. */
export const messageFilters = {
  number: typed("Number", "number of the recipient", "<number>", "with its country code"),
  prefix: typed("Prefix", "first digits of the number", "<digits>", "first 4 digits or more"),
  transaction: typed("Transaction", "TransactionID", "<id>"),
  clientTransaction: typed(
    "Client transaction",
    "clientTransactionID of the last day; needs --customer",
    "<id>",
    "requires a customer",
  ),
  customer: {
    ...typed("Customer", "only of this customer", "<id>", "its number"),
    customerOf: (given: string | undefined) => (given === undefined ? given : Number(given)),
  },
  user: typed("User", "only of this user", "<name>"),
  originator: typed("Originator", "only with this originator", "<text>"),
  link: typed("Link", "only of this link, unrouted or no route", "<name>"),
  state: typed(
    "State",
    "only in this state: delivered, failed, waiting, sent, uncertain, cancelled, or a status such as FAILED",
    "<status>",
  ),
  reason: typed(
    "Reason",
    "only with this last status code or reason, as printed",
    "<code>",
    "status code, as it is stored",
  ),
  since: typed(
    "Since",
    "accepted at this time or later: 2030-01-15, 2030-01-15T12:00:00Z, 36h or 7d ago",
    "<time>",
    "2030-01-15, 36h or 7d",
  ),
  until: typed("Until", "accepted before this time", "<time>", "same formats"),
} as const satisfies Fields;

type FilterName = keyof typeof messageFilters;

// Object.keys has the names of the table.
export const filterNames = Object.keys(messageFilters) as readonly FilterName[];

/** Conditions of a search as they are typed. */
export type FilterInput = { readonly [Name in FilterName]?: string | undefined };

/** Conditions as they are kept: numbers in the one spelling in which the removal of a number looks for it. */
export function keptConditions<T extends FilterInput>(input: T): T {
  const { number, prefix } = input;
  const phone = number === undefined ? undefined : phoneNumber(number);
  const digits = prefix === undefined ? undefined : numberPrefix(prefix);
  return { ...input, ...givenAlone({ number: phone, prefix: digits }) };
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
  if (id === undefined) throw unknownThing(`there is no link ${name}`);
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
    throw unknownThing(
      said`${{ customer: customerId }} has no stored client transaction ${JSON.stringify(clientTransaction)}`,
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
    since: fieldOf("since", since, (given) => timeOf(given, now)),
    until: fieldOf("until", until, (given) => timeOf(given, now)),
  };
}

/** Text of a place, for a later search. */
export function placeText({ txn, id }: SearchPlace): string {
  return `${txn}.${id}`;
}

/** Reads what `placeText` has written. */
export function placeOf(given: string): SearchPlace {
  const { txn, id } = /^(?<txn>\d{1,16})\.(?<id>\d{1,16})$/u.exec(given)?.groups ?? {};
  if (txn === undefined || id === undefined)
    throw new InvalidInput(
      `invalid place ${JSON.stringify(given)}: use the text that the search before printed`,
    );
  return { txn: Number(txn), id: Number(id) };
}
