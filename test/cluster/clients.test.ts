import { afterAll, beforeAll, expect } from "@jest/globals";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { clientTests } from "../interop/messenger-clients.js";
import { isInstalled, testWithPeer } from "../peers.js";
import { anyServer, testsOn } from "../storage/postgres-server.js";
import { freePort } from "../free-port.js";
import { startProxy, type Proxy } from "./proxy.js";
import { killAll, type ServerProcess, startProcess } from "./server-processes.js";
import { addCustomer } from "../interop/service.js";

const path = "/bms/Soap/Messenger.asmx";

testsOn(await anyServer(), (server) => {
  let apis: readonly (ServerProcess & { readonly admin: number })[] = [];
  let workers: readonly ServerProcess[] = [];
  let proxy: Proxy | undefined;
  beforeAll(async () => {
    if (!isInstalled("haproxy")) return;
    const database = await server.createDatabase();
    const store = await openPostgresStore(database);
    await addCustomer(store, 1_000);
    await store.close();
    const api = async () => {
      const admin = await freePort();
      return { ...(await startProcess(database, ["api"], "--admin", String(admin))), admin };
    };
    const worker = () => startProcess(database, ["delivery", "maintenance"], "--smsc", "loopback");
    [apis, workers] = await Promise.all([Promise.all([api(), api()]), Promise.all([worker(), worker()])]);
    const backends = apis.map(({ url, admin }) => ({ port: Number(new URL(url).port), admin }));
    proxy = await startProxy(backends, `${path}?wsdl`);
  });
  afterAll(async () => {
    await proxy?.stop();
    killAll();
  });

  if (isInstalled("haproxy")) clientTests(() => `http://127.0.0.1:${String(proxy?.port)}${path}`);

  testWithPeer(
    "haproxy",
    "both processes behind the proxy have taken calls, and all processes stop in order",
    async () => {
      for (const { admin } of apis) {
        const metrics = await (await fetch(`http://127.0.0.1:${admin}/metrics`)).text();
        expect(metrics).toMatch(/^messenger_calls_total\{.*\} [1-9]/mu);
      }
      for (const process of [...apis, ...workers]) expect(await process.stop()).toBe(0);
    },
  );
});
