import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { messenger as program } from "#server/cli/main.js";
import { variableName } from "#server/config/setting.js";
import { settingNames } from "#server/config/settings.js";
import { CommandRunner } from "../command-runner.js";
import { temporaryFolder } from "./messenger.js";

const variables = {
  MESSENGER_GREETING: "From the environment",
  MESSENGER_TRUST_PROXY: "10.0.0.0/8 192.0.2.1",
};
const runners = {
  plain: new CommandRunner("messenger"),
  withVariables: new CommandRunner("messenger", variables),
};
let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});
afterAll(() => {
  for (const runner of Object.values(runners)) runner.end();
});

/** Runs a command with a configuration file. */
async function withFile(text: string, words: readonly string[], runner = runners.plain) {
  writeFileSync(join(folder.path, "messenger.yaml"), text, { mode: 0o600 });
  return runner.run([...words, "--config", "messenger.yaml"], folder.path);
}

interface Row {
  readonly setting: string;
  readonly value: unknown;
  readonly source: string;
}

async function shown(text: string, words: readonly string[] = [], runner = runners.plain) {
  const { stdout, stderr } = await withFile(text, ["config", "show", "--json", ...words], runner);
  expect(stderr).toBe("");
  const rows = JSON.parse(stdout) as readonly Row[];
  return new Map(rows.map(({ setting, value, source }) => [setting, [value, source]]));
}

describe("the configuration file", () => {
  const yaml = `
host: 127.0.0.1
port: 8081   # a number
mount: [/a.asmx, /b.asmx=lenient]
trustProxy: 10.0.0.0/8
greeting: From the file
links:
  - name: north
    url: smpp://shop@127.0.0.1:2775
    password: sesame12
    settings: { window: 10 }
routes:
  - { prefix: 49, link: north }
delivery: { validityHours: 24 }
`;

  test.each([
    ["YAML", yaml],
    [
      "JSON",
      JSON.stringify(
        { port: 8081, greeting: "From the file", mount: ["/a.asmx", "/b.asmx=lenient"] },
        null,
        "\t",
      ),
    ],
  ])("in %s sets what neither flags nor variables set", async (_, text) => {
    const rows = await shown(text);
    expect(rows.get("port")).toEqual(["8081", "file"]);
    expect(rows.get("mount")).toEqual([["/a.asmx", "/b.asmx=lenient"], "file"]);
    expect(rows.get("greeting")).toEqual(["From the file", "file"]);
    expect(rows.get("logLevel")).toEqual(["info", "default"]);
    expect(rows.get("publicUrl")).toEqual([null, "default"]);
    expect([...rows.keys()]).toEqual(settingNames);
  });

  test("variables win over the file, flags over both", async () => {
    const rows = await shown(yaml, [], runners.withVariables);
    expect(rows.get("greeting")).toEqual(["From the environment", "environment"]);
    expect(rows.get("trustProxy")).toEqual([["10.0.0.0/8", "192.0.2.1"], "environment"]);
    const flags = await shown(yaml, ["--greeting", "From a flag", "--port", "9"], runners.withVariables);
    expect(flags.get("greeting")).toEqual(["From a flag", "flag"]);
    expect(flags.get("port")).toEqual(["9", "flag"]);
  });

  test("every option of serve has a setting and a variable of the same name", async () => {
    const serve = (await program()).commands.find((command) => command.name() === "serve");
    const options = serve?.options.map((option) => [option.attributeName(), option.envVar]);
    const wanted = settingNames
      .filter((name) => name !== "database")
      .map((name) => [name, variableName(name)]);
    expect(options?.sort()).toEqual(wanted.sort());
  });

  test("config show prints no password", async () => {
    const { stdout } = await withFile(
      "database: postgres://ann:opensesame@127.0.0.1/m\nsmsc: smpp://a:sesame@127.0.0.1:1\n",
      ["config", "show"],
    );
    expect(stdout).toContain("postgres://ann:***@127.0.0.1/m");
    expect(stdout).not.toMatch(/sesame/u);
  });

  test("other commands use its database", async () => {
    const text = "database: sqlite:other.db\n";
    expect((await withFile(text, ["customer", "add", "42", "--name", "A"])).code).toBe(0);
    const { stdout } = await runners.plain.run(
      ["customer", "list", "--database", "sqlite:other.db"],
      folder.path,
    );
    expect(stdout).toContain("42");
  });

  test("config check counts settings, links and routes", async () => {
    const { code, stdout } = await withFile(yaml, ["config", "check"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "the configuration is valid: messenger.yaml: 5 settings, 1 link, 1 route\n",
    });
  });

  /** Nine values, that many times multiplied by nine. */
  const aliases = (depth: number): string =>
    [...Array(depth).keys()]
      .map((level) => {
        const values = Array.from({ length: 9 }, () => (level === 0 ? "x" : `*a${level - 1}`));
        return `a${level}: &a${level} [${values.join(", ")}]\n`;
      })
      .join("");

  test.each([
    { text: "port: http\n", want: "messenger.yaml:1: port must be a number from 0 to 65535", code: 2 },
    { text: "host: a\n\nprot: 80\n", want: "messenger.yaml:3: there is no setting prot", code: 2 },
    { text: "links:\n  - name: a\n    uri: b\n", want: "messenger.yaml:2: links.0.url", code: 2 },
    { text: "links:\n  - {name: a, url: 'ftp://b'}\n", want: "the URL of a link", code: 2 },
    { text: "routes:\n  - {link: a, weight: [1]}\n", want: "messenger.yaml:2: routes.0.weight", code: 2 },
    {
      text: "port: 1\nport: 2\n",
      want: "messenger.yaml:2: is not YAML or JSON (column 1, DUPLICATE_KEY)",
      code: 2,
    },
    { text: "greeting: 'sesame12\n", want: "is not YAML or JSON", code: 2 },
    {
      text: "links:\n  - {name: a, url: 'smpps://a@b:1', settings: {tlsCa: none.pem}}\n",
      want: "tlsCa: none.pem cannot be read",
      code: 1,
    },
    { text: "{", want: "is not YAML or JSON", code: 2 },
    { text: `host: a\n${aliases(9)}`, want: "messenger.yaml:3: too many aliases", code: 2 },
    { text: "host: a\nport: *none\n", want: "messenger.yaml:2: an alias has no anchor before it", code: 2 },
    { text: "[".repeat(100_000), want: "messenger.yaml:1: is not YAML or JSON", code: 2 },
    { text: "- a\n", want: "messenger.yaml:", code: 2 },
    { text: "smsc: loopback\nlinks: []\n", want: "--smsc excludes links and routes", code: 2 },
    { text: "tlsCert: a.pem\n", want: "must be given together", code: 2 },
    { text: "tlsCert: a.pem\ntlsKey: b.pem\n", want: "a.pem cannot be read", code: 1 },
  ])("refused with its place: $want", async ({ text, want, code }) => {
    const { stderr, ...rest } = await withFile(text, ["config", "check"]);
    expect({ code: rest.code, stderr }).toEqual({ code, stderr: expect.stringContaining(want) });
    expect(stderr).not.toMatch(/sesame|\n./u);
  });

  test("config check compares links and routes with the database", async () => {
    const text = (link: string) => `routes:\n  - { prefix: 49, link: ${link} }\n`;
    const check = async (file: string, ...words: readonly string[]) =>
      withFile(`database: sqlite:links.db\n${file}`, ["config", "check", ...words]);
    const unknown = { code: 2, stderr: expect.stringContaining("a route of the file uses a link that does") };
    const valid = { code: 0, stderr: "" };
    expect(await check(text("south"))).toMatchObject(unknown);
    expect(await check("host: 0.0.0.0\n")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no link to a network"),
    });
    expect((await withFile("database: sqlite:links.db\n", ["database", "migrate"])).code).toBe(0);
    expect(await check(text("south"))).toMatchObject(unknown);
    const link = ["link", "add", "south", "smpp://shop@127.0.0.1:2775", "--database", "sqlite:links.db"];
    expect((await runners.plain.run(link, folder.path)).code).toBe(0);
    expect(await check(text("south"))).toMatchObject(valid);
    expect(await check("host: 0.0.0.0\n")).toMatchObject(valid);
    expect(await check("routes:\n  - { link: south, customer: 42 }\n")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("a customer that does not exist"),
    });
    writeFileSync(join(folder.path, "text.db"), "not a database".repeat(100));
    const unreadable = await check(text("none"), "--database", "sqlite:text.db");
    expect(unreadable).toMatchObject({ code: 0, stderr: expect.stringContaining("are not compared with") });
  });

  test("a file with a password that others may read, and one that is missing, are refused", async () => {
    await withFile(yaml, ["config", "check"]);
    chmodSync(join(folder.path, "messenger.yaml"), 0o644);
    for (const text of [
      yaml,
      "database: postgres://ann:secret@127.0.0.1/m\n",
      "smsc: smpp://a:b@127.0.0.1:1\n",
    ])
      expect(await withFile(text, ["config", "check"])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("chmod 600 it"),
      });
    expect((await withFile("port: 9\n", ["config", "check"])).code).toBe(0);
    const missing = await runners.plain.run(["serve", "--config", "none.yaml"], folder.path);
    expect(missing).toMatchObject({ code: 1, stderr: "messenger: --config none.yaml cannot be read\n" });
  });
});
