import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { StoreError } from "#server/storage/errors.js";
import { openStore } from "#server/storage/index.js";
import { countsOf } from "#server/storage/sqlite/counts.js";
import { driverNames } from "#server/storage/sqlite/engine/driver.js";
import { threadScript } from "#server/storage/sqlite/engine/writer-client.js";
import { temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

/** What a script loads from elsewhere. */
function requiredBy(script: URL): readonly string[] {
  return [...readFileSync(script, "utf8").matchAll(/\brequire\("([^"]+)"\)/gu)].map(([, name = ""]) => name);
}

test.each(["writer", "counter"] as const)(
  "the thread %s is one file, which loads parts of Node and the SQLite driver only",
  (name) => {
    const required = new Set(requiredBy(threadScript(name)));
    expect(required).toContain("node:worker_threads");
    expect([...required].filter((each) => !each.startsWith("node:"))).toEqual(["better-sqlite3"]);
  },
);

test("the counting thread answers what it was asked before it ends; a later read starts another one", async () => {
  const path = join(folder.path, "messenger.db");
  await (await openStore(`sqlite:${path}`)).close();
  const counts = countsOf({ path, drivers: driverNames });
  const reads = [counts.totals(0), counts.busiest(0, 9), counts.queues()];
  const closing = counts.close();
  reads.push(counts.totals(0));
  await closing;
  expect(await Promise.all(reads)).toEqual([[], [], [], []]);
  await counts.close();
  await counts.close();
});

test("a read that fails rejects, and the thread answers the next one", async () => {
  const path = join(folder.path, "later.db");
  const counts = countsOf({ path, drivers: driverNames });
  await expect(counts.totals(0)).rejects.toBeInstanceOf(StoreError);
  await (await openStore(`sqlite:${path}`)).close();
  expect(await counts.totals(0)).toEqual([]);
  await counts.close();
});
