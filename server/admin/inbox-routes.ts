import { numberKey } from "../domain/inbox/addressing.js";
import { type ForwardMethod, forwardMethods } from "../domain/inbox/forwards.js";
import type { Store } from "../ports/store.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf, serverUrlOf } from "./values.js";

type Incoming = Pick<Store, "incoming">;

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

/** Assigns a number to a customer; messages already received for it go to the inbox. @throws Refusal */
export async function addInboxNumber(
  { incoming }: Incoming,
  input: { readonly customer: string; readonly number: string },
  now: number,
): Promise<InboxNumberRow & { readonly strays: number }> {
  const customer = customerIdOf(input.customer);
  const number = inboxNumberOf(input.number);
  const outcome = await incoming.addNumber({ number, customerId: customer }, now);
  if (outcome.ok) return { number, customer, strays: outcome.strays };
  const texts = {
    exists: `number ${number} belongs to a customer already: remove it first with messenger inbox number remove`,
    unknownCustomer: `there is no customer ${customer}`,
  };
  throw new Refusal(texts[outcome.reason]);
}

/** Unassigns a number. @throws Refusal */
export async function removeInboxNumber({ incoming }: Incoming, number: string): Promise<void> {
  if (!(await incoming.removeNumber(inboxNumberOf(number))))
    throw new Refusal(`number ${number} belongs to no customer`);
}

export async function listInboxNumbers({ incoming }: Incoming): Promise<readonly InboxNumberRow[]> {
  return (await incoming.numbers()).map(({ number, customerId }) => ({ number, customer: customerId }));
}

/** Forwards the messages of a customer to its own server. @throws Refusal */
export async function setInboxForward(
  { incoming }: Incoming,
  input: {
    readonly customer: string;
    readonly url: string;
    readonly method: string;
    readonly allowPrivate: boolean;
  },
): Promise<InboxForwardRow> {
  const { allowPrivate } = input;
  const customer = customerIdOf(input.customer);
  const url = serverUrlOf(input.url);
  const method = forwardMethods.find((name) => name === input.method.toUpperCase());
  if (method === undefined) throw new InvalidInput("the method must be POST or GET");
  if (!(await incoming.setForward({ customerId: customer, url, method, private: allowPrivate })))
    throw new Refusal(`there is no customer ${customer}`);
  return { customer, url, method, allowPrivate };
}

/** @throws Refusal */
export async function removeInboxForward({ incoming }: Incoming, customer: string): Promise<void> {
  if (!(await incoming.removeForward(customerIdOf(customer))))
    throw new Refusal(`messages of customer ${customer} are not forwarded`);
}

export async function listInboxForwards({ incoming }: Incoming): Promise<readonly InboxForwardRow[]> {
  return (await incoming.forwards()).map(({ customerId, url, method, private: allowPrivate }) => ({
    customer: customerId,
    url,
    method,
    allowPrivate,
  }));
}
