import { creditsText } from "../domain/credit/credit.js";
import type { AuditFacts } from "../domain/audit.js";
import { type CustomerSettings, maxNote } from "../domain/accounts/customer-settings.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, inField, InvalidInput, Refusal } from "./refusal.js";
import {
  addressRangesOf,
  countryCodeOf,
  customerIdOf,
  customerNameOf,
  lowBalanceOf,
  priorityOf,
  rateOf,
  refundsOf,
  switchOf,
  thousandthsOf,
  timeZoneOf,
  weightOf,
} from "./values.js";
import type { Customer, CustomerChange } from "../domain/accounts/accounts.js";

/** Reads a credit limit. @throws InvalidInput */
export function limitOf(text: string): number {
  const limit = thousandthsOf(text);
  if (limit < 0) throw new InvalidInput("a credit limit must not be negative");
  return limit;
}

/** A customer as it is stored. @throws Refusal */
export async function findCustomer({ accounts }: Pick<Store, "accounts">, id: string): Promise<Customer> {
  const customerId = customerIdOf(id);
  const customer = await accounts.customer(customerId);
  if (customer === undefined) throw new Refusal(`there is no customer ${customerId}`);
  return customer;
}

/** Settings with null in place of undefined, which JSON cannot print. */
type Printed<T> = {
  readonly [K in keyof T]: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K];
};

/** All settings of a customer as the commands print them. */
export interface CustomerCard extends Printed<Omit<Customer, "limit" | "lowBalance" | "heldSince">> {
  /** ISO 8601, UTC; null unless new sends are refused because of unusual traffic. */
  readonly heldSince: string | null;
  /** Credits; null without a limit, and for a prepaid customer. */
  readonly limit: string | null;
  /** Credits; null without a threshold. */
  readonly lowBalance: string | null;
}

/** What a setting changes. */
type Changeable = CustomerSettings & Pick<Customer, "name">;

/** A setting that the command changes as text, and the console if it has a label. */
export interface CustomerSetting {
  /** Of the option: `lowBalance` is `--low-balance`. */
  readonly name: string;
  readonly property: keyof Changeable;
  /** Form of the value in the help of the command. */
  readonly form: string;
  readonly meaning: string;
  /** In the console; undefined if only the command changes it. */
  readonly label: string | undefined;
  /** Change to a value as it was typed. @throws InvalidInput */
  readonly change: (text: string) => Partial<Changeable>;
}

/** A row of the table. */
interface Row<T> {
  /** Of the option, if it is not that of the property. */
  readonly name?: string;
  readonly form: string;
  readonly meaning: string;
  readonly label?: string;
  readonly read: (text: string) => T;
}

/** A row for each setting but the addresses, whose option may be repeated. */
type Rows = {
  readonly [Property in Exclude<keyof Changeable, "fromAddresses">]: Row<Changeable[Property]>;
};

/** A setting that is on or off. */
export const onOrOff = "<on|off>";

function switched(meaning: string, label?: string): Row<boolean> {
  return { form: onOrOff, meaning, ...(label === undefined ? {} : { label }), read: switchOf };
}

/** Reads a note; undefined for `none`. */
function noteOf(text: string): string | undefined {
  if (text === "none") return undefined;
  if (text.trim() === "" || text.length > maxNote || /\p{C}/u.test(text))
    throw new InvalidInput(`a note must have 1 to ${maxNote} characters and no control characters`);
  return text;
}

const rows: Rows = {
  name: { form: "<text>", meaning: "name of the customer", label: "Name", read: customerNameOf },
  timeZone: {
    form: "<name>",
    meaning: "time zone of DefDate, for example Africa/Nairobi",
    label: "Time zone",
    read: timeZoneOf,
  },
  countryCode: {
    form: "<code>",
    meaning: "calling code of numbers that begin with one 0, for example 44, or none",
    label: "Country of numbers without a country code",
    read: countryCodeOf,
  },
  rate: {
    form: "<number>",
    meaning: "rate limit in messages a second, or none",
    label: "Messages per second",
    read: rateOf,
  },
  weight: {
    form: "<number>",
    meaning: "share of a link among customers of the same priority, 1 to 100 (default 1)",
    label: "Weight",
    read: weightOf,
  },
  priority: {
    form: "<number>",
    meaning: "priority of its messages, 0 to 255 (default 0)",
    label: "Priority",
    read: priorityOf,
  },
  singlePriority: {
    form: "<number>",
    meaning: "added for calls with at most 100 recipients, 0 to 255 (default 0)",
    label: "Added for small calls",
    read: priorityOf,
  },
  bulkPriority: {
    form: "<number>",
    meaning: "added for larger calls and campaigns, 0 to 255 (default 0)",
    label: "Added for large calls",
    read: priorityOf,
  },
  lowBalance: {
    form: "<credits>",
    meaning: "report a problem when fewer credits are left; none: fewer than 10 SMS credits, 0: never",
    label: "Low balance",
    read: lowBalanceOf,
  },
  holdUnusual: switched(
    "refuse new sends after unusual traffic, until customer release",
    "Hold new messages after unusual traffic",
  ),
  note: {
    form: "<text>",
    meaning: `note of the operators, at most ${maxNote} characters, or none`,
    label: "Note",
    read: noteOf,
  },
  refunds: {
    name: "refund",
    form: "<kinds>",
    meaning: "messages that are refunded: some of refused,expired,failed, or none",
    label: "Refunds (refused,expired,failed or none)",
    read: refundsOf,
  },
  strictEncoding: switched(
    "reject Latin text outside the GSM alphabet",
    "Reject Latin text outside the GSM alphabet",
  ),
  plainPunctuation: switched(
    "replace typographic quotes, dashes, ellipses and spaces if the text then fits the GSM alphabet",
    "Replace typographic characters outside the GSM alphabet",
  ),
  maySend: switched("accept send calls", "Accept send calls"),
  interfaceOpen: switched("accept calls at all", "Accept calls at all"),
  keepAlive: switched("accept KeepAlive", "Accept KeepAlive"),
  inboxActive: switched("give access to the inbox", "Give access to the inbox"),
  ignorePasswordCase: switched("compare passwords set from now on without regard to case"),
};

const entries = Object.entries(rows) as [keyof Rows, Row<Changeable[keyof Rows]>][];

/** The settings in the order of the help page and of the form in the console. */
export const customerSettings: readonly CustomerSetting[] = entries.map(
  ([property, { name = property, form, meaning, label, read }]) => ({
    name,
    property,
    form,
    meaning,
    label,
    change: (text) => ({ [property]: inField(name, () => read(text)) }),
  }),
);

/** A value of a card as it is typed. */
export function typedText(value: CustomerCard[keyof Changeable]): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "object" && value !== null) return value.length === 0 ? "none" : value.join(",");
  return value === null ? "none" : String(value);
}

/** Changes as text; absent fields stay as they are. */
export interface CustomerOptions {
  /** By the names of settings. */
  readonly [name: string]: unknown;
  readonly prepaid?: boolean | undefined;
  readonly postpaid?: boolean | undefined;
  /** Credits, or `none`. */
  readonly limit?: string | undefined;
  /** Addresses and CIDR ranges, or only `none`. */
  readonly fromAddress?: readonly string[] | undefined;
}

function cardOf(customer: Customer): CustomerCard {
  const credits = (amount: number | undefined): string | undefined =>
    amount === undefined ? undefined : creditsText(amount);
  const { limit, lowBalance, heldSince } = customer;
  const card = {
    ...customer,
    limit: credits(limit),
    lowBalance: credits(lowBalance),
    heldSince: heldSince === undefined ? undefined : new Date(heldSince).toISOString(),
  };
  const entries = Object.entries(card).map(([name, value]) => [name, value ?? null]);
  return Object.fromEntries(entries) as CustomerCard;
}

/** How the customer pays from now on; undefined when that stays. */
function creditOf(
  customer: Customer,
  { prepaid, postpaid, limit }: CustomerOptions,
): CustomerChange["credit"] {
  if (prepaid === true) {
    if (limit !== undefined)
      throw new Refusal(
        "a prepaid customer has no credit limit: change it to postpaid together with the limit",
      );
    return { payment: "prepaid", limit: undefined };
  }
  if (postpaid !== true && limit === undefined) return undefined;
  if (postpaid !== true && customer.payment === "prepaid")
    throw new Refusal(
      "a prepaid customer has no credit limit: change it to postpaid together with the limit",
    );
  const none = limit === undefined || limit === "none";
  return { payment: "postpaid", limit: none ? undefined : limitOf(limit) };
}

function allowedOf(texts: readonly string[]): readonly string[] {
  return texts.length === 1 && texts[0] === "none" ? [] : addressRangesOf(texts);
}

function changeOf(customer: Customer, options: CustomerOptions): CustomerChange {
  const { fromAddress = [] } = options;
  const credit = creditOf(customer, options);
  let changes: CustomerChange = credit === undefined ? {} : { credit };
  for (const { name, change } of customerSettings) {
    const text = options[name];
    if (typeof text === "string") changes = { ...changes, ...change(text) };
  }
  return fromAddress.length === 0 ? changes : { ...changes, fromAddresses: allowedOf(fromAddress) };
}

/** The fields that differ, for the audit log. */
function changedFields(before: CustomerCard, after: CustomerCard): Pick<AuditFacts, "before" | "after"> {
  const names = (Object.keys(after) as (keyof CustomerCard)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (card: CustomerCard): Readonly<Record<string, unknown>> =>
    Object.fromEntries(names.map((name) => [name, card[name]]));
  return { before: of(before), after: of(after) };
}

/** Changes the given settings, and records the change. @throws Refusal */
export async function changeCustomer(
  store: Store,
  id: string,
  options: CustomerOptions,
  occasion: Occasion,
): Promise<CustomerCard> {
  const customer = await findCustomer(store, id);
  const change = changeOf(customer, options);
  if (Object.keys(change).length === 0) throw new InvalidInput("nothing to change: give at least one option");
  const { credit, ...settings } = change;
  const card = cardOf({ ...customer, ...settings, ...credit });
  const { accounts } = recorded(store, occasion, {
    action: "customer change",
    subject: { customer: customer.id },
    ...changedFields(cardOf(customer), card),
  });
  const done = await accounts.changeCustomer(customer.id, change);
  if (!done.ok && done.reason === "insufficient")
    throw new Refusal(
      `a balance of customer ${customer.id} is below the new limit: add credits, or set a lower limit`,
    );
  expectDone(done, { customerId: customer.id, thing: `customer ${customer.id}` });
  return showCustomer(store, id);
}

/** @throws Refusal */
export async function showCustomer(store: Store, id: string): Promise<CustomerCard> {
  return cardOf(await findCustomer(store, String(customerIdOf(id))));
}
