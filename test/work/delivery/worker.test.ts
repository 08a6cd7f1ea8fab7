import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { loopbackGateway } from "#server/work/delivery/loopback.js";
import { startDelivery } from "#server/work/delivery/worker.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { OpenGateway } from "#server/work/delivery/link-set.js";
import { addLink } from "../../storage/claims.js";
import type { Store } from "#server/ports/store.js";
import { eventually } from "../../eventually.js";
import { openStore } from "#server/storage/index.js";
import { temporaryFolder } from "../../storage/fixtures.js";
import { plainMessage, type Submission } from "#server/domain/delivery/submitting/submission.js";

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let problems: string[];

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields: object, event: string) => void problems.push(event),
};

beforeEach(async () => {
  folder = temporaryFolder();
  problems = [];
  await open();
  await addLink(store);
  await store.accounts.addCustomer({ id: 42, name: "Example Ltd", payment: "postpaid", limit: undefined }, 0);
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

async function open(): Promise<void> {
  store = await openStore(`sqlite:${join(folder.path, "messenger.db")}`);
}

async function submit(change: Partial<Submission> = {}): Promise<string> {
  const at = Date.now();
  const transactionId = newTransactionId(at);
  const recipients = change.recipients ?? ["12025550101"];
  await store.outbox.submit({
    transactionId,
    customerId: 42,
    userName: "api",
    operation: "SendSms",
    originator: "Shop",
    text: "Your parcel is ready",
    parts: 1,
    at,
    dueAt: at,
    clientTransaction: undefined,
    recipients,
    refused: [],
    charge: { kind: "SMS", amount: 1000 * recipients.length },
    ...plainMessage,
    ...change,
  });
  return transactionId;
}

const counts = async (transactionId: string) => (await store.outbox.statistics(42, transactionId))?.counts;

/** Resolves when a transaction has the wanted counts. */
async function untilCounts(transactionId: string, want: object): Promise<void> {
  await eventually(async () => JSON.stringify(await counts(transactionId)) === JSON.stringify(want));
}

const deliver = (open: OpenGateway) => startDelivery({ store, open, now: Date.now, log });

function loopback(confirmAfter: number): OpenGateway {
  return ({ id: linkId }, context) =>
    loopbackGateway({ linkId, outbox: store.outbox, confirmAfter, context });
}

describe("delivery through the loopback gateway", () => {
  test("accepts every message, then confirms it", async () => {
    const recipients = Array.from({ length: 1200 }, (_, index) => String(12025550000 + index));
    const transactionId = await submit({ recipients });
    const delivery = deliver(loopback(0));
    await untilCounts(transactionId, [{ state: RecipientState.Delivered, count: 1200 }]);
    await delivery.close();
    expect(problems).toEqual([]);
  });

  test("keeps a deferred message until its time", async () => {
    const later = await submit({ dueAt: Date.now() + 3_600_000 });
    const delivery = deliver(loopback(0));
    await untilCounts(await submit(), [{ state: RecipientState.Delivered, count: 1 }]);
    await delivery.close();
    expect(await counts(later)).toEqual([{ state: RecipientState.Queued, count: 1 }]);
  });

  test("confirms messages after a restart that it accepted before", async () => {
    const transactionId = await submit();
    const before = deliver(loopback(3_600_000));
    await untilCounts(transactionId, [{ state: RecipientState.Submitted, count: 1 }]);
    await before.close();
    await store.close();
    await open();
    const after = deliver(loopback(0));
    await untilCounts(transactionId, [{ state: RecipientState.Delivered, count: 1 }]);
    await after.close();
  });
});

test("a failure of the store is logged, and the call is retried", async () => {
  const transactionId = await submit();
  let failures = 2;
  const outbox = {
    ...store.outbox,
    submittedBefore: async (linkId: number, before: number, limit: number) => {
      if (failures-- > 0) throw new Error("disk full");
      return store.outbox.submittedBefore(linkId, before, limit);
    },
  };
  const delivery = deliver(({ id: linkId }, context) =>
    loopbackGateway({ linkId, outbox, confirmAfter: 0, context }),
  );
  await untilCounts(transactionId, [{ state: RecipientState.Delivered, count: 1 }]);
  await delivery.close();
  expect(problems).toEqual(["messages cannot be confirmed", "messages cannot be confirmed"]);
});

test("closing ends at once, however long the current pause", async () => {
  const delivery = deliver(loopback(0));
  await delivery.close();
  expect(problems).toEqual([]);
});
