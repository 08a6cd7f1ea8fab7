import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { serveSettings } from "#server/config/config.js";
import { needRestart } from "#server/cli/reload.js";
import { eventually } from "../eventually.js";
import { testWithPeer } from "../peers.js";
import { messenger, temporaryFolder } from "./messenger.js";
import { newDatabase } from "../storage/new-database.js";

let folder: ReturnType<typeof temporaryFolder>;
let database: string;
const path = (name: string): string => join(folder.path, name);

beforeEach(async () => {
  folder = temporaryFolder();
  database = await newDatabase();
});
afterEach(() => {
  folder.remove();
});

/** A certificate for localhost, in the files of the configuration. */
function certify(name: string): void {
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${name}`];
  execFileSync("openssl", [...made, "-keyout", path("key.pem"), "-out", path("cert.pem")], { stdio: "pipe" });
}

async function certificateAt(port: number): Promise<string | undefined> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return [subject.CN].flat()[0];
}

function configure(change: Readonly<Record<string, unknown>>): void {
  const links = [{ name: "north", url: "smpp://shop@127.0.0.1:1" }];
  const all = {
    database,
    port: 0,
    tlsCert: path("cert.pem"),
    tlsKey: path("key.pem"),
    pidFile: path("pid"),
    links,
    ...change,
  };
  writeFileSync(path("messenger.json"), JSON.stringify(all), { mode: 0o600 });
}

async function reload(): Promise<number | null> {
  return messenger(["reload", "--pid-file", path("pid")]).ended();
}

async function linkNames(): Promise<readonly string[]> {
  const command = messenger(["link", "list", "--json", "--config", path("messenger.json")]);
  await command.ended();
  return (JSON.parse(command.stdout()) as readonly { readonly name: string }[]).map(({ name }) => name);
}

describe("messenger reload", () => {
  test("replaces certificate, log level, limits and links; reports settings that need a restart; an invalid setting changes nothing", async () => {
    certify("first.example.com");
    chmodSync(path("key.pem"), 0o644);
    configure({});
    const server = messenger(["serve", "--config", path("messenger.json")]);
    const [, port = ""] = await server.until(/https:\/\/127\.0\.0\.1:(\d+)/u);
    const large = async () => {
      const body = Buffer.alloc(6_000_000, 32);
      return fetch(`http://127.0.0.1:${port}/`, { method: "POST", body }).catch(() => undefined);
    };
    expect(await certificateAt(Number(port))).toBe("first.example.com");
    expect(readFileSync(path("pid"), "utf8")).toBe(`${server.process.pid}\n`);
    await large();

    certify("second.example.com");
    chmodSync(path("key.pem"), 0o644);
    configure({
      greeting: "Hello",
      largestFile: 5,
      links: [{ name: "south", url: "smpp://shop@127.0.0.1:1" }],
    });
    expect(await reload()).toBe(0);
    await server.untilError(/configuration reloaded/u);
    await server.untilError(/"settings":\["greeting"\].*changed settings need a restart/u);
    await server.untilError(/(?:--tls-key [^ ]*key\.pem is open to all users of this machine[^]*){2}/u);
    expect(await certificateAt(Number(port))).toBe("second.example.com");
    expect(await linkNames()).toEqual(["south"]);

    configure({ logLevel: "loud" });
    expect(await reload()).toBe(0);
    await server.untilError(/logLevel must be error, warn or info.*configuration not reloaded/u);
    writeFileSync(path("cert.pem"), "no certificate");
    configure({});
    expect(await reload()).toBe(0);
    const refusals = (count: number) =>
      eventually(() => server.stderr().match(/configuration not reloaded/gu)?.length === count);
    await refusals(2);
    expect(await certificateAt(Number(port))).toBe("second.example.com");
    expect(await linkNames()).toEqual(["south"]);

    certify("third.example.com");
    configure({ routes: [{ prefix: "*", link: "unknown" }] });
    expect(await reload()).toBe(0);
    await refusals(3);
    expect(await certificateAt(Number(port))).toBe("second.example.com");
    expect(await linkNames()).toEqual(["south"]);

    server.process.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
    expect(existsSync(path("pid"))).toBe(false);
  });

  test.each([
    { mode: 0o644, warns: true },
    { mode: 0o604, warns: true },
    { mode: 0o640, warns: false },
    { mode: 0o600, warns: false },
  ])(
    "a private key of the server or of a link is checked for its rights: $mode, warns: $warns",
    async ({ mode, warns }) => {
      certify("first.example.com");
      chmodSync(path("key.pem"), mode);
      const settings = { tlsCertificate: path("cert.pem"), tlsKey: path("key.pem") };
      configure({ links: [{ name: "north", url: "smpps://shop@127.0.0.1:1", settings }] });
      const server = messenger(["serve", "--config", path("messenger.json")]);
      await server.until(/listens/u);
      await server.untilError(/SMPP connection ended/u);
      server.process.kill("SIGTERM");
      expect(await server.ended()).toBe(0);
      const found = [...server.stderr().matchAll(/"msg":"(\S+) \S+key\.pem is open to all users of this/gu)];
      expect(found.map(([, setting]) => setting).toSorted()).toEqual(warns ? ["--tls-key", "tlsKey"] : []);
    },
  );

  test.each([
    { title: "empty", cut: () => "" },
    { title: "truncated", cut: (text: string) => `${text.slice(0, text.indexOf(',"links"'))}}` },
    { title: "without links", cut: (text: string) => text.replace(/"links":\[.*\]/u, '"links":[]') },
  ])("a file that has become $title does not replace its links by loopback", async ({ cut }) => {
    configure({ tlsCert: undefined, tlsKey: undefined });
    const file = path("messenger.json");
    const place = ["--database", database];
    const options = ["--port", "0", "--pid-file", path("pid"), ...place];
    const server = messenger(["serve", "--config", file, ...options]);
    await server.until(/listens/u);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, cut(whole));
    expect(await reload()).toBe(0);
    await eventually(() => /configuration (not )?reloaded/u.test(server.stderr()));
    expect(server.stderr()).toMatch(
      /the links or routes of --config are missing.*configuration not reloaded/u,
    );
    writeFileSync(file, whole);
    expect(await linkNames()).toEqual(["north"]);
    server.process.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
  });

  test("a server without links goes on with loopback", async () => {
    configure({ links: [], tlsCert: undefined, tlsKey: undefined, logLevel: "error" });
    const server = messenger(["serve", "--config", path("messenger.json")]);
    await server.until(/listens/u);
    expect(await reload()).toBe(0);
    await eventually(() => /configuration (not )?reloaded/u.test(server.stderr()));
    expect(server.stderr()).toMatch(/configuration reloaded/u);
    expect(await linkNames()).toEqual(["loopback"]);
    server.process.kill("SIGTERM");
    expect(await server.ended()).toBe(0);
  });

  test.each([
    { text: undefined, code: 1 },
    { text: "x", code: 2 },
    { text: "999999999", code: 1 },
  ])("without a running process is refused: $text", async ({ text, code }) => {
    if (text !== undefined) writeFileSync(path("pid"), text);
    expect(await reload()).toBe(code);
  });

  const settings = (change: object) => serveSettings(change);
  test.each([
    { change: {}, want: [] },
    { change: { logLevel: "warn", largestFile: "64", bodyMemory: "128" }, want: [] },
    { change: { port: "9", mount: ["/a"] }, want: ["port", "mounts"] },
    { change: { smsc: "smpp://a@127.0.0.1:1" }, want: [] },
  ])("$change needs a restart for $want", ({ change, want }) => {
    expect([...needRestart(settings({}), settings(change))].sort()).toEqual([...want].sort());
  });
});

testWithPeer("systemdNotify", "serve notifies systemd when it is ready", async () => {
  const socket = path("notify");
  const script =
    "import socket,sys\ns=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM)\ns.bind(sys.argv[1])\nprint('bound',flush=True)\nwhile True:\n  print(s.recv(4096).decode(),flush=True)";
  const listener = spawn("python3", ["-c", script, socket], { stdio: ["ignore", "pipe", "inherit"] });
  let received = "";
  listener.stdout.setEncoding("utf8").on("data", (text: string) => (received += text));
  await eventually(() => received.includes("bound"));
  const words = ["serve", "--port", "0", "--database", database];
  const server = messenger(words, { NOTIFY_SOCKET: socket });
  await server.until(/listens/u);
  await eventually(() => received.includes("READY=1"));
  server.process.kill("SIGTERM");
  await server.ended();
  listener.kill();
});
