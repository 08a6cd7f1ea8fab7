import { creditsText } from "../domain/credit/credit.js";
import type { AuditFacts } from "../domain/audit.js";
import type { CustomerSettings } from "../domain/accounts/customer-settings.js";
import type { Store } from "../ports/store.js";
import { findCustomer, limitOf } from "./customers.js";
import { type Occasion, recorded } from "./occasion.js";
import { expectDone, InvalidInput, Refusal } from "./refusal.js";
import {
  addressRangesOf,
  customerIdOf,
  customerNameOf,
  lowBalanceOf,
  priorityOf,
  rateOf,
  refundsOf,
  switchOf,
  timeZoneOf,
  weightOf,
} from "./values.js";
import type { Customer, CustomerChange } from "../domain/accounts/accounts.js";

/** All settings of a customer as the commands print them. */
export interface CustomerCard extends Omit<Customer, "limit" | "rate" | "lowBalance"> {
  /** Credits; null without a limit, and for a prepaid customer. */
  readonly limit: string | null;
  /** Messages a second; null without a limit. */
  readonly rate: number | null;
  /** Credits; null without a threshold. */
  readonly lowBalance: string | null;
}

/** The settings that are on or off. */
const switches = [
  "strictEncoding",
  "maySend",
  "interfaceOpen",
  "keepAlive",
  "inboxActive",
  "ignorePasswordCase",
] as const satisfies readonly (keyof CustomerSettings)[];

const priorities = [
  "priority",
  "singlePriority",
  "bulkPriority",
] as const satisfies readonly (keyof CustomerSettings)[];

/** Changes as text; absent fields stay as they are. A switch is `on` or `off`. */
export interface CustomerOptions extends Partial<
  Readonly<Record<(typeof switches)[number], string | undefined>>
> {
  readonly name?: string | undefined;
  readonly prepaid?: boolean | undefined;
  readonly postpaid?: boolean | undefined;
  /** Credits, or `none`. */
  readonly limit?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly rate?: string | undefined;
  readonly weight?: string | undefined;
  readonly priority?: string | undefined;
  readonly singlePriority?: string | undefined;
  readonly bulkPriority?: string | undefined;
  /** Kinds of messages separated by commas, or `none`. */
  readonly refund?: string | undefined;
  /** Credits, or `none`. */
  readonly lowBalance?: string | undefined;
  /** Addresses and CIDR ranges, or only `none`. */
  readonly fromAddress?: readonly string[] | undefined;
}

function cardOf({ limit, rate, lowBalance, ...customer }: Customer): CustomerCard {
  const credits = (amount: number | undefined): string | null =>
    amount === undefined ? null : creditsText(amount);
  return { ...customer, limit: credits(limit), rate: rate ?? null, lowBalance: credits(lowBalance) };
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
  const { name, timeZone, rate, weight, refund, lowBalance, fromAddress = [] } = options;
  const credit = creditOf(customer, options);
  return {
    ...(name === undefined ? {} : { name: customerNameOf(name) }),
    ...(credit === undefined ? {} : { credit }),
    ...(timeZone === undefined ? {} : { timeZone: timeZoneOf(timeZone) }),
    ...(rate === undefined ? {} : { rate: rateOf(rate) }),
    ...(weight === undefined ? {} : { weight: weightOf(weight) }),
    ...(refund === undefined ? {} : { refunds: refundsOf(refund) }),
    ...(lowBalance === undefined ? {} : { lowBalance: lowBalanceOf(lowBalance) }),
    ...(fromAddress.length === 0 ? {} : { fromAddresses: allowedOf(fromAddress) }),
    ...Object.fromEntries(
      priorities.flatMap((key) => {
        const text = options[key];
        return text === undefined ? [] : [[key, priorityOf(text)]];
      }),
    ),
    ...Object.fromEntries(
      switches.flatMap((key) => {
        const text = options[key];
        return text === undefined ? [] : [[key, switchOf(text)]];
      }),
    ),
  };
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
