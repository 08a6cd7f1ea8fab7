import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
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
  writeFileSync(keyFile, `${api.keys.admin}\n`, { mode: 0o600 });
  writeFileSync(viewerFile, api.keys.viewer, { mode: 0o600 });
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

  test.each([
    ["statement 60 MONTH", /^Statement of customer 60, Far, .*\n\nKIND +OPENING[^]*\nSMS +0 +2\.5 /u],
    ["statement 60 MONTH --csv", /^section,item,[^]*\r\nbalance,closing,SMS,,,,,,,2\.5\r\n/u],
    ["statement 60 MONTH --json", /^\{"customer":60,"name":"Far",[^\n]*\}\n$/u],
    ["usage --customer 60", /^CUSTOMER +STATE +MESSAGES +PARTS\n/u],
    ["process list", /^HOST +PID [^]* running /u],
    ["database backups", /^AT +WHO +FROM +FILE +BYTES/u],
  ])("%s prints what the command of the machine does", async (line, want) => {
    const { code, stdout } = await remote(line.replace("MONTH", new Date().toISOString().slice(0, 7)));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(want) });
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

/** Runs `route add` against a server of HTTP. */
async function against(respond: RequestListener) {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    return await runner.run([
      ...["--server", `http://127.0.0.1:${port}`, "--key-file", keyFile],
      ...["route", "add", "49", "test"],
    ]);
  } finally {
    server.close();
  }
}

describe("a key", () => {
  test.each([
    "http://sms.example.com",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com:9464",
    "ftp://127.0.0.1",
    "sms.example.com:9464",
    "https://ann:secret@sms.example.com",
    "https://sms.example.com/?a=b",
    "https://sms.example.com/#top",
    "//sms.example.com",
    "file:///etc/passwd",
  ])("is not sent to %s", async (server) => {
    const done = await runner.run(["--server", server, "--key-file", keyFile, "route", "list"]);
    expect(done).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("https://") });
  });

  test.each([301, 302, 303, 307, 308])("does not follow a redirect of status %d", async (status) => {
    const seen: (string | undefined)[] = [];
    const done = await against((req, res) => {
      seen.push(req.url);
      res.writeHead(status, { Location: "/elsewhere", "Content-Type": "application/json" }).end("{}");
    });
    expect(done).toMatchObject({ code: 1, stderr: expect.stringContaining("redirects to") });
    expect(seen).toEqual(["/operators/v1/route/add"]);
  });

  test.each([
    [200, "text/html", "<p>Welcome</p>"],
    [200, "application/json", "<p>Welcome</p>"],
    [502, "application/json", ""],
    [404, "text/plain", "none"],
  ])("gets no answer of the API: status %d, %s %j", async (status, type, body) => {
    const done = await against((_req, res) => {
      res.writeHead(status, { "Content-Type": type }).end(body);
    });
    expect(done).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not serve the operators' API"),
    });
  });

  test("in a file that others may read gets a warning", async () => {
    chmodSync(viewerFile, 0o644);
    const { code, stderr } = await remote("route list", viewerFile);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `messenger: warning: --key-file ${viewerFile} is open to all users of this machine: chmod 600 it\n`,
    });
  });
});
