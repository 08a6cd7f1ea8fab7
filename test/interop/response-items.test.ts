import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { items, MessengerClient } from "messenger-client";
import { fetchTransport } from "messenger-gen-runtime";
import { itemsOf } from "messenger-gen-runtime/items";
import { nodeTransport } from "messenger-gen-runtime/node";
import { listen } from "soap";
import { row, rows } from "../host/http/rows-service.js";

/** The service of the contract, served by node-soap. */
let server: Server;
let url: string;

const count = 20_000;
const input = { user: { CustomerID: 42, Name: "api", Password: "secret" } };

beforeAll(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/service`;
  const find = (sought: object) => {
    if (JSON.stringify(sought).includes("refused"))
      throw Object.assign(new Error("refused"), {
        Fault: { faultcode: "soap:Client", faultstring: "No such list" },
      });
    const lists = [...rows(count)].map((each) => ({ ...each, ID: String(each.ID) }));
    return {
      FindDistributionListsResult: {
        ErrorCode: 0,
        Result: "OK",
        Lists: { DistributionListDescription: lists },
      },
    };
  };
  const port = { FindDistributionLists: find };
  await new Promise<void>((resolve, reject) => {
    listen(server, {
      path: "/service",
      services: { Messenger: { MessengerSoap: port, MessengerSoap12: port } },
      xml: readFileSync("schema/messenger.wsdl", "utf8"),
      uri: "schema/messenger.wsdl",
      callback: (error: unknown) => {
        if (error instanceof Error) reject(error);
        else resolve();
      },
    });
  });
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ["nodeTransport", nodeTransport],
  ["fetchTransport", fetchTransport],
])("the items of a response of node-soap are read over %s", async (_, transportTo) => {
  const transport = transportTo({ url, maxResponseBytes: 1_000 });
  const client = new MessengerClient({ transport });
  const lists = await itemsOf(client, items.FindDistributionLists.Lists, input);
  let number = 0;
  for await (const list of lists) {
    if (number === 0 || number === count - 1) expect(list).toMatchObject(row(number));
    number++;
  }
  expect(number).toBe(count);
  expect(await lists.output()).toMatchObject({ ErrorCode: 0, Result: "OK", Lists: [row(0)] });
  transport.close?.();
});

test("a fault of node-soap rejects before the items", async () => {
  const transport = nodeTransport({ url });
  const client = new MessengerClient({ transport });
  const sought = { ...input, user: { ...input.user, Name: "refused" } };
  await expect(itemsOf(client, items.FindDistributionLists.Lists, sought)).rejects.toMatchObject({
    name: "ServiceFault",
    message: "No such list",
  });
  transport.close();
});
