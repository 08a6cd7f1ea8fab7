import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { lowestThird, median } from "./measure.js";
import { postmasterOf } from "./postgres/counters.js";
import { cpuOfServer } from "./process-tree.js";
import { delivered, type GatewayStore, messengerGateway } from "./product/messenger-gateway.js";

/**
 * `node dist/bench/stores.js postgres://USER@127.0.0.1/EMPTY [MESSAGES] [ROUNDS]`: CPU per message of `messenger serve` on PostgreSQL and
 * on SQLite, from the HTTP call to the confirmed receipt of an SMSC, each message with another number and text. The rounds alternate.
 * Prints a table of `results/postgres.md`. The server must be on this machine.
 */
const [, , url = "", messageCount = "4000", roundCount = "9"] = process.argv;
const [messages, rounds] = [Number(messageCount), Number(roundCount)];

const folder = mkdtempSync(join(tmpdir(), "messenger-bench-"));
const database = await connect(postgresSettings(`${url}?connections=2`));
const postmaster = await postmasterOf(database);
await database.close();
const stores = [
  { name: "SQLite", gateway: await messengerGateway(join(folder, "sqlite"), "receipts", messages) },
  {
    name: "PostgreSQL",
    gateway: await messengerGateway(join(folder, "postgres"), "receipts", messages, url as GatewayStore),
  },
].map((store) => ({ ...store, time: [] as number[], service: [] as number[], database: [] as number[] }));

for (let round = -2; round < rounds; round++)
  for (const { name, gateway, time, service, database: ofDatabase } of round % 2 === 0
    ? stores
    : [...stores].reverse()) {
    const [begun, cpu, before] = [performance.now(), gateway.cpu(), cpuOfServer(postmaster)];
    await delivered(gateway);
    if (round < 0) continue;
    time.push((performance.now() - begun) / messages);
    service.push((gateway.cpu() - cpu) / messages);
    ofDatabase.push(name === "SQLite" ? 0 : (cpuOfServer(postmaster) - before) / messages);
  }

const row = (...cells: readonly string[]): void => {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
};
const both = (all: readonly number[]): string => `${median(all).toFixed(0)} (${lowestThird(all).toFixed(0)})`;
row("Store", "messages/s", "service, us", "database, us");
row("---", "---", "---", "---");
for (const { name, time, service, database: ofDatabase } of stores)
  row(name, (1_000 / median(time)).toFixed(0), both(service), both(ofDatabase));
const [first, second] = stores;
const ratios = (second?.service ?? []).map((value, round) => value / (first?.service[round] ?? NaN));
row("PostgreSQL / SQLite", "", median(ratios).toFixed(2), "");

for (const { gateway } of stores) await gateway.close();
rmSync(folder, { recursive: true });
