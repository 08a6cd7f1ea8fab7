import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { killAll, startProcess } from "../../cluster/server-processes.js";
import { eventually } from "../../eventually.js";
import { newDatabase } from "../../storage/new-database.js";
import { addAccount } from "./service.js";
import { bindRequest, submitSm, TestClient } from "./test-client.js";

const clients = 1_000;
const perAddress = 50;
const megabyte = 1_000_000;

afterAll(killAll);

/** Resident memory of a process, in bytes. */
function residentMemory(pid: number): number {
  const [, kibibytes = ""] = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) * 1_024;
}

test(`${clients} idle clients take less than 50 MB, another one sends, and those beyond the limits take the places of idle ones`, async () => {
  const database = await newDatabase();
  const store = await openStore(database);
  await addAccount(store, { customerId: 42 });
  const server = await startProcess(database, [], "--smpp", "0");
  const { smppPort: port } = server;
  const { client: sender } = await TestClient.bind(port);
  expect(await sender.request(submitSm())).toMatchObject({ status: 0 });
  const before = residentMemory(server.process.pid ?? NaN);
  const idle: TestClient[] = [];
  // Half of them are bound, the others may still bind.
  for (let index = 1; index < clients; index++)
    idle.push(await TestClient.connect(port, `127.0.1.${Math.floor(index / perAddress) + 1}`));
  const bound = idle.filter((_, index) => index % 2 === 0);
  const responses = await Promise.all(bound.map((client) => client.request(bindRequest())));
  expect(responses.filter(({ status }) => status !== 0)).toEqual([]);
  expect(await sender.request(submitSm())).toMatchObject({ status: 0 });
  expect(residentMemory(server.process.pid ?? NaN) - before).toBeLessThan(50 * megabyte);
  // Clients have bound from all networks that are there: one from elsewhere gets no place, one from there that of the oldest silent one.
  const unauthenticated = await TestClient.connect(port, "127.0.2.1");
  await eventually(() => unauthenticated.closed);
  const late = await TestClient.connect(port, "127.0.1.1");
  expect(await late.request(bindRequest())).toMatchObject({ status: 0 });
  await eventually(() => idle.filter(({ closed }) => closed).length === 1);
  expect(bound.filter(({ closed }) => closed)).toEqual([]);
  for (const client of [sender, late, ...idle]) client.close();
  await server.stop();
  await store.close();
});
