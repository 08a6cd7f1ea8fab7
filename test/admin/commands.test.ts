import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { credentials } from "#server/credentials/verify.js";
import { addressTest } from "../credentials/address-test.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { temporaryFolder } from "../storage/fixtures.js";
import { type CommandResult, CommandRunner } from "../command-runner.js";
import { emptyDatabase, newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();

let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
});

afterAll(async () => {
  runner.end();
  await store.close();
  folder.remove();
});

/** Runs `messenger` to its end: in a process of its own when it reads standard input. */
async function messenger(args: readonly string[], input?: string): Promise<CommandResult> {
  if (input === undefined) return runner.run(args);
  const child = spawn(process.execPath, ["bin/messenger.js", ...args], {
    env: { ...process.env, MESSENGER_DATABASE: database },
    timeout: 170_000,
  });
  child.stdin.end(input);
  const closed = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode ?? -1, stdout, stderr };
}

/** Writes a file for an import; its path. */
function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const files = {
  password: file("password.txt", "pass word\n"),
  numbers: file("numbers.txt", "+1 202 555 0101, nobody;12025550103\n12"),
};

interface Step {
  readonly line: string;
  readonly input?: string;
  readonly code: number;
  readonly stdout?: unknown;
  readonly stderr?: RegExp;
}

const oneLine = (words: string): RegExp => new RegExp(`^messenger: [^\\n]*${words}[^\\n]*\\n$`, "u");
const listed = { since: expect.any(String) as unknown, repliedTo: null };
const station = { name: "Station", description: "", active: true, audience: 0 };

const steps: readonly Step[] = [
  {
    line: "customer add 42 --name Example --json",
    code: 0,
    stdout: { id: 42, name: "Example", state: "active", payment: "prepaid", limit: null },
  },
  { line: "customer add 42 --name Example", code: 1, stderr: oneLine("customer 42 exists already") },
  {
    line: "customer add 43 --name Later --postpaid --limit 10.5 --json",
    code: 0,
    stdout: { id: 43, name: "Later", state: "active", payment: "postpaid", limit: "10.5" },
  },
  { line: "customer add 0 --name Zero", code: 2, stderr: oneLine("invalid customer id") },
  { line: "customer add 44", code: 2 },
  {
    line: "customer add 44 --name A --limit 3",
    code: 2,
    stderr: oneLine("only a postpaid customer has a credit limit"),
  },
  { line: "customer remove 44", code: 2 },
  {
    line: "user add 42 Ann --password-stdin --json",
    input: "pass word\n",
    code: 0,
    stdout: { customer: 42, name: "Ann", state: "active", inboxActive: true },
  },
  {
    line: `user add 42 ann --password-file ${files.password}`,
    code: 1,
    stderr: oneLine("user ann exists already"),
  },
  { line: `user add 44 Ann --password-file ${files.password}`, code: 1, stderr: oneLine("no customer 44") },
  {
    line: `user add 42 Bob --password-file ${join(folder.path, "none")}`,
    code: 1,
    stderr: oneLine("none cannot be read: no such file"),
  },
  { line: `user add 42 Bob --password-file ${files.password} --password-stdin`, code: 2 },
  {
    line: "user add 42 ann --password correct-horse",
    code: 1,
    stderr:
      /^messenger: warning: .*see --password in .*--password-file\nmessenger: user ann exists already\n$/,
  },
  { line: "user add 42 Bob", code: 2 },
  { line: "user add 42 Bob --password x --password-stdin", code: 2 },
  { line: "user add 42 Bob --password-stdin", input: "two\nlines\n", code: 2, stderr: oneLine("one line") },
  {
    line: "user list --json",
    code: 0,
    stdout: [{ customer: 42, name: "Ann", state: "active", inboxActive: true }],
  },
  { line: "originator add 42 Shop --json", code: 0, stdout: { customer: 42, value: "Shop" } },
  {
    line: "originator add 42 ShopShopShop",
    code: 2,
    stderr: oneLine("use up to 11 characters, or up to 15 digits"),
  },
  { line: "originator add 42 120255501010101", code: 0 },
  { line: "originator remove 42 120255501010101", code: 0 },
  { line: "originator list --customer 42 --json", code: 0, stdout: [{ customer: 42, value: "Shop" }] },
  {
    line: "credit add 42 SMS 10.25 --json",
    code: 0,
    stdout: { customer: 42, kind: "SMS", balance: "10.25" },
  },
  { line: "credit deduct 42 SMS 10.251", code: 1, stderr: oneLine("does not have that much credit") },
  {
    line: "credit deduct 43 SMS 10.5 --json",
    code: 0,
    stdout: { customer: 43, kind: "SMS", balance: "-10.5" },
  },
  { line: "credit add 42 sms 1", code: 2, stderr: oneLine("invalid kind of credit") },
  { line: "credit add 42 SMS 0", code: 2, stderr: oneLine("more than 0 credits") },
  { line: "credit add 42 SMS -1", code: 2, stderr: oneLine("more than 0 credits") },
  { line: "credit deduct 42 SMS 0", code: 2, stderr: oneLine("more than 0 credits") },
  { line: "credit add 42 SMS", code: 2 },
  {
    line: "credit balance --json",
    code: 0,
    stdout: [
      { customer: 42, kind: "SMS", balance: "10.25" },
      { customer: 43, kind: "SMS", balance: "-10.5" },
    ],
  },
  {
    line: "credit list --customer 42 --json",
    code: 0,
    stdout: [
      {
        id: expect.any(Number),
        at: expect.stringMatching(/Z$/),
        customer: 42,
        kind: "SMS",
        change: "10.25",
        balance: "10.25",
        reason: "refill",
        ...{ transactionId: null, reference: null },
      },
    ],
  },
  { line: "user block 42 ANN", code: 0 },
  {
    line: "user list --customer 42 --json",
    code: 0,
    stdout: [{ customer: 42, name: "Ann", state: "blocked", inboxActive: true }],
  },
  { line: "user block 42 Bob", code: 1, stderr: oneLine("customer 42 has no user Bob") },
  { line: "user unblock 42 Ann", code: 0 },
  { line: `user add 42 Bea --password-file ${files.password}`, code: 0 },
  { line: "user change 42 Bea", code: 2, stderr: oneLine("nothing to change") },
  { line: "user change 42 Bea --name ANN", code: 1, stderr: oneLine("user ANN exists already") },
  { line: "user change 42 Bea --inbox-active no", code: 2, stderr: oneLine("use on or off") },
  { line: "user change 42 Bob --inbox-active off", code: 1, stderr: oneLine("has no user Bob") },
  { line: "user change 44 Bea --inbox-active off", code: 1, stderr: oneLine("no customer 44") },
  {
    line: "user change 42 bea --name Bee --inbox-active off --json",
    code: 0,
    stdout: { customer: 42, name: "Bee", state: "active", inboxActive: false },
  },
  {
    line: "user show 42 BEE --json",
    code: 0,
    stdout: { customer: 42, name: "Bee", state: "active", inboxActive: false },
  },
  { line: "user show 42 Bea", code: 1, stderr: oneLine("customer 42 has no user Bea") },
  { line: "customer block 42", code: 0 },
  { line: "customer unblock 42", code: 0 },
  ...["new", "1234567", "password", "Passw0rd!", "ann-ann-ann", "qwertyuiop", "aaaaaaaa"].map((password) => ({
    line: "user password 42 ann --password-stdin",
    input: `${password}\n`,
    code: 2,
    stderr: oneLine("invalid password: use"),
  })),
  { line: "user add 42 Weak --password-stdin", input: "secret\n", code: 2, stderr: oneLine("at least 8") },
  { line: "user password 42 ann --password-stdin", input: "correct horse\n", code: 0 },
  { line: "user password 42 ann --password-stdin --allow-weak", input: "new\n", code: 0 },
  { line: "originator remove 42 SHOP", code: 1, stderr: oneLine("no originator SHOP of customer 42") },
  { line: "originator remove 42 Shop", code: 0 },
  { line: "customer change 42", code: 2, stderr: oneLine("nothing to change") },
  { line: "customer change 44 --rate 5", code: 1, stderr: oneLine("no customer 44") },
  { line: "customer change 42 --time-zone Mars", code: 2, stderr: oneLine("invalid time zone") },
  { line: "customer change 42 --rate 0", code: 2, stderr: oneLine("invalid rate") },
  { line: "customer change 42 --weight 0", code: 2, stderr: oneLine("invalid weight .* 1 to 100") },
  { line: "customer change 42 --weight 101", code: 2, stderr: oneLine("invalid weight .* 1 to 100") },
  { line: "customer change 42 --priority 256", code: 2, stderr: oneLine("invalid priority .* 0 to 255") },
  { line: "customer change 42 --bulk-priority -1", code: 2, stderr: oneLine("invalid priority .* 0 to 255") },
  { line: "customer change 42 --weight 4 --priority 3 --single-priority 20 --bulk-priority 1", code: 0 },
  { line: "customer change 42 --limit 5", code: 1, stderr: oneLine("has no credit limit") },
  { line: "customer change 42 --may-send no", code: 2, stderr: oneLine("use on or off") },
  {
    line: "customer change 42 --prepaid --postpaid",
    code: 2,
    stderr: oneLine("give one of --prepaid and --postpaid"),
  },
  {
    line: "customer change 42 --note A\nB",
    code: 2,
    stderr: oneLine("a note must have 1 to 500 characters"),
  },
  { line: "customer change 42 --note Contract-2031", code: 0 },
  { line: "customer change 42 --hold-unusual on", code: 0 },
  { line: "customer change 43 --prepaid", code: 1, stderr: oneLine("below the new limit") },
  {
    line: "customer change 42 --time-zone Africa/Nairobi --rate 25 --inbox-active off --ignore-password-case on",
    code: 0,
  },
  { line: "user add 42 Cas --password-stdin --allow-weak", input: "SECRET\n", code: 0 },
  {
    line: "customer show 42 --json",
    code: 0,
    stdout: {
      ...{ id: 42, name: "Example", state: "active", payment: "prepaid", limit: null },
      ...{ timeZone: "Africa/Nairobi", weight: 4, priority: 3, singlePriority: 20, bulkPriority: 1 },
      ...{ rate: 25, strictEncoding: false, maySend: true, interfaceOpen: true, keepAlive: true },
      ...{ inboxActive: false, ignorePasswordCase: true, refunds: [], lowBalance: null, countryCode: null },
      highestPrice: null,
      countryCredits: null,
      quietHours: null,
      ...{ fromAddresses: [], note: "Contract-2031", holdUnusual: true, heldSince: null },
      ...{ callbackUrl: null, callbackParts: false, callbackAllowPrivate: false, plainPunctuation: false },
    },
  },
  {
    line: "blacklist add +12025550101 0012025550102 --json",
    code: 0,
    stdout: { customer: null, numbers: ["12025550101", "12025550102"], added: 2 },
  },
  { line: "blacklist add 12025550103 --customer 42", code: 0 },
  { line: "blacklist add 12", code: 2, stderr: oneLine("invalid number") },
  { line: "blacklist add 12025550103 --customer 44", code: 1, stderr: oneLine("no customer 44") },
  { line: "blacklist remove 12025550101 12025550109", code: 1, stderr: oneLine("no blacklisted number") },
  {
    line: "blacklist remove +12025550101 --json",
    code: 0,
    stdout: { customer: null, numbers: ["12025550101"] },
  },
  {
    line: `blacklist import ${files.numbers} --customer 42 --json`,
    code: 0,
    stdout: { customer: 42, entries: 4, accepted: 2, added: 1, invalid: 2, problems: ["nobody", "12"] },
  },
  { line: `blacklist import ${files.numbers} --customer 44`, code: 1, stderr: oneLine("no customer 44") },
  { line: `blacklist import ${join(folder.path, "none")}`, code: 1, stderr: oneLine("no such file") },
  {
    line: "blacklist list --json",
    code: 0,
    stdout: [
      { customer: null, number: "12025550102", ...listed },
      { customer: 42, number: "12025550101", ...listed },
      { customer: 42, number: "12025550103", ...listed },
    ],
  },
  { line: "location add Station --json", code: 0, stdout: { id: 1, ...station } },
  { line: "location add Airport", code: 0 },
  { line: "location change 2 --name Station", code: 1, stderr: oneLine("location Station exists already") },
  { line: "location change 2", code: 2, stderr: oneLine("nothing to change") },
  { line: "location change 9 --name Pier", code: 1, stderr: oneLine("there is no location 9") },
  { line: "location change 1 --name Pier --description Boats", code: 0 },
  {
    line: "location show 1 --json",
    code: 0,
    stdout: { id: 1, ...station, name: "Pier", description: "Boats" },
  },
  { line: "location show 9", code: 1, stderr: oneLine("there is no location 9") },
  {
    line: "tube show 42 Bee --json",
    code: 0,
    stdout: expect.objectContaining({ customer: 42, user: "Bee" }),
  },
  {
    line: "tube set 42 Bee --validity 60 --json",
    code: 0,
    stdout: expect.objectContaining({ validity: 60 }),
  },
  {
    line: "tube set 42 Bee --validity 0",
    code: 2,
    stderr: oneLine('invalid validity "0": use a number from 1'),
  },
  { line: "route add 1 north --kind fax", code: 2, stderr: oneLine('invalid kind "fax": use sms or mms') },
  { line: "route add 1 north --customer 42", code: 1, stderr: oneLine("there is no link north") },
  { line: "link add North loopback:", code: 2, stderr: oneLine("North") },
  { line: "--database other:x credit list", code: 1, stderr: oneLine("unknown scheme") },
];

test("the administrative commands, one after the other, beside a process that has the store open", async () => {
  for (const { line, input, code, stdout, stderr } of steps) {
    const result = await messenger(line.split(" "), input);
    expect([line, result.code, result.stderr]).toEqual([
      line,
      code,
      code === 0 ? "" : expect.stringMatching(stderr ?? /^error: |^Usage: /u),
    ]);
    if (stdout !== undefined) expect(JSON.parse(result.stdout)).toEqual(stdout);
    else expect(result.stdout.split("\n").length).toBe(code === 0 ? 2 : 1);
  }
  const checker = credentials({ ...store, addressTest, now: Date.now });
  expect(await checker.verify(42, "Ann", "new")).toMatchObject({ kind: "verified", user: { name: "Ann" } });
  expect(await checker.verify(42, "Ann", "pass word")).toEqual({ kind: "unknownUser" });
  expect(await checker.verify(42, "Cas", "secret")).toMatchObject({ kind: "verified" });
}, 600_000);

test.each([
  {
    line: "customer add 0 --name Zero",
    want: { code: "usage", exitCode: 2, message: /invalid customer id/ },
  },
  { line: "customer add 45", want: { code: "usage", exitCode: 2, message: /^required option/ } },
  { line: "customer", want: { code: "usage", exitCode: 2, message: /a command is missing/ } },
  { line: "credit add 42 SMS", want: { code: "usage", exitCode: 2, message: /missing required argument/ } },
  { line: "--unknown credit list", want: { code: "usage", exitCode: 2, message: /unknown option/ } },
  { line: "link show south", want: { code: "refused", exitCode: 1, message: /no link south/ } },
  {
    line: "--database other:x credit list",
    want: { code: "unknownScheme", exitCode: 1, message: /unknown scheme/ },
  },
  { line: "serve --port abc", want: { code: "usage", exitCode: 2, message: /--port must be a number/ } },
])("with --json, the failure of $line is one line of JSON on standard error", async ({ line, want }) => {
  const { code, stdout, stderr } = await messenger([...line.split(" "), "--json"]);
  expect({ code, stdout }).toEqual({ code: want.exitCode, stdout: "" });
  expect(stderr).toMatch(/^[^\n]+\n$/u);
  expect(JSON.parse(stderr)).toEqual({
    error: { ...want, message: expect.stringMatching(want.message) },
  });
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync("server/package.json", "utf8")) as { readonly version: string };
  expect(await messenger(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test.each(["customer list", "queue show", "link add a smpp://b@127.0.0.1:1", "customer block 42"])(
  "%s does not create a database",
  async (line) => {
    const empty = await emptyDatabase();
    for (let times = 0; times < 2; times++) {
      const { code, stderr } = await messenger(["--database", empty, ...line.split(" ")]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(oneLine("There is no Messenger database"))]);
    }
  },
);

test("customer add creates the database", async () => {
  const created = await emptyDatabase();
  expect((await messenger(["--database", created, "customer", "add", "42", "--name", "A"])).code).toBe(0);
  expect((await messenger(["--database", created, "customer", "show", "42"])).code).toBe(0);
});

test("lists are tables; one without a row says so", async () => {
  await messenger(["customer", "add", "7", "--name", "Seven"]);
  const { stdout } = await messenger(["customer", "list"]);
  expect(stdout).toMatch(/^ID +NAME +STATE +PAYMENT +LIMIT\n7 +Seven +active +prepaid +-\n/u);
  const empty = await messenger(["originator", "list", "--customer", "7"]);
  expect(empty).toEqual({ code: 0, stdout: "CUSTOMER  VALUE\n", stderr: "(no rows)\n" });
});
