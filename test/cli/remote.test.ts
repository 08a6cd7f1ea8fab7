import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { freePort } from "../free-port.js";
import { CommandRunner } from "../command-runner.js";
import { type ApiServer, startApi } from "../faces/operators/api-server.js";
import { temporaryFolder } from "../storage/fixtures.js";

const folder = temporaryFolder();
const keyFile = join(folder.path, "key.txt");
const viewerFile = join(folder.path, "viewer.txt");
let api: ApiServer;
let runner: CommandRunner;

beforeAll(async () => {
  api = await startApi();
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: "sqlite:/nowhere/messenger.db" });
  writeFileSync(keyFile, `${api.keys.admin}\n`);
  writeFileSync(viewerFile, api.keys.viewer);
});

afterAll(async () => {
  runner.end();
  await api.close();
  folder.remove();
});

const remote = (line: string, file = keyFile) =>
  runner.run(["--server", api.origin, "--key-file", file, ...line.split(" ")]);

describe("a command with --server", () => {
  test.each([
    ["customer add 60 --name Far --postpaid --limit 5", "customer 60 added, postpaid\n"],
    ["credit add 60 SMS 2.5", "customer 60 has 2.5 SMS credits\n"],
    ["originator add 60 Far", "originator Far of customer 60 added\n"],
    ["route add 49 test --rank 3", /^route \d+ added: 49 over test\n$/u],
    ["blacklist add 12025550101 12025550102 --customer 60", "2 on the blacklist\n"],
  ])("%s is carried out by the service", async (line, want) => {
    const { code, stdout, stderr } = await remote(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toEqual(typeof want === "string" ? want : expect.stringMatching(want));
  });

  test("prints lists and cards as the command of the machine does", async () => {
    expect((await remote("credit balance --customer 60")).stdout).toMatch(
      /^CUSTOMER +KIND +BALANCE\n60 +SMS +2\.5\n/u,
    );
    const { stdout } = await remote("customer list --json");
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: 60, name: "Far", limit: "5" }));
    expect((await remote("tube show 42 Ann")).stdout).toMatch(/userPriority|user priority/iu);
  });

  test("prints a secret that the service returns", async () => {
    const { stdout } = await remote("key add 42/Ann --name shop --scope send");
    expect(stdout).toMatch(/not shown again: mk_/u);
  });

  test.each([
    ["customer add 60 --name Again", 1, "exists already"],
    ["customer add x --name Again", 2, "A whole number is expected"],
    ["credit add 60 SMS 0", 2, "more than 0 credits"],
    ["doctor", 2, "needs the machine"],
    ["database stats", 2, "needs the machine"],
    ["serve", 2, "needs the machine"],
    ["start", 2, "needs the machine"],
  ])("%s ends with %d", async (line, code, reason) => {
    expect(await remote(line)).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(reason) });
  });

  test("says what the key may not do, and where there is no API", async () => {
    expect(await remote("route add 49 test", viewerFile)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("not allowed"),
    });
    const none = await runner.run([
      "--server",
      `http://127.0.0.1:${await freePort()}`,
      "--key-file",
      keyFile,
      "route",
      "list",
    ]);
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not respond: ECONNREFUSED"),
    });
    const plain = await runner.run([
      "--server",
      "http://sms.example.com",
      "--key-file",
      keyFile,
      "route",
      "list",
    ]);
    expect(plain).toMatchObject({ code: 2, stderr: expect.stringContaining("https://") });
    const keyless = await runner.run(["--server", api.origin, "route", "list"]);
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining("--key-file") });
  });
});
