import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { MessengerServer } from "messenger-server";
import { newApiKey } from "#server/credentials/api-keys.js";
import type { Store } from "#server/ports/store.js";
import { serverWith } from "#server/server.js";
import { StoreError, type StoreErrorCode } from "#server/storage/errors.js";
import { openStore } from "#server/storage/index.js";
import { cheap } from "../credentials/cheap.js";
import { newDatabase } from "../storage/new-database.js";
import { basic, message } from "./v1-caller.js";

/** The store fails while the credentials of a request are checked, which is before its call has begun. */

let failure: StoreErrorCode;
let server: MessengerServer;

const fails = (): Promise<never> => Promise.reject(new StoreError(failure));

/** A store that cannot read who calls. */
const failing = (store: Store): Store => ({
  ...store,
  accounts: { ...store.accounts, login: fails },
  apiKeys: { ...store.apiKeys, find: fails },
});

beforeAll(async () => {
  const database = await newDatabase();
  const open = async (): Promise<Store> => failing(await openStore(database));
  server = await serverWith({ database, port: 0 }, open, cheap);
});
afterAll(() => server.close());

const unavailable = { status: 503, code: "Unavailable" };
const internal = { status: 500, code: "Internal" };

describe.each([
  ["a key", () => `Bearer ${newApiKey().key}`],
  ["a password", () => basic()],
])("with %s", (_title, authorization) => {
  test.each<readonly [StoreErrorCode, { readonly status: number; readonly code: string }]>([
    ["busy", unavailable],
    ["full", unavailable],
    ["readOnly", unavailable],
    ["io", unavailable],
    ["overloaded", unavailable],
    ["refusedLogin", unavailable],
    ["noPassword", unavailable],
    ["noRights", unavailable],
    ["standby", unavailable],
    ["unreachable", unavailable],
    ["noConnection", unavailable],
    ["connectionLost", unavailable],
    ["stopped", unavailable],
    ["closed", unavailable],
    ["damaged", internal],
    ["failed", internal],
  ])("%s is %j", async (code, want) => {
    failure = code;
    const response = await fetch(`${new URL(server.url).origin}/v1/messages`, {
      method: "POST",
      headers: { authorization: authorization(), "content-type": "application/json" },
      body: JSON.stringify(message),
    });
    const { code: found } = (await response.json()) as { readonly code: string };
    expect({ status: response.status, code: found }).toEqual(want);
  });
});
