import { maxInboxText } from "../domain/inbox/messages.js";
import type { Store } from "../ports/store.js";
import { type Occasion, recorded } from "./occasion.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf } from "./values.js";

/** A message of an inbox as the commands print it: without its text. */
export interface InboxRow {
  readonly customer: number;
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  /** Bytes of the text in UTF-8. */
  readonly size: number;
  readonly unread: boolean;
}

export interface NewInboxMessage {
  readonly customer: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

function addressOf(option: string, text: string): string {
  if (text.trim() !== text || text === "" || text.length > 20 || /\p{C}/u.test(text)) {
    throw new InvalidInput(
      `${option} must have 1 to 20 characters, no control characters and no space at either end`,
    );
  }
  return text;
}

function textOf(text: string): string {
  if (text.length > maxInboxText)
    throw new InvalidInput(`a text must have at most ${maxInboxText} characters`);
  return text;
}

/** Puts a message into an inbox by hand; recorded without sender and text. @throws Refusal */
export async function addToInbox(
  store: Pick<Store, "recording">,
  input: NewInboxMessage,
  occasion: Occasion,
): Promise<InboxRow> {
  const customer = customerIdOf(input.customer);
  const message = {
    customerId: customer,
    from: addressOf("--from", input.from),
    to: addressOf("--to", input.to),
    text: textOf(input.text),
    at: occasion.now,
  };
  const entry = { action: "inbox add", subject: { customer, to: message.to } } as const;
  const id = await recorded(store, occasion, entry).inbox.add(message);
  if (id === undefined) throw new Refusal(`there is no customer ${customer}`);
  const { from, to, text } = message;
  return {
    customer,
    id,
    at: new Date(occasion.now).toISOString(),
    from,
    to,
    size: Buffer.byteLength(text),
    unread: true,
  };
}

/** Messages of a customer, oldest first. @throws Refusal */
export async function listInbox(store: Store, customer: string): Promise<readonly InboxRow[]> {
  const customerId = customerIdOf(customer);
  const shown: InboxRow[] = [];
  for await (const page of store.inbox.list(customerId, "all")) {
    for (const { at, ...entry } of page) {
      shown.push({ customer: customerId, ...entry, at: new Date(at).toISOString() });
    }
  }
  return shown;
}
