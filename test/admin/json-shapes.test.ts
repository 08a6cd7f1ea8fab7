import { afterAll, expect, test } from "@jest/globals";
import { CommandRunner } from "../command-runner.js";
import { newDatabase } from "../storage/new-database.js";
const database = await newDatabase();
const runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });

afterAll(() => {
  runner.end();
});

test("with --json, the commands that print several things print an array, the others an object", async () => {
  await runner.run(["customer", "add", "8", "--name", "Eight"]);
  const arrays = [
    "credit balance",
    "usage",
    "process list",
    "queue show",
    "queue contradictions",
    "queue uncertain list",
    "audit list",
  ];
  const lists = [
    "callback",
    "key",
    "user",
    "originator",
    "credit",
    "list",
    "campaign",
    "price",
    "blacklist",
    "route",
    "link",
  ];
  for (const line of [...arrays, ...lists.map((group) => `${group} list`)]) {
    const { stdout } = await runner.run([...line.split(" "), "--json"]);
    expect([line, Array.isArray(JSON.parse(stdout))]).toEqual([line, true]);
  }
  for (const line of ["customer show 8", "message find --customer 8"]) {
    const { stdout } = await runner.run([...line.split(" "), "--json"]);
    expect([line, Array.isArray(JSON.parse(stdout))]).toEqual([line, false]);
  }
});
