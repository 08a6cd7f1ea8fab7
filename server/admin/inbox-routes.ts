import { numberKey } from "../domain/inbox/addressing.js";
import { type ForwardMethod, forwardMethods } from "../domain/inbox/forwards.js";
import { withoutPassword } from "../domain/delivery/url-secrets.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf, expectAllowedAddress, serverUrlOf, withoutQuery } from "./values.js";

type Incoming = Pick<Store, "incoming">;
type RecordedIncoming = Pick<Store, "incoming" | "recording">;

/** A number whose messages go to an inbox. */
export interface InboxNumberRow {
  readonly number: string;
  readonly customer: number;
}

/** Where the messages of a customer are posted. */
export interface InboxForwardRow {
  readonly customer: number;
  readonly url: string;
  readonly method: ForwardMethod;
  readonly allowPrivate: boolean;
}

function inboxNumberOf(text: string): string {
  const number = numberKey(text);
  if (!/^[\p{L}\p{N} ._-]{1,20}$/u.test(number) || number.trim() !== number)
    throw new InvalidInput(
      `invalid address ${JSON.stringify(text)}: use a number, or a name of 1 to 20 characters`,
    );
  return number;
}

/** Assigns a number to a customer; messages already received for it go to the inbox. Recorded. @throws Refusal */
export async function addInboxNumber(
  store: RecordedIncoming,
  input: { readonly customer: string; readonly number: string },
  occasion: Occasion,
): Promise<InboxNumberRow & { readonly strays: number }> {
  const customer = customerIdOf(input.customer);
  const number = inboxNumberOf(input.number);
  const { incoming } = recorded(store, occasion, {
    action: "inbox number add",
    subject: { number, customer },
  });
  const outcome = await incoming.addNumber({ number, customerId: customer }, occasion.now);
  if (outcome.ok) return { number, customer, strays: outcome.strays };
  const texts = {
    exists: `number ${number} belongs to a customer already: remove it first with messenger inbox number remove`,
    unknownCustomer: `there is no customer ${customer}`,
  };
  throw new Refusal(texts[outcome.reason]);
}

/** Unassigns a number; recorded. @throws Refusal */
export async function removeInboxNumber(
  store: RecordedIncoming,
  text: string,
  occasion: Occasion,
): Promise<void> {
  const number = inboxNumberOf(text);
  const before = (await listInboxNumbers(store)).find((row) => row.number === number);
  const { incoming } = recorded(store, occasion, {
    action: "inbox number remove",
    subject: { number, customer: before?.customer },
  });
  if (!(await incoming.removeNumber(number))) throw new Refusal(`number ${text} belongs to no customer`);
}

export async function listInboxNumbers({ incoming }: Incoming): Promise<readonly InboxNumberRow[]> {
  return (await incoming.numbers()).map(({ number, customerId }) => ({ number, customer: customerId }));
}

/** The settings of a forward for the audit log. */
const settingsOf = ({ url, method, allowPrivate }: InboxForwardRow) => ({
  url: withoutQuery(url),
  method,
  allowPrivate,
});

async function forwardOf(store: Incoming, customer: number) {
  const row = (await listInboxForwards(store)).find((each) => each.customer === customer);
  return row && settingsOf(row);
}

/** Forwards the messages of a customer to its own server; recorded. @throws Refusal */
export async function setInboxForward(
  store: RecordedIncoming,
  input: {
    readonly customer: string;
    readonly url: string;
    readonly method: string;
    readonly allowPrivate: boolean;
  },
  occasion: Occasion,
): Promise<InboxForwardRow> {
  const { allowPrivate } = input;
  const customer = customerIdOf(input.customer);
  const stored = (await store.incoming.forwards()).find(({ customerId }) => customerId === customer);
  const url = serverUrlOf(input.url, stored?.url);
  expectAllowedAddress(url, allowPrivate);
  const method = forwardMethods.find((name) => name === input.method.toUpperCase());
  if (method === undefined)
    throw new InvalidInput(`invalid method ${JSON.stringify(input.method)}: use POST or GET`);
  const row = { customer, url, method, allowPrivate };
  const { incoming } = recorded(store, occasion, {
    action: "inbox forward set",
    subject: { customer },
    before: await forwardOf(store, customer),
    after: settingsOf(row),
  });
  if (!(await incoming.setForward({ customerId: customer, url, method, private: allowPrivate })))
    throw new Refusal(`there is no customer ${customer}`);
  return { ...row, url: withoutPassword(url) };
}

/** Stops forwarding; recorded. @throws Refusal */
export async function removeInboxForward(
  store: RecordedIncoming,
  customer: string,
  occasion: Occasion,
): Promise<void> {
  const customerId = customerIdOf(customer);
  const { incoming } = recorded(store, occasion, {
    action: "inbox forward remove",
    subject: { customer: customerId },
    before: await forwardOf(store, customerId),
  });
  if (!(await incoming.removeForward(customerId)))
    throw new Refusal(`messages of customer ${customer} are not forwarded`);
}

export async function listInboxForwards({ incoming }: Incoming): Promise<readonly InboxForwardRow[]> {
  return (await incoming.forwards()).map(({ customerId, url, method, private: allowPrivate }) => ({
    customer: customerId,
    url: withoutPassword(url),
    method,
    allowPrivate,
  }));
}
