import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { startMaintenance } from "#server/work/maintenance/maintenance-role.js";
import type { Store } from "#server/ports/store.js";
import { numbersAt } from "#server/storage/schema/numbers.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../../eventually.js";
import { detailsOf, noon, openAccount, submission, temporaryFolder } from "../../storage/fixtures.js";

const { Queued, Expired } = RecipientState;
const hour = 3_600_000;
const month = 30 * 24 * hour;
const charge = { kind: "SMS", amount: 0 } as const;

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let problems: string[];

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(`sqlite:${join(folder.path, "messenger.db")}`);
  problems = [];
  await openAccount(store, { payment: "postpaid" });
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

function start(now: number, maySweep: () => boolean) {
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_fields: object, event: string) => void problems.push(event),
  };
  const wakeDelivery = (): void => undefined;
  const times = { sweep: 5 };
  return startMaintenance({
    sendReply: async () => ({ ok: true }),
    store,
    now: () => now,
    times,
    keepFor: { messages: month, texts: month, inbox: month, audit: month, ledger: month },
    maySweep,
    wakeDelivery,
    log,
  });
}

const stateOf = async (transactionId: string) => (await detailsOf(store.outbox, 42, transactionId))[0]?.state;

test("sweeps only while this process has the role: then overdue messages expire", async () => {
  await store.outbox.submit(submission("t1", { charge }));
  let mine = false;
  let asked = 0;
  const maintenance = start(noon + 48 * hour, () => {
    asked += 1;
    return mine;
  });
  await eventually(() => asked >= 3);
  expect(await stateOf("t1")).toBe(Queued);
  mine = true;
  await eventually(async () => (await stateOf("t1")) === Expired);
  await maintenance.close();
  expect(problems).toEqual([]);
});

test("deletes what is older than it is kept, whichever process sweeps", async () => {
  await store.outbox.submit(submission("t1", { charge }));
  const recipientId = numbersAt(noon).first + 1;
  await store.outbox.advance([{ recipientId, state: RecipientState.Delivered, at: noon }]);
  const maintenance = start(noon + 31 * 24 * hour, () => false);
  await eventually(async () => (await store.outbox.statistics(42, "t1")) === undefined);
  await maintenance.close();
});

test("does nothing more once it is closed", async () => {
  const maintenance = start(noon + 48 * hour, () => true);
  await maintenance.close();
  await store.outbox.submit(submission("t1", { charge }));
  await new Promise(setImmediate);
  expect(await stateOf("t1")).toBe(Queued);
});
