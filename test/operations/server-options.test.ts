import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessengerClient } from "messenger-client";
import { createServer, type MessengerServer } from "messenger-server";
import { newDatabase } from "../storage/new-database.js";
import { PlainBrowser, startConsole } from "../faces/console/console-server.js";

let server: MessengerServer;

beforeAll(async () => {
  const absent = { host: undefined, mounts: undefined, greeting: undefined, keepTexts: undefined };
  server = await createServer({ database: await newDatabase(), port: 0, admin: undefined, ...absent });
});
afterAll(() => server.close());

test("an option that is undefined has its default", async () => {
  const { hostname, pathname } = new URL(server.url);
  expect([hostname, pathname]).toEqual(["127.0.0.1", "/bms/Soap/Messenger.asmx"]);
  const client = new MessengerClient({ url: server.url });
  expect(await client.getGreeting({})).toBe("Messenger");
  expect(server.adminPort).toBeUndefined();
});

test("JSON is at /v1 unless it is turned off", async () => {
  const status = async ({ url }: MessengerServer): Promise<number> =>
    (await fetch(new URL("/v1/openapi.json", url))).status;
  expect(await status(server)).toBe(200);
  const without = await createServer({ database: await newDatabase(), port: 0, jsonApi: false });
  try {
    expect(await status(without)).toBe(404);
  } finally {
    await without.close();
  }
});

test("the console shows all settings of the server but its links", async () => {
  const console = await startConsole({ bodyMemory: 16 });
  try {
    const { text } = await (await new PlainBrowser(console.origin).logIn("admin")).get("/settings");
    const shown = Object.fromEntries(
      Array.from(
        text.matchAll(/<code>(\w+)<\/code><\/span><\/td><td[^>]*><span>([^<]*)</gu),
        ([, name = "", value]) => [name, value],
      ),
    );
    expect(Object.keys(shown)).toEqual(
      expect.arrayContaining(["database", "bodyMemory", "keepMessages", "mm7Path"]),
    );
    expect(shown).not.toHaveProperty("delivery");
    expect(shown["bodyMemory"]).toBe("16");
  } finally {
    await console.close();
  }
});
