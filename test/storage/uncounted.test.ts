import { expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import { openStore } from "#server/storage/index.js";
import { claimDue, owner } from "./claims.js";
import { detailsOf, noon, openAccount, submission } from "./fixtures.js";
import { newDatabase } from "./new-database.js";

const { Failed, Submitted, Enroute, Accepted, Delivered, Expired } = RecipientState;
const queued: SettlementEnd = {
  kind: "queued",
  ...{ nextAt: noon, linkId: 1, counts: "deferral", uncertain: false, code: "0x58" },
};

/** A message without counts of its transaction is settled by another statement than one with counts. */
test.each([
  { title: "alone in its transaction", others: [] },
  { title: "beside another recipient", others: ["12025550102"] },
])("$title: a part that the network has given up decides over those accepted later", async ({ others }) => {
  const store = await openStore(await newDatabase());
  await openAccount(store, { credit: 9000 });
  await store.outbox.submit(submission("t1", { recipients: ["12025550101", ...others] }));
  const [claimed] = await claimDue(store, noon, 1);
  const step = { owner, recipientId: claimed?.id ?? 0, linkId: 1, at: noon };
  await store.delivery.settle([{ ...step, accepted: [{ part: 2, messageId: "A" }], end: queued }]);
  const receipt = {
    linkId: 1,
    messageId: "A",
    keys: ["a"],
    phone: undefined,
    state: Failed,
    at: noon,
  } as const;
  expect(await store.delivery.receipts([receipt])).toEqual(["changes"]);
  expect(await claimDue(store, noon, 1)).toMatchObject([{ accepted: [2] }]);
  const accepted = [{ part: 1, messageId: "B" }];
  await store.delivery.settle([{ ...step, accepted, end: { kind: "submitted" } }]);
  expect((await detailsOf(store.outbox, 42, "t1"))[0]).toMatchObject({ state: Failed });
  await store.close();
});

test("the state of a message without counts is counted from the message, until it is deleted", async () => {
  const store = await openStore(await newDatabase());
  await openAccount(store, { credit: 9000 });
  const counts = async () => (await store.outbox.statistics(42, "t1"))?.counts;
  await store.outbox.submit(submission("t1"));
  const [claimed] = await claimDue(store, noon, 1);
  const step = { owner, recipientId: claimed?.id ?? 0, linkId: 1, at: noon };
  await store.delivery.settle([{ ...step, accepted: [], end: { kind: "submitted" } }]);
  expect(await counts()).toEqual([{ state: Submitted, count: 1 }]);
  expect(await store.retention.purgeTransactions(0, noon + 1, 10)).not.toBeUndefined();
  const end = { recipientId: step.recipientId, at: noon };
  await store.outbox.advance([{ ...end, state: Accepted }]);
  await store.outbox.advance([{ ...end, state: Enroute }]);
  expect(await counts()).toEqual([{ state: Accepted, count: 1 }]);
  await store.outbox.advance([{ ...end, state: Delivered }]);
  await store.outbox.advance([{ ...end, state: Expired }]);
  expect(await counts()).toEqual([{ state: Delivered, count: 1 }]);
  await store.retention.purgeTransactions(0, noon + 1, 10);
  expect(await counts()).toBeUndefined();
  await store.close();
});
