import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { testWithPeer } from "../peers.js";
import { type Command, messenger, temporaryFolder } from "./messenger.js";
import { emptyDatabase } from "../storage/new-database.js";

let folder: ReturnType<typeof temporaryFolder>;
let database: string;

beforeEach(async () => {
  folder = temporaryFolder();
  database = await emptyDatabase();
});

afterEach(() => {
  folder.remove();
});

const ready = /Ctrl-C\.\n$/;

function start(...args: readonly string[]): Command {
  return messenger(["start", "--port", "0", "--database", database, ...args]);
}

async function stop(command: Command): Promise<void> {
  command.process.kill("SIGINT");
  expect(await command.ended()).toBe(0);
}

testWithPeer("curl", "the first run prints commands that send a message and read its status", async () => {
  const command = start();
  await command.until(ready);
  const [send = "", read = ""] = command.stdout().match(/^ {2}curl .*$/gm) ?? [];
  const shell = (line: string): string =>
    execFileSync("sh", ["-c", line], { cwd: folder.path, encoding: "utf8" });
  expect(shell(send)).toContain("<Result>OK</Result>");
  expect(shell(read)).toMatch(/<Result>OK<\/Result>.*(InProcessNow|SUCCESS|SMSC_DELIVERED)/s);
  await stop(command);
});

test("the password is printed at the first run only, and not logged", async () => {
  const first = start();
  await first.until(ready);
  const password = /password (\S+)/.exec(first.stdout())?.[1] ?? "";
  expect(password.length).toBeGreaterThanOrEqual(16);
  await stop(first);
  expect(first.stderr()).not.toContain(password);

  const second = start();
  await second.until(ready);
  expect(second.stdout()).toContain("user add");
  expect(second.stdout()).not.toContain(password);
  expect(second.stdout()).not.toContain("curl");
  await stop(second);
});

test("with --json it prints one line", async () => {
  const command = start("--json");
  const [line] = await command.until(/^.*\n$/);
  expect(JSON.parse(line)).toMatchObject({
    customer: 42,
    user: "demo",
    password: expect.stringMatching(/^\S{16,}$/),
  });
  await stop(command);
});

test("without --database its customer is not in the data of the other commands", async () => {
  const command = messenger(["start", "--port", "0"], {}, folder.path);
  await command.until(ready);
  await stop(command);
  expect(readdirSync(join(folder.path, "data"))).toContain("demo.db");
  const list = messenger(["customer", "list", "--json"], {}, folder.path);
  expect(await list.ended()).toBe(1);
  expect(JSON.parse(list.stderr())).toMatchObject({ error: { code: "missing" } });
});
