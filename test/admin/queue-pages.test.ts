import { expect, test } from "@jest/globals";
import { allParts } from "#server/actions/parts.js";
import { listUncertain } from "#server/actions/queue.js";
import { machine } from "#server/actions/rights.js";
import { openStore } from "#server/storage/index.js";
import { eventually } from "../eventually.js";
import { claimDue, loseClaimed } from "../storage/claims.js";
import { allOf, noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

test("all uncertain messages are listed, however many", async () => {
  const store = await openStore(await newDatabase());
  await openAccount(store, { credit: 20_000_000 });
  const recipients = Array.from({ length: 10_001 }, (_, index) => String(12025500000 + index));
  await store.outbox.submit(submission("many", { recipients }));
  let claimed = 0;
  await eventually(async () => (claimed += (await claimDue(store, noon, 10_001)).length) === 10_001);
  await loseClaimed(store, noon + 100_000);
  const use = { by: { name: "ann", source: "test" }, now: noon, caller: machine };
  const parts = allParts((wanted) => listUncertain.part(store, {}, use, wanted));
  const ids = (await allOf(parts)).map(({ id }) => id);
  await store.close();
  expect(ids).toHaveLength(10_001);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(ids).size).toBe(10_001);
});
