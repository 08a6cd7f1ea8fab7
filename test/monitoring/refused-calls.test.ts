import { expect, test } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import { startRefusedCalls } from "#server/monitoring/refused-calls.js";
import { openStore } from "#server/storage/index.js";
import { StoreError } from "#server/storage/errors.js";
import { cheap } from "../credentials/cheap.js";
import { eventually } from "../eventually.js";
import { keepingLog } from "../host/greeter/server.js";
import { startServer } from "../start-server.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const message = {
  originator: "Nobody",
  smsText: "Hello",
  recipientPhone: "12025550101",
  messageType: "Latin",
};

test("refused calls of each interface are stored by customer, at the latest when the server closes", async () => {
  const database = await newDatabase();
  const store = await openStore(database);
  await openAccount(store, { user: "api", passwordHash: await hashPassword("secret", cheap) });
  const server = await startServer({ database, port: 0, confirmAfter: 1 });
  const byJson = (login: string, body: object): Promise<Response> =>
    fetch(new URL("/v1/messages", server.url), {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(login).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
  const byGet = (password: string): Promise<Response> => {
    const query = new URLSearchParams({
      ...message,
      customerID: "42",
      userName: "api",
      userPassword: password,
    });
    for (const name of ["blink", "flash", "Private"]) query.set(name, "false");
    return fetch(`${server.url}/HTTP_SendSms?${query.toString()}`);
  };
  try {
    for (const response of [
      await byJson("42/api:secret", message),
      await byJson("42/api:secret", { ...message, originator: "Shop" }),
      await byJson("42/api:wrong", message),
      await byJson("44/api:secret", message),
      await byGet("secret"),
      await byGet("wrong"),
    ])
      await response.text();
  } finally {
    await server.close();
  }
  const counted = (await store.traffic.refused(42, 0)).map(({ code, calls }) => [code, calls]);
  expect([counted, await store.traffic.refused(44, 0)]).toEqual([
    [
      ["403.4", 1],
      ["404.2", 2],
      ["600.1", 2],
    ],
    [],
  ]);
  await store.close();
});

test("counts that cannot be written are written with the next ones, in one write", async () => {
  const log = keepingLog();
  const written: unknown[] = [];
  const addRefused = async (rows: readonly object[]): Promise<void> => {
    if (written.push(...rows) === 1) throw new StoreError("failed", "the disk is full");
  };
  const store = { traffic: { addRefused } } as never;
  const counter = startRefusedCalls({ store, now: () => 86_400_000, log, interval: 5 });
  for (let call = 0; call < 3; call++) counter.refused(42, "403.4");
  await eventually(() => written.length === 2);
  await counter.close();
  const row = { customerId: 42, day: 1, code: "403.4", calls: 3 };
  expect(written).toEqual([row, row]);
});
