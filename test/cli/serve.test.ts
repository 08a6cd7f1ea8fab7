import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { freePort } from "../free-port.js";
import { messenger, temporaryFolder } from "./messenger.js";
import { emptyDatabase, onlyOn, storeKind } from "../storage/new-database.js";

let folder: ReturnType<typeof temporaryFolder>;
let database: string;

beforeEach(async () => {
  folder = temporaryFolder();
  database = await emptyDatabase();
});

afterEach(() => {
  folder.remove();
});

const path = "/bms/Soap/Messenger.asmx";

describe("messenger serve", () => {
  test("prints one line with the address, warns that loopback delivers nothing, and stops on SIGTERM", async () => {
    const command = messenger(["serve", "--port", "0", "--database", database]);
    const [, url = ""] = await command.until(/^Messenger listens at (http:\/\/127\.0\.0\.1:\d+\S+)\n$/);
    expect(new URL(url).pathname).toBe(path);
    const answer = await fetch(`${url}/GetGreeting`);
    expect(await answer.text()).toContain(">Messenger</string>");
    command.process.kill("SIGTERM");
    expect(await command.ended()).toBe(0);
    expect(command.stderr()).toContain("the gateway is loopback: messages are confirmed but not delivered");
    expect(command.stderr()).not.toContain("TLS");
  });

  test("prints the address behind a public URL, and that of the console", async () => {
    const port = await freePort();
    const command = messenger([
      ...["serve", "--port", String(port), "--admin", "0", "--database", database],
      ...["--public-url", "https://sms.example.com"],
    ]);
    await command.until(
      new RegExp(
        `^Messenger listens at https://sms\\.example\\.com/\\S+\n.* forwarded to http://127\\.0\\.0\\.1:${port}\n` +
          "The console is at http://127\\.0\\.0\\.1:\\d+/console\n$",
        "u",
      ),
    );
    command.process.kill("SIGTERM");
    expect(await command.ended()).toBe(0);
  });

  onlyOn("sqlite", () => {
    test("warns of a new database beside an old one, and not of the old one", async () => {
      const warning = "is a new database, without customers; beside it is old.db";
      for (const { name, isNamed } of [
        { name: "old.db", isNamed: false },
        { name: "new.db", isNamed: true },
        { name: "old.db", isNamed: false },
        { name: "new.db", isNamed: false },
      ]) {
        const file = `sqlite:${join(folder.path, name)}`;
        const command = messenger(["serve", "--port", "0", "--database", file, "--smsc", "loopback"]);
        await command.until(/^Messenger listens at /u);
        command.process.kill("SIGTERM");
        expect(await command.ended()).toBe(0);
        expect([name, command.stderr().includes(`${file} ${warning}`)]).toEqual([name, isNamed]);
      }
    });
  });

  const roleOfFile = { role: "api", exitCode: 2, error: "with SQLite one server process has all roles" };
  test.each([
    ...(storeKind === "sqlite" ? [roleOfFile] : []),
    { role: "sms", exitCode: 2, error: "--role must be api, delivery, maintenance or smpp" },
  ])("refuses the role $role", async ({ role, exitCode, error }) => {
    const command = messenger(["serve", "--port", "0", "--role", role, "--database", database]);
    expect(await command.ended()).toBe(exitCode);
    expect(command.stderr()).toContain(error);
    const list = messenger(["customer", "list", "--database", database]);
    await list.ended();
    expect(list.stderr()).toContain("There is no Messenger database");
  });

  test("prints JSON with --json, uses the database of the environment and the greeting of its option", async () => {
    const args = [
      "serve",
      "--port",
      "0",
      "--json",
      "--greeting",
      "Hello",
      "--mount",
      "/a.asmx",
      "--mount",
      "/b.asmx=lenient",
    ];
    const command = messenger(args, { MESSENGER_DATABASE: database });
    const [line] = await command.until(/^.*\n/);
    const { url } = JSON.parse(line) as { url: string };
    expect(new URL(url).pathname).toBe("/a.asmx");
    for (const mount of ["/a.asmx", "/b.asmx"]) {
      const answer = await fetch(new URL(`${mount}/GetGreeting`, url));
      expect(await answer.text()).toContain(">Hello</string>");
    }
    command.process.kill("SIGINT");
    expect(await command.ended()).toBe(0);
  });

  const noTls = "without TLS: passwords can be intercepted";
  const noUrl =
    /\?wsdl names http:\/\/localhost:[0-9]+, which only this machine can reach: give --public-url/;
  test.each([
    { options: ["--host", "0.0.0.0"], want: [noTls, noUrl], not: [] },
    {
      options: ["--host", "0.0.0.0", "--public-url", "http://sms.example.com/"],
      want: [noTls],
      not: [noUrl],
    },
    { options: ["--host", "127.0.0.1"], want: [], not: [noTls, noUrl] },
  ])("warns when it listens on an external address: $options", async ({ options, want, not }) => {
    const args = ["serve", ...options, "--smsc", "loopback", "--port", "0", "--database", database];
    const command = messenger(args);
    await command.until(/\n/);
    command.process.kill("SIGTERM");
    expect(await command.ended()).toBe(0);
    for (const text of want) expect(command.stderr()).toMatch(text);
    for (const text of not) expect(command.stderr()).not.toMatch(text);
  });

  onlyOn("sqlite", () => {
    test("warns about a database file that other users may open", async () => {
      const file = join(folder.path, "open.db");
      writeFileSync(file, "", { mode: 0o600 });
      chmodSync(file, 0o666);
      const command = messenger(["serve", "--port", "0", "--database", `sqlite:${file}`]);
      await command.until(/\n/);
      command.process.kill("SIGTERM");
      expect(await command.ended()).toBe(0);
      expect(command.stderr()).toMatch(/other users of this machine may open the database file .*666/);
    });
  });

  test("--admin opens a separate listener, --log-format text writes readable lines", async () => {
    const options = ["--admin", "0", "--log-format", "text", "--log-level", "info"];
    const command = messenger(["serve", "--port", "0", "--database", database, ...options]);
    const [, url = ""] = await command.until(/(http\S+)\n/);
    await fetch(`${url}/GetGreeting`);
    await command.untilError(/ INFO {2}call .*operation=GetGreeting .*status=200/);
    const [, port = ""] = await command.untilError(/ INFO {2}admin listener open port=(\d+)\n/);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
      "messenger_calls_total{",
    );
    command.process.kill("SIGTERM");
    expect(await command.ended()).toBe(0);
  });

  test("--log-level warn leaves out the lines of calls", async () => {
    const command = messenger(["serve", "--port", "0", "--database", database, "--log-level", "warn"]);
    const [, url = ""] = await command.until(/(http\S+)\n/);
    await fetch(`${url}/GetGreeting`);
    command.process.kill("SIGTERM");
    await command.ended();
    expect(command.stderr()).toMatch(/^(\{"level":40,[^\n]*\n)+$/);
  });

  test("logs calls without password, text and whole numbers", async () => {
    const command = messenger(["serve", "--port", "0", "--database", database]);
    const [, url = ""] = await command.until(/(http\S+)\n/);
    const fields = {
      ...{ customerID: "42", userName: "api", userPassword: "correct horse", originator: "Shop" },
      ...{ smsText: "Your parcel", recipientPhone: "12025550123", messageType: "Latin" },
      ...{ blink: "false", flash: "false", Private: "false" },
    };
    await fetch(`${url}/HTTP_SendSms?${String(new URLSearchParams(fields))}`);
    await fetch(`${url}/HTTP_SendSms`, { method: "POST", body: new URLSearchParams(fields) });
    command.process.kill("SIGTERM");
    await command.ended();
    const lines = command
      .stderr()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ operation }) => operation === "HTTP_SendSms")).toHaveLength(2);
    expect(command.stderr()).not.toMatch(/correct|horse|parcel|12025550123/);
  });
});

test("messenger serve with a database server that is not available exits with 3, without the password", async () => {
  const url = `postgres://user:secret@127.0.0.1:${await freePort()}/x`;
  const command = messenger(["serve", "--database", url]);
  expect(await command.ended()).toBe(3);
  expect(command.stderr()).toMatch(/^messenger: (?!.*secret).*\n$/);
});

describe("messenger serve that cannot start prints the reason in one line and exits with 1", () => {
  async function refusal(...args: readonly string[]): Promise<string> {
    const command = messenger(["serve", "--database", database, ...args]);
    expect(await command.ended()).toBe(1);
    expect(command.stdout()).toBe("");
    return command.stderr();
  }

  test("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const text = await refusal("--port", String(port));
    other.close();
    expect(text).toBe(
      `messenger: port ${port} of 127.0.0.1 is in use: stop the other program, or choose another --port\n`,
    );
  });

  onlyOn("sqlite", () => {
    test("a folder that cannot be written", async () => {
      const file = join(folder.path, "file");
      writeFileSync(file, "");
      const text = await refusal("--database", `sqlite:${join(file, "messenger.db")}`);
      expect(text).toMatch(/^messenger: The database cannot be opened \(.*\n$/);
    });
  });

  onlyOn("sqlite", () => {
    test("a file that is not a database", async () => {
      const file = join(folder.path, "file");
      writeFileSync(file, "no database\n".repeat(1000));
      expect(await refusal("--database", `sqlite:${file}`)).toMatch(
        /^messenger: The file is not an SQLite database.*\n$/,
      );
    });
  });

  test("a port for operators that is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const text = await refusal("--port", "0", "--admin", String(port));
    other.close();
    expect(text).toBe(`messenger: --admin 127.0.0.1:${port} is not available (EADDRINUSE)\n`);
  });

  test("an address of another machine", async () => {
    const text = await refusal("--host", "192.0.2.1", "--smsc", "loopback", "--port", "0");
    expect(text).toBe("messenger: --host 192.0.2.1 is not an address of this machine\n");
  });

  test("files for TLS without a certificate", async () => {
    const file = join(folder.path, "cert.pem");
    writeFileSync(file, "no certificate");
    expect(await refusal("--tls-cert", file, "--tls-key", file, "--port", "0")).toBe(
      "messenger: --tls-cert and --tls-key do not contain a certificate and its key in PEM format\n",
    );
  });
});

test.each([
  { args: ["serve", "--port", "http"], want: "messenger: --port must be a number from 0 to 65535\n" },
  { args: ["start", "--port", "http"], want: "messenger: --port must be a number from 0 to 65535\n" },
  {
    args: ["serve", "--tls-cert", "a.pem"],
    want: "messenger: --tls-cert and --tls-key must be given together\n",
  },
  { args: ["serve", "--unknown"], want: "error: unknown option '--unknown'\n" },
  { args: ["nothing"], want: "error: unknown command 'nothing'\n" },
])("wrong usage exits with 2: $args", async ({ args, want }) => {
  const command = messenger(args);
  expect(await command.ended()).toBe(2);
  expect(command.stderr()).toBe(want);
});
