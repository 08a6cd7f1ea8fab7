import { expect } from "@jest/globals";
import type { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { detailsOf, ledgerOf } from "../storage/fixtures.js";

/** A message for which a customer was charged. */
export interface ChargedMessage {
  readonly id: string;
  readonly phone: string;
  readonly state: RecipientState;
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
  const messages = new Map<string, ChargedMessage>();
  for (const { transactionId: id = "" } of charges) {
    const [row, ...others] = await detailsOf(store.outbox, customerId, id);
    expect(others).toEqual([]);
    if (row !== undefined) messages.set(id, { id, phone: row.phone, state: row.state });
  }
  expect(messages.size).toBe(charges.length);
  return messages;
}
