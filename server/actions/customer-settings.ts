import type { AuditFacts } from "../domain/audit.js";
import { type CustomerSettings, maxNote } from "../domain/accounts/customer-settings.js";
import { creditsText } from "../domain/credit/credit.js";
import { refundReasons } from "../domain/credit/refunds.js";
import { countryCreditsOf, countryCreditsShown } from "../admin/country-limits.js";
import { findCustomer } from "../admin/ids.js";
import { isoTime } from "../admin/period.js";
import { expectDone, InvalidInput, Refusal } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import {
  addressRangesOf,
  countryCodeOf,
  customerNameOf,
  highestPriceOf,
  lowBalanceOf,
  priorityOf,
  quietHoursOf,
  rateOf,
  refundsOf,
  switchOf,
  thousandthsOf,
  timeZoneOf,
  weightOf,
} from "../admin/values.js";
import type { Customer, CustomerChange } from "../domain/accounts/accounts.js";
import { customerKey, fromAddresses } from "./account-fields.js";
import { action, type Call, card } from "./action.js";
import {
  callbackFields,
  callbackMembers,
  callbacksOf,
  changeCallbacks,
  checkedCallbacks,
  storeCallbacks,
} from "./callback-settings.js";
import { type Field, type FieldFacts, flag, givenAlone, optional, text, withoutLabels } from "./fields.js";
import { described, type Members } from "./members.js";

/** Reads a credit limit. @throws InvalidInput */
export function limitOf(given: string): number {
  const limit = thousandthsOf(given);
  if (limit < 0) throw new InvalidInput("a credit limit must not be negative");
  return limit;
}

/** Settings with null in place of undefined, which JSON cannot print. */
type Printed<T> = {
  readonly [K in keyof T]: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K];
};

/** All settings of a customer as the commands print them. */
export interface CustomerCard extends Printed<
  Omit<Customer, "limit" | "lowBalance" | "highestPrice" | "countryCredits" | "heldSince">
> {
  /** ISO 8601, UTC; null unless new sends are refused because of unusual traffic. */
  readonly heldSince: string | null;
  /** Credits; null without a limit, and for a prepaid customer. */
  readonly limit: string | null;
  /** Credits; null without a threshold. */
  readonly lowBalance: string | null;
  /** Credits; null without one. */
  readonly highestPrice: string | null;
  /** As they are given; null without limits. */
  readonly countryCredits: string | null;
}

/** Settings that are changed, as they are stored; undefined is `none`. */
type Settings = Partial<CustomerSettings & Pick<Customer, "name">>;

const refundWords = {
  refused: "Messages that the network refuses",
  expired: "Messages that expire",
  failed: "Messages that are not delivered",
};

/** Reads a note; undefined for `none`. */
function noteOf(given: string): string | undefined {
  if (given === "none") return undefined;
  if (given.trim() === "" || given.length > maxNote || /\p{C}/u.test(given))
    throw new InvalidInput(`a note must have 1 to ${maxNote} characters and no control characters`);
  return given;
}

/** A row for each setting but the addresses, which are several; in the form of the console if it has a label. */
type Rows = {
  readonly [Name in Exclude<keyof Settings, "fromAddresses">]-?: readonly [
    form: string,
    read: (given: string) => Settings[Name],
    meaning: string,
    label?: string,
    more?: Partial<FieldFacts>,
  ];
};

const [onOff, number] = ["<on|off>", "<number>"];

/** What an empty field means, and the word for it. */
const orNone = (hint: string): Partial<FieldFacts> => ({ empty: "none", hint });

const rows: Rows = {
  name: ["<text>", customerNameOf, "name of the customer", "Name"],
  timeZone: [
    "<name>",
    timeZoneOf,
    "time zone of DefDate, for example Africa/Nairobi",
    "Time zone",
    { known: "timeZone" },
  ],
  countryCode: [
    "<code>",
    countryCodeOf,
    "calling code of numbers that begin with one 0, for example 44, or none",
    "Country of numbers without a country code",
    { ...orNone("empty: none, such numbers are rejected"), known: "countryCode" },
  ],
  rate: [
    number,
    rateOf,
    "rate limit in messages a second, or none",
    "Messages per second",
    orNone("empty: no limit"),
  ],
  weight: [
    number,
    weightOf,
    "share of a link among customers of the same priority, 1 to 100 (default 1)",
    "Weight",
  ],
  priority: [number, priorityOf, "priority of its messages, 0 to 255 (default 0)", "Priority"],
  singlePriority: [
    number,
    priorityOf,
    "added for calls with at most 100 recipients, 0 to 255 (default 0)",
    "Added for small calls",
  ],
  bulkPriority: [
    number,
    priorityOf,
    "added for larger calls and campaigns, 0 to 255 (default 0)",
    "Added for large calls",
  ],
  lowBalance: [
    "<credits>",
    lowBalanceOf,
    "report a problem when fewer credits are left; none: fewer than 10 SMS credits, 0: never",
    "Low balance",
    orNone("credits; empty: fewer than 10 SMS credits, 0: never"),
  ],
  highestPrice: [
    "<credits>",
    highestPriceOf,
    "reject messages that cost more, all parts to one recipient together, or none",
    "Highest price of a message",
    orNone("credits, all parts to one recipient; empty: any price"),
  ],
  countryCredits: [
    "<limits>",
    countryCreditsOf,
    "most credits a day for numbers of one country, for example 100,44=500,1=none (100 for all others), or none",
    "Credits a day by country",
    orNone("such as 100,44=500,1=none: 100 for each country but +44 and +1; empty: no limit"),
  ],
  quietHours: [
    "<window>",
    quietHoursOf,
    "hold list and file sends in these hours of the recipient's local time, for example 21:00-08:00, or none",
    "Quiet hours of list and file sends",
    orNone("local time of the recipients, such as 21:00-08:00; empty: none"),
  ],
  holdUnusual: [
    onOff,
    switchOf,
    "refuse new sends after unusual traffic, until customer release",
    "Hold new messages after unusual traffic",
  ],
  note: [
    "<text>",
    noteOf,
    `note of the operators, at most ${maxNote} characters, or none`,
    "Note",
    orNone("for operators alone"),
  ],
  refunds: [
    "<kinds>",
    refundsOf,
    "messages that are refunded: some of refused,expired,failed, or none",
    "Refunds",
    { empty: "none", type: "choices", choices: refundReasons, words: refundWords, option: "refund" },
  ],
  strictEncoding: [
    onOff,
    switchOf,
    "reject Latin text outside the GSM alphabet",
    "Reject Latin text outside the GSM alphabet",
  ],
  plainPunctuation: [
    onOff,
    switchOf,
    "replace typographic quotes, dashes, ellipses and spaces if the text then fits the GSM alphabet",
    "Replace typographic characters outside the GSM alphabet",
  ],
  maySend: [onOff, switchOf, "accept send calls", "Accept send calls"],
  interfaceOpen: [onOff, switchOf, "accept calls at all", "Accept calls at all"],
  keepAlive: [onOff, switchOf, "accept KeepAlive", "Accept KeepAlive"],
  inboxActive: [onOff, switchOf, "give access to the inbox", "Give access to the inbox"],
  ignorePasswordCase: [onOff, switchOf, "compare passwords set from now on without regard to case"],
};

/** A field of a row: it reads the setting with its name, because `none` is a change too. */
function fieldOf([name, [form, read, meaning, label, more]]: readonly [string, Rows[keyof Rows]]) {
  const type: FieldFacts["type"] = form === onOff ? "switch" : "text";
  const shown: FieldFacts = { ...text(label, meaning, { form }), type, ...more };
  return [name, optional(shown, (given): Settings => ({ [name]: read(given) }))] as const;
}

const entries = Object.entries(rows) as [keyof Rows, Rows[keyof Rows]][];

const settings = Object.fromEntries(entries.map(fieldOf)) as Readonly<
  Record<keyof Rows, Field<Settings | undefined>>
>;

const nullables: readonly string[] = [
  "countryCode",
  "rate",
  "lowBalance",
  "highestPrice",
  "countryCredits",
  "quietHours",
  "note",
];

function memberOf([name, [form, , meaning]]: readonly [string, Rows[keyof Rows]]) {
  const type = form === onOff ? "switch" : form === number ? "whole" : "text";
  const nullable = nullables.includes(name) ? { nullable: true } : {};
  return [name, { type: name === "refunds" ? "texts" : type, meaning, ...nullable }] as const;
}

/** Members of the card. */
const members: Members = {
  ...described(["id", "state", "payment", "limit", "heldSince", "fromAddresses"]),
  ...Object.fromEntries(entries.map(memberOf)),
  ...callbackMembers,
};

const addresses = fromAddresses(
  "accept calls from this address or CIDR range only; may be repeated; none removes the list",
  "",
  (given) => (given.length === 1 && given[0] === "none" ? [] : addressRangesOf(given)),
);

function cardOf(customer: Customer): CustomerCard {
  const credits = (amount: number | undefined): string | undefined =>
    amount === undefined ? undefined : creditsText(amount);
  const { limit, lowBalance, highestPrice, countryCredits, heldSince } = customer;
  const shown = {
    heldSince: isoTime(heldSince),
    limit: credits(limit),
    lowBalance: credits(lowBalance),
    highestPrice: credits(highestPrice),
    countryCredits: countryCredits.length === 0 ? undefined : countryCreditsShown(countryCredits),
  };
  const entries = Object.entries({ ...customer, ...shown }).map(([name, value]) => [name, value ?? null]);
  return Object.fromEntries(entries) as CustomerCard;
}

const noLimit = "a prepaid customer has no credit limit: change it to postpaid together with the limit";

interface Payment {
  readonly prepaid: boolean;
  readonly postpaid: boolean;
  readonly limit: number | "none" | undefined;
}

/** How the customer pays from now on; undefined when that stays. */
function creditOf(customer: Customer, { prepaid, postpaid, limit }: Payment): CustomerChange["credit"] {
  if (prepaid && postpaid) throw new InvalidInput("give one of --prepaid and --postpaid");
  const isPrepaid = prepaid || (!postpaid && customer.payment === "prepaid");
  if (isPrepaid && limit !== undefined) throw new Refusal(noLimit, { field: "limit" });
  if (prepaid) return { payment: "prepaid", limit: undefined };
  if (!postpaid && limit === undefined) return undefined;
  return { payment: "postpaid", limit: limit === "none" ? undefined : limit };
}

/** The fields that differ, for the audit log. */
function changedFields(before: CustomerCard, after: CustomerCard): Pick<AuditFacts, "before" | "after"> {
  const names = (Object.keys(after) as (keyof CustomerCard)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (shown: CustomerCard): Readonly<Record<string, unknown>> =>
    Object.fromEntries(names.map((name) => [name, shown[name]]));
  return { before: of(before), after: of(after) };
}

/** Stores settings, and records what differs. @throws Refusal */
async function storeSettings(customer: Customer, change: CustomerChange, { recorded }: Call): Promise<void> {
  const { credit, ...settings } = change;
  const { id } = customer;
  const after = cardOf({ ...customer, ...settings, ...credit });
  const { accounts } = recorded({ subject: { customer: id }, ...changedFields(cardOf(customer), after) });
  const done = await accounts.changeCustomer(id, change);
  if (!done.ok && done.reason === "insufficient")
    throw new Refusal(
      said`a balance of ${{ customer: id }} is below the new limit: add credits, or set a lower limit`,
    );
  expectDone(done, { customerId: id, thing: said`${{ customer: id }}` });
}

/** Changes the given settings, and those of callbacks; each is recorded. */
export const changeCustomer = action({
  name: changeCallbacks.name,
  help: "Change the given settings of a customer",
  may: { operator: "admin", identity: "recent" },
  button: "Change the settings",
  done: "The settings were changed.",
  keys: { id: customerKey },
  fields: {
    ...settings,
    prepaid: flag(undefined, "make the customer prepaid"),
    postpaid: flag(undefined, "make the customer postpaid"),
    limit: optional(
      text(undefined, "credit limit of a postpaid customer in credits, or none", { form: "<credits>" }),
      (given) => (given === "none" ? given : limitOf(given)),
    ),
    ...withoutLabels({ fromAddresses: addresses, ...callbackFields }),
  },
  members,
  run: async ({ id, prepaid, postpaid, limit, fromAddresses: ranges, ...given }, call) => {
    const { callbackUrl, callbackParts, callbackAllowPrivate, callbackSecret, ...changed } = given;
    const callbacks = givenAlone({ callbackUrl, callbackParts, callbackAllowPrivate, callbackSecret });
    const hasCallbacks = Object.keys(callbacks).length > 0;
    const customer = await findCustomer(call.store, id);
    const credit = creditOf(customer, { prepaid, postpaid, limit });
    const change: CustomerChange = {
      ...givenAlone({ credit, fromAddresses: ranges }),
      ...(Object.assign({}, ...Object.values(changed)) as Settings),
    };
    const isChange = Object.keys(change).length > 0;
    if (!isChange && !hasCallbacks) throw new InvalidInput("nothing to change: give at least one option");
    const checked = hasCallbacks ? await checkedCallbacks(id, callbacks, call) : undefined;
    if (isChange) await storeSettings(customer, change, call);
    const shown = checked
      ? await storeCallbacks(id, checked, call)
      : await callbacksOf(call.store, id, call.caller);
    const { callbackSecret: secret } = shown;
    const once = secret === undefined ? "" : `\nsecret of its callbacks, not shown again: ${secret}`;
    const row = { ...cardOf(await findCustomer(call.store, id)), ...shown };
    return { row, text: `customer ${id} changed${once}` };
  },
});

export const showCustomer = card({
  name: "customer show",
  help: "Show a customer with all settings",
  may: { operator: "viewer" },
  keys: { id: customerKey },
  members,
  row: async ({ id }, { store, caller }) => ({
    ...cardOf(await findCustomer(store, id)),
    ...(await callbacksOf(store, id, caller)),
  }),
});

/** A customer without its callbacks: for pages. */
export const showSettings = card({
  name: showCustomer.name,
  help: "",
  may: showCustomer.may,
  keys: { id: customerKey },
  members,
  row: async ({ id }, { store }) => cardOf(await findCustomer(store, id)),
});
