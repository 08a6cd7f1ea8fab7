import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission, temporaryFolder } from "./fixtures.js";

const { Delivered } = RecipientState;
const folder = temporaryFolder();

afterAll(() => {
  folder.remove();
});

async function advanced(store: Store): Promise<void> {
  const [claimed] = await claimDue(store, noon, 1);
  await store.outbox.advance([{ recipientId: claimed?.id ?? 0, state: Delivered, at: noon }]);
}

/** Claims the message and settles it; returns its link. */
async function settled(store: Store, end: SettlementEnd): Promise<number> {
  const [claimed] = await claimDue(store, noon, 1);
  const [recipientId, linkId] = [claimed?.id ?? 0, claimed?.linkId ?? 0];
  const accepted = [{ part: 1, messageId: "7" }];
  await store.delivery.settle([{ owner, recipientId, linkId, at: noon, accepted, end }]);
  return linkId;
}

const ends: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  "a final state": async (store) => advanced(store),
  "a receipt": async (store) => {
    const linkId = await settled(store, { kind: "submitted" });
    const receipt = { linkId, messageId: "7", keys: ["7"], phone: undefined, state: Delivered, at: noon };
    return store.delivery.receipts([receipt]);
  },
  "a refusal": async (store) => settled(store, { kind: "failed", code: "0x0b" }),
  "a sweep": async ({ delivery }) => delivery.expire(noon + 1_000, 1_000, 9),
  "a claim that comes too late": async (store) => {
    await claimDue(store, noon, 0);
    const links = [{ linkId: 1, up: true, free: 9 }];
    return store.delivery.claim({ owner, now: noon + 1_000, validity: 1_000, links });
  },
};

/** Whether a text is in a file of the database with that name. */
const isIn = (base: string, text: string): boolean =>
  readdirSync(folder.path)
    .filter((each) => each.startsWith(base))
    .some((each) => readFileSync(join(folder.path, each)).includes(text));

test.each(
  Object.keys(ends).flatMap((name) => [
    { name, times: 1 },
    { name, times: 1000 },
  ]),
)("a hidden text, repeated $times times, is in no file after $name", async ({ name, times }) => {
  const base = `erased ${name} ${times}.db`;
  const inFiles = (): boolean => isIn(base, "a rare secret");
  const store = await openStore(`sqlite:${join(folder.path, base)}`);
  await openAccount(store, { credit: 1_000 });
  const text = "a rare secret".repeat(times);
  await store.outbox.submit(submission("t1", { text, hidden: true }));
  expect(inFiles()).toBe(true);
  await ends[name]?.(store);
  expect((await store.outbox.statistics(42, "t1"))?.counts).toMatchObject([{ count: 1 }]);
  await store.close();
  expect(inFiles()).toBe(false);
});

test("a hidden text is in no file after a close during a read", async () => {
  const base = "erased during a read.db";
  const path = join(folder.path, base);
  const store = await openStore(`sqlite:${path}`);
  await openAccount(store, { credit: 1_000 });
  await store.outbox.submit(submission("t1", { text: "a rare secret", hidden: true }));
  await advanced(store);
  const reader = (await loadDriver()).open(path, true);
  reader.exec("BEGIN");
  reader.prepare("SELECT * FROM txn").all();
  const ended = setTimeout(100).then(() => {
    reader.exec("ROLLBACK");
  });
  await store.close();
  await ended;
  expect(isIn(base, "a rare secret")).toBe(false);
  reader.close();
});
