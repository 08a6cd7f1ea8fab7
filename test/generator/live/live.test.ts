import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize } from "node:v8";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startMock, type RunningMock } from "#generator/commands/mock.js";
import { contractOf, live, LiveError } from "#generator/live/live.js";
import { folderWith } from "../read/contract-files.js";
import { wsdl } from "../plan/contracts.js";

const messenger = "schema/messenger.wsdl";
const cache = mkdtempSync(join(tmpdir(), "live-"));
interface Greeting {
  readonly getGreeting: () => Promise<string>;
}

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock(messenger, {}, 0);
});
afterAll(async () => {
  rmSync(cache, { recursive: true });
  await mock.close();
});

describe("a client of a contract that is read when the program starts", () => {
  test("calls the service, and knows its operations and samples", async () => {
    const client = await live<Greeting>(messenger, { client: { url: mock.url } });
    const { name, operations, sample } = contractOf(client);
    expect([name, operations.length]).toEqual(["Messenger", 36]);
    expect(operations.find(({ method }) => method === "getGreeting")?.doc).toEqual([
      expect.stringMatching(/^Returns a greeting/),
    ]);
    expect(await client.getGreeting()).toBe(sample("getGreeting")?.output);
  });

  test("is read from the server of the service, whose address it has", async () => {
    const client = await live<Greeting>(`${mock.url}?wsdl`);
    expect(contractOf(client).url).toBe(mock.url);
    expect(await client.getGreeting()).toBe("string");
  });

  test("is kept by the content of the contract, and changes with it", async () => {
    const text = wsdl({ input: '<xs:element name="a" type="xs:long"/>' });
    const folder = folderWith({ "service.wsdl": text });
    const path = join(folder, "service.wsdl");
    const before = contractOf(await live(path, { cache })).operations;
    const [kept = ""] = readdirSync(cache);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(contractOf(await live(path, { cache })).operations).toEqual(before);
    writeFileSync(path, text.replaceAll('"Do"', '"Send"').replaceAll(`tns:Do"`, `tns:Send"`));
    expect(contractOf(await live(path, { cache })).operations.map(({ name }) => name)).toEqual(["Send"]);
    await live(path, { cache, long: "number" });
    expect(readdirSync(cache)).toHaveLength(3);
    expect(deserialize(readFileSync(join(cache, kept)))).toHaveProperty("operations");
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ["errors", () => live("test/golden/gone.wsdl"), /MG1001/],
    ["several services", () => live("test/golden/operations/service.wsdl"), /several services.*Calculator/],
  ])("%s of a contract are refused", async (_, made, message) => {
    await expect(made()).rejects.toThrow(LiveError);
    await expect(made()).rejects.toThrow(message);
  });

  test("headers are not sent where only a fetched document says that the service is", async () => {
    const server = createServer((_, response) => response.end(wsdl({}))).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/?wsdl`;
    const headers = { authorization: "Basic YTpi" };
    try {
      await expect(live(url, { client: { headers } })).rejects.toThrow(
        /is at http:\/\/localhost: give the client a url/,
      );
      const named = await live(url, { client: { headers, url: "http://localhost/" } });
      expect(contractOf(named).url).toBe("http://localhost/");
    } finally {
      server.close();
    }
  });
});
