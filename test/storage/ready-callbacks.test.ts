import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { prepareSchema } from "#server/storage/sqlite/schema/migrate.js";
import { openStore } from "#server/storage/index.js";
import { noon, temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

test("one callback of each message is ready, the first that waits", async () => {
  const file = join(folder.path, "callbacks.db");
  const database = openWriter(await loadDriver(), file);
  prepareSchema(database, "migrate");
  database.exec(`
    INSERT INTO customer (id, name, state, payment, created_at) VALUES (42, 'A', 'active', 'postpaid', 0);
    INSERT INTO customer_callback VALUES (42, 'https://shop.example.com/', '', 0, 0);
    WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 60)
    INSERT INTO callback (customer_id, transaction_id, recipient, phone, state, at, next_at, until)
    SELECT 42, 't1', n % 10, '12025550101', 6, 0, CASE WHEN n % 20 < 10 THEN n END, n FROM row;
  `);
  database.close();
  const store = await openStore(`sqlite:${file}`);
  const { queue } = store.callbacks;
  const due = async () => (await queue.due(42, 99, 99)).map(({ id }) => id);
  expect(await due()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 20]);
  await queue.end(1, noon);
  expect(await due()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 20, 21]);
  await store.close();
});
