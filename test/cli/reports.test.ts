import { beforeAll, describe, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
import { messenger } from "./messenger.js";

const database = await newDatabase();

beforeAll(async () => {
  const store = await openStore(database);
  await openAccount(store, { payment: "postpaid" });
  await store.outbox.submit(submission("m1"));
  await store.close();
});

describe("a process that reads apart ends by itself", () => {
  test.each([
    "message find --customer 42",
    "message find --prefix 1202 --json",
    "message find --state failed --csv",
    "audit list",
    "usage --by state",
    "usage --customer 42 --by day --csv",
    "statement 42 2030-01",
    "statement 42 2030-01 --margin",
    "deliverability",
    "margin",
    "credit list --customer 42",
  ])("%s", async (line) => {
    const command = messenger([...line.split(" "), "--database", database]);
    expect([await command.ended(), command.stderr().includes("Error")]).toEqual([0, false]);
  });

  test("a server whose metrics and problems were read", async () => {
    const options = ["--port", "0", "--admin", "0", "--smsc", "loopback"];
    const command = messenger(["serve", ...options, "--database", database]);
    const [, port = ""] = await command.untilError(/"port":(\d+),"msg":"admin listener open"/u);
    for (let round = 0; round < 2; round++)
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    command.process.kill("SIGTERM");
    expect(await command.ended()).toBe(0);
  });
});
