import { afterEach, expect, test } from "@jest/globals";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { addCustomer, login } from "../interop/service.js";
import { anyServer, testsOn } from "../storage/postgres-server.js";
import { Caller } from "./caller.js";
import { killAll, startProcess } from "./server-processes.js";
import { ledgerOf } from "../storage/fixtures.js";

const credit = process.env["MESSENGER_ENDURANCE"] === "full" ? 5_000 : 500;
const callers = 64;

afterEach(killAll);

testsOn(await anyServer(), (server) => {
  test(`a credit of ${credit} parts is spent ${credit} times by ${callers} callers of one customer at 4 processes`, async () => {
    const database = await server.createDatabase();
    const store = await openPostgresStore(database);
    await addCustomer(store, credit);
    const processes = await Promise.all([1, 2, 3, 4].map(async () => startProcess(database, ["api"])));
    const urls = processes.map(({ url }) => url);
    const all = Array.from({ length: callers }, (_, index) => new Caller(index));
    await Promise.all(
      all.map(async (caller) => {
        while ((await caller.send(() => urls)).result === "OK");
        caller.close();
      }),
    );
    const answers = all.flatMap((caller) => caller.answers);
    const accepted = answers.filter(({ result }) => result === "OK");
    expect([accepted.length, answers.length]).toEqual([credit, credit + callers]);
    expect(new Set(accepted.map(({ transaction }) => transaction)).size).toBe(credit);
    const { accounts } = store;
    expect(await accounts.balances(login.customerID)).toEqual([{ kind: "SMS", amount: 0 }]);
    const ledger = await ledgerOf(store, login.customerID);
    expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(0);
    expect(ledger.filter(({ reason }) => reason === "charge")).toHaveLength(credit);
    for (const each of processes) expect(await each.stop()).toBe(0);
    await store.close();
  }, 600_000);
});
