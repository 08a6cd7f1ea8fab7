import { afterAll, expect } from "@jest/globals";
import { isInstalled, testWithPeer } from "../peers.js";
import { samplesOn } from "../samples/sample-tests.js";
import { seededService, type SeededService } from "../samples/service.js";
import { startProxy } from "./proxy.js";
import { killAll, startProcess } from "./server-processes.js";

const services: SeededService[] = [];

/** Two servers behind a proxy, each with a store of its own, and two processes that deliver. */
async function open(): Promise<SeededService> {
  const service = await seededService(undefined, 1);
  services.push(service);
  const worker = () => startProcess(service.database, ["delivery"], "--smsc", "loopback");
  const workers = await Promise.all([worker(), worker()]);
  const { pathname } = new URL(service.url);
  const proxy = await startProxy(service.servers, `${pathname}?wsdl`);
  const close = async (): Promise<void> => {
    await proxy.stop();
    for (const process of workers) expect(await process.stop()).toBe(0);
    await service.close();
  };
  return { ...service, url: `http://127.0.0.1:${proxy.port}${pathname}`, close };
}

if (isInstalled("haproxy"))
  samplesOn("two servers behind a proxy and two processes that deliver, on PostgreSQL", open);
testWithPeer("haproxy", "each of two servers behind a proxy has taken calls of the samples", () => {
  for (const service of services) expect(service.taken()).toEqual([expect.any(Number), expect.any(Number)]);
  expect(services).toHaveLength(4);
});
afterAll(killAll);
