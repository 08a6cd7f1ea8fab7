import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { cleanUp, startCleaner } from "#server/work/maintenance/retention.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { addLink, claimDue } from "../../storage/claims.js";
import { noon, openAccount, submission, temporaryFolder, ledgerOf } from "../../storage/fixtures.js";
import { eventually } from "../../eventually.js";
import { RecipientState } from "#server/domain/recipient-state.js";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const day = 24 * 3_600_000;
const keepMessages = 90 * day;
const keepFor = {
  messages: keepMessages,
  texts: keepMessages,
  inbox: keepMessages,
  audit: Infinity,
  ledger: Infinity,
};

let folder: ReturnType<typeof temporaryFolder>;
let store: Store;
let clock: number;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(`sqlite:${folder.path}/messenger.db`);
  clock = noon;
  await addLink(store);
  await openAccount(store, { credit: 50_000 });
  await store.inbox.add({ customerId: 42, from: "1", to: "2", text: "Hi", at: noon });
  const clientTransaction = { id: "c", contentHash: "h", keepFor: day };
  await store.outbox.submit(submission("t1", { clientTransaction }));
  for (const { id: recipientId } of await claimDue(store, noon, 10)) {
    await store.outbox.advance([{ recipientId, state: RecipientState.Delivered, at: noon }]);
  }
});

afterEach(async () => {
  await store.close();
  folder.remove();
});

const now = (): number => clock;
const kept = async (): Promise<readonly [number, boolean]> => [
  (await store.inbox.counts(42)).total,
  (await store.outbox.statistics(42, "t1")) !== undefined,
];

describe("the cleaner", () => {
  test("keeps a message for the configured time, and the ledger forever", async () => {
    clock = noon + keepMessages;
    await cleanUp({ store, now, keepFor, log }, async () => true);
    expect(await kept()).toEqual([1, true]);
    clock += 1;
    await cleanUp({ store, now, keepFor, log }, async () => true);
    expect(await kept()).toEqual([0, false]);
    expect((await ledgerOf(store, 42)).map(({ delta }) => delta)).toEqual([50_000, -1000]);
    expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 49_000 }]);
  });

  test("carries the ledger forward if it has a retention", async () => {
    clock = noon + keepMessages + 1;
    await cleanUp({ store, now, keepFor: { ...keepFor, ledger: keepMessages }, log }, async () => true);
    expect(await ledgerOf(store, 42)).toMatchObject([
      { delta: 50_000, reason: "carried", at: noon },
      { delta: -1_000, reason: "charge" },
    ]);
    expect(await store.accounts.balances(42)).toEqual([{ kind: "SMS", amount: 49_000 }]);
  });

  test("stops between two commits, and continues later", async () => {
    clock = noon + keepMessages + 1;
    for (let round = 0; round < 10 && (await kept())[0] > 0; round++) {
      await cleanUp({ store, now, keepFor, log }, async () => false);
    }
    expect(await kept()).toEqual([0, false]);
  });

  test.each([
    { kind: "texts", days: 7, left: { inbox: 1, text: "", entries: 1 } },
    { kind: "inbox", days: 7, left: { inbox: 0, text: "Hello", entries: 1 } },
    { kind: "audit", days: 7, left: { inbox: 1, text: "Hello", entries: 0 } },
  ])("$kind may be kept for a time of their own; the rest stays", async ({ kind, days, left }) => {
    const actor = { name: "ann", source: "command line" };
    await store.audit.add({ at: noon, actor, action: "message find", subject: {} });
    clock = noon + days * day + 1;
    await cleanUp({ store, now, keepFor: { ...keepFor, [kind]: days * day }, log }, async () => true);
    const [message] = await store.desk.candidates({ kind: "time", until: undefined }, undefined, 1);
    expect({
      inbox: (await store.inbox.counts(42)).total,
      text: (await store.desk.message(message?.id ?? 0))?.text,
      entries: (await store.audit.entries(9)).length,
    }).toEqual(left);
    expect((await kept())[1]).toBe(true);
  });

  test("works in the background until it is closed", async () => {
    clock = noon + keepMessages + 1;
    const problems: string[] = [];
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (_: object, event: string) => void problems.push(event),
    };
    const cleaner = startCleaner({ store, now, keepFor, log });
    await eventually(async () => (await kept())[0] === 0);
    await cleaner.close();
    expect(problems).toEqual([]);
  });
});
