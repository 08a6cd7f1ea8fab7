import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { Caller } from "../cluster/caller.js";
import { killAll, startProcess } from "../cluster/server-processes.js";
import { addCustomer } from "../interop/service.js";
import { eventually } from "../eventually.js";
import { isInstalled, testWithPeer } from "../peers.js";
import { type Pooler, startPgbouncer } from "./pgbouncer.js";
import { localServer } from "./local-server.js";
import { testsOn } from "./postgres-server.js";
import { deliveryCases } from "./delivery-cases.js";
import { submitCases } from "./submit-cases.js";
import { storeSuite } from "./suite.js";

afterAll(killAll);

testsOn(await localServer(), (server) => {
  let pooler: Pooler | undefined;
  let template: string | undefined;
  const newUrl = async (): Promise<string> => {
    if (pooler === undefined) throw new Error("no pooler");
    return pooler.through(await server.createDatabase(template));
  };
  beforeAll(async () => {
    if (!isInstalled("pgbouncer")) return;
    pooler = await startPgbouncer(server, "transaction");
    const url = await server.createDatabase();
    await (await openPostgresStore(url)).close();
    template = new URL(url).pathname.slice(1);
  });
  afterAll(async () => {
    await pooler?.stop();
  });

  if (isInstalled("pgbouncer"))
    describe("through PgBouncer in transaction mode", () => {
      storeSuite("postgres", { make: newUrl, open: openPostgresStore }, [submitCases, deliveryCases]);
    });

  testWithPeer(
    "pgbouncer",
    "processes behind PgBouncer in transaction mode take calls and deliver",
    async () => {
      const url = await newUrl();
      const store = await openPostgresStore(url);
      await addCustomer(store, 1_000);
      const delivers = (): Promise<{ stop(): Promise<number | null> }> =>
        startProcess(url, ["delivery", "maintenance"], "--smsc", "loopback");
      const [api, ...workers] = await Promise.all([startProcess(url, ["api"]), delivers(), delivers()]);
      const callers = [0, 1, 2, 3].map((number) => new Caller(number));
      for (let round = 0; round < 25; round++)
        await Promise.all(callers.map(async (caller) => caller.send(() => [api.url])));
      for (const caller of callers) {
        caller.close();
        expect(caller.failures).toEqual([]);
      }
      await eventually(async () => {
        const queues = await store.links.queues();
        return queues.every(
          ({ waiting, underWay, withoutReceipt }) => waiting + underWay + withoutReceipt === 0,
        );
      });
      for (const process of [api, ...workers]) expect(await process.stop()).toBe(0);
      await store.close();
    },
  );

  testWithPeer("pgbouncer", "a pooler in statement mode is refused", async () => {
    const statements = await startPgbouncer(server, "statement");
    const url = statements.through(await server.createDatabase());
    const error: unknown = await openPostgresStore(url).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: "StoreError", code: "statementPooler" });
    expect(String(error)).toContain("pool_mode = transaction");
    await statements.stop();
  });
});
