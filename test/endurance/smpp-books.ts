import { expect } from "@jest/globals";
import type { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import type { SearchPlace } from "#server/domain/desk/search.js";
import { ledgerOf } from "../storage/fixtures.js";

/** A message for which a customer was charged. */
export interface ChargedMessage {
  readonly id: string;
  readonly phone: string;
  readonly state: RecipientState;
}

/** Messages that are read at once. */
const page = 1_000;

/** Every message of a customer. */
async function messagesOf({ desk }: Store, customerId: number): Promise<readonly ChargedMessage[]> {
  const all: ChargedMessage[] = [];
  let after: SearchPlace | undefined;
  for (;;) {
    const found = await desk.candidates({ kind: "customer", id: customerId, until: undefined }, after, page);
    for (const { transactionId: id, phone, state } of found) all.push({ id, phone, state });
    if (found.length < page) return all;
    after = found.at(-1);
  }
}

/** The messages of a customer; its ledger is exact: one charge for each of them, and the balance is the sum. */
export async function chargedMessages(
  store: Store,
  customerId: number,
): Promise<ReadonlyMap<string, ChargedMessage>> {
  const entries = await ledgerOf(store, customerId);
  const charges = entries.filter(({ reason }) => reason === "charge");
  const sum = entries.reduce((total, { delta }) => total + delta, 0);
  expect(await store.accounts.balances(customerId)).toEqual([{ kind: "SMS", amount: sum }]);
  const all = await messagesOf(store, customerId);
  expect(all.map(({ id }) => id).sort()).toEqual(charges.map(({ transactionId }) => transactionId).sort());
  const messages = new Map(all.map((message) => [message.id, message]));
  expect(messages.size).toBe(charges.length);
  return messages;
}
