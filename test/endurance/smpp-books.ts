import { expect } from "@jest/globals";
import type { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import type { SearchPlace } from "#server/domain/desk/search.js";
import { ledgerOf } from "../storage/fixtures.js";

/** A message for which a customer was charged. */
export interface ChargedMessage {
  readonly id: string;
  readonly number: number;
  readonly phone: string;
  readonly state: RecipientState;
}

/** What a message of one part costs, in thousandths. */
const credit = 1_000;

/** Messages that are read at once. */
const page = 1_000;

/** Every message of a customer. */
async function messagesOf({ desk }: Store, customerId: number): Promise<readonly ChargedMessage[]> {
  const all: ChargedMessage[] = [];
  let after: SearchPlace | undefined;
  for (;;) {
    const found = await desk.candidates({ kind: "customer", id: customerId, until: undefined }, after, page);
    for (const { id: number, transactionId: id, phone, state } of found)
      all.push({ id, number, phone, state });
    if (found.length < page) return all;
    after = found.at(-1);
  }
}

/** The messages of a customer, of any number of recipients; its ledger is exact: each is charged once, and the balance is the sum. */
export async function chargedRecipients(
  store: Store,
  customerId: number,
): Promise<readonly ChargedMessage[]> {
  const entries = await ledgerOf(store, customerId);
  const charges = entries.filter(({ reason }) => reason === "charge");
  const sum = entries.reduce((total, { delta }) => total + delta, 0);
  expect(await store.accounts.balances(customerId)).toEqual([{ kind: "SMS", amount: sum }]);
  const all = await messagesOf(store, customerId);
  const charged = charges.flatMap(({ transactionId, delta }) =>
    Array.from({ length: -delta / credit }, () => transactionId),
  );
  expect(all.map(({ id }) => id).sort()).toEqual(charged.sort());
  return all;
}

/** The same of a customer whose messages have one recipient each, by their ids. */
export async function chargedMessages(
  store: Store,
  customerId: number,
): Promise<ReadonlyMap<string, ChargedMessage>> {
  const all = await chargedRecipients(store, customerId);
  const messages = new Map(all.map((message) => [message.id, message]));
  expect(messages.size).toBe(all.length);
  return messages;
}
