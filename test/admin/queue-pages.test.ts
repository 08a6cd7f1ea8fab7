import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { listUncertain } from "#server/admin/queue.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../eventually.js";
import { claimDue } from "../storage/claims.js";
import { allOf, noon, openAccount, submission, temporaryFolder } from "../storage/fixtures.js";

test("all uncertain messages are listed, however many", async () => {
  const folder = temporaryFolder();
  const store = await openStore(`sqlite:${join(folder.path, "messenger.db")}`);
  await openAccount(store, { credit: 20_000_000 });
  const recipients = Array.from({ length: 10_001 }, (_, index) => String(12025500000 + index));
  await store.outbox.submit(submission("many", { recipients }));
  let claimed = 0;
  await eventually(async () => (claimed += (await claimDue(store, noon, 10_001)).length) === 10_001);
  await store.delivery.own({
    owner: "next",
    now: noon + 100_000,
    until: noon + 200_000,
    reports: [],
    wanted: [],
  });
  const ids = (await allOf(listUncertain(store))).map(({ id }) => id);
  await store.close();
  folder.remove();
  expect(ids).toHaveLength(10_001);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(ids).size).toBe(10_001);
});
