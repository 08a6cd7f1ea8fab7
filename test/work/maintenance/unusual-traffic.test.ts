import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { hourOf } from "#server/domain/usage/usage.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { trafficWatch } from "#server/work/maintenance/unusual-traffic.js";
import { claimDue } from "../../storage/claims.js";
import { noon, openAccount, submission, temporaryFolder } from "../../storage/fixtures.js";

const minute = 60_000;
const day = 86_400_000;
const folder = temporaryFolder();
let store: Store;
let sent = 0;

beforeAll(async () => {
  store = await openStore(`sqlite:${join(folder.path, "messenger.db")}`);
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

/** Sends messages of a customer to a country. */
async function send(customerId: number, count: number, prefix: string, at: number): Promise<void> {
  const recipients = Array.from({ length: count }, (_, index) => `${prefix}${201_000_000 + index}`);
  await store.outbox.submit(submission(`t${(sent += 1)}`, { customerId, recipients, at, dueAt: at }));
}

/** The messages that wait end in a state. */
async function end(state: RecipientState, at: number): Promise<void> {
  const claimed = await claimDue(store, at, 1_000);
  await store.outbox.advance(claimed.map(({ id }) => ({ recipientId: id, state, at })));
}

const found = async () =>
  (await store.unusual.list({ since: 0, limit: 9 })).map(
    ({ customerId, kind, prefix, messages, ended, usual }) => ({
      ...{ customerId, kind, prefix, messages, ended, usual },
    }),
  );

test("a watch finds what is unusual for customers with a past of two weeks, and nothing about a new one", async () => {
  const watch = trafficWatch(store);
  for (const id of [42, 43, 44]) await openAccount(store, { id, credit: 9_000_000 });
  const hours = Array.from({ length: 15 * 24 }, (_, index) => hourOf(noon) - 1 - index);
  await store.traffic.addPeaks(
    hours.map((hour) => ({ customerId: 42, hour, peak: 10 })),
    0,
  );
  for (const before of [20, 19, 18, 17, 16]) {
    await send(43, 60, "49", noon - before * day);
    await end(RecipientState.Delivered, noon - before * day);
  }
  await watch(noon);
  for (const customerId of [42, 43, 44]) await send(customerId, 250, "960", noon);
  await end(RecipientState.Failed, noon);
  await watch(noon + minute);
  expect(await found()).toEqual([
    { customerId: 43, kind: "destination", prefix: "960", messages: 250, ended: undefined, usual: 0 },
    { customerId: 43, kind: "failures", prefix: "", messages: 250, ended: 250, usual: 0 },
    { customerId: 42, kind: "volume", prefix: "", messages: 250, ended: undefined, usual: 10 },
  ]);
  await send(43, 50, "960", noon + minute);
  await watch(noon + 2 * minute);
  expect((await found()).map(({ messages }) => messages)).toEqual([300, 250, 250]);
  expect(await store.traffic.peaks(43, 0)).toEqual([{ hour: hourOf(noon), peak: 300 }]);
});
