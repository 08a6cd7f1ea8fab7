import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeOf } from "#server/storage/index.js";
import { connect, longPatience } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { postmasterOf } from "./postgres/counters.js";
import { fill } from "./postgres/fill.js";
import { cpuOfServer } from "./process-tree.js";
import { customers } from "./product/account.js";
import { insertsAround } from "./product/fill.js";
import { fillFile, type PageStore, preparePages, readPages } from "./product/pages.js";

/**
 * `node dist/bench/pages.js DATABASE [fill]`: the group `pages` of `npm run bench` on a store that stays, `sqlite:FILE` or
 * `postgres://USER@127.0.0.1/NAME`. With `fill` an empty one gets its million messages first. A server of PostgreSQL must be on this machine.
 */
const [, , database = "", how] = process.argv;

/** Messages in the store. */
const stored = 1_000_000;

async function fillServer(url: string): Promise<void> {
  const server = await connect(postgresSettings(url), longPatience);
  await fill(server, stored, Date.now(), customers);
  for (const insert of insertsAround(customers, Date.now())) await server.run(sql(insert));
  await server.run(sql("VACUUM (ANALYZE)"));
  await server.close();
}

async function storeOn(url: string): Promise<PageStore> {
  if (url.startsWith("sqlite:")) return { database: url, cpu: () => 0 };
  const server = await connect(postgresSettings(url));
  const postmaster = await postmasterOf(server);
  await server.close();
  return { database: url, cpu: () => cpuOfServer(postmaster) };
}

if (how === "fill") {
  await (await placeOf(database)).migrate(false, Date.now());
  const file = database.replace(/^sqlite:/u, "");
  await preparePages(database, () => (file === database ? fillServer(database) : fillFile(file)));
}
const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
try {
  for (const { name, value, unit, note = "" } of await readPages(await storeOn(database), folder))
    process.stdout.write(`${name}: ${value.toFixed(0)} ${unit}; ${note}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
