import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { freePort } from "../../free-port.js";
import { startService } from "../../interop/service.js";
import { ledgerOf, openAccount } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { hashPassword } from "#server/credentials/hash.js";
import { cheap } from "../../credentials/cheap.js";
import { by, newKey } from "./api-server.js";

/** Milliseconds from the call to the kill: before its commit, between it and the stored response, behind both. */
const delays = [0, 1, 2, 4, 6, 9, 13, 20] as const;

test("a call that kill -9 has cut off is done once, however often it is repeated with its Idempotency-Key", async () => {
  const database = await newDatabase();
  const store = await openStore(database);
  await openAccount(store);
  const passwordHash = await hashPassword("correct horse battery", cheap);
  await store.operators.add({ name: "admin", role: "admin", passwordHash, createdAt: 0 }, by);
  const key = await newKey(store, "billing", { trusted: "on" });
  const port = await freePort();
  const start = () => startService(database, "--admin", String(port), "--operators", "on");
  const add = async (round: number): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/operators/v1/credit/add`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": `top-up ${round}`,
      },
      body: JSON.stringify({ customer: 42, kind: "SMS", amount: "1", reference: `R-${round}` }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  let service = await start();
  const answers: number[][] = [];
  for (const [round, delay] of delays.entries()) {
    const cut = add(round).catch(() => 0);
    await sleep(delay);
    await service.kill();
    await cut;
    service = await start();
    answers.push([await add(round), await add(round)]);
  }
  await service.kill();
  const references = (await ledgerOf(store, 42)).map(({ reference }) => reference);
  expect(references.toSorted()).toEqual(delays.map((_, round) => `R-${round}`));
  // Carried out now or before (200), or before and without its response (409).
  expect(answers.flat().filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const entries = await store.audit.entries(100);
  expect(entries.filter(({ action }) => action === "credit add")).toHaveLength(delays.length);
  await store.close();
});
