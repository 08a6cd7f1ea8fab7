import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { simulatedNumbers } from "#server/demo/outcomes.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { openStore } from "#server/storage/index.js";
import { PlainBrowser } from "../faces/console/console-server.js";
import { eventually } from "../eventually.js";
import { testWithPeer } from "../peers.js";
import { ledgerOf, openAccount } from "../storage/fixtures.js";
import { emptyDatabase, newDatabase } from "../storage/new-database.js";
import { type Command, messenger, temporaryFolder } from "./messenger.js";

let folder: ReturnType<typeof temporaryFolder>;
/** The database of a demo that the first test makes. */
let database: string;

beforeAll(async () => {
  folder = temporaryFolder();
  database = await emptyDatabase();
});

afterAll(() => {
  folder.remove();
});

const ready = /Stop with Ctrl-C\.\n$/;

function start(...args: readonly string[]): Command {
  return messenger(["start", "--port", "0", "--database", database, ...args]);
}

async function stop(command: Command): Promise<void> {
  command.process.kill("SIGINT");
  expect(await command.ended()).toBe(0);
}

/** What `--json` prints. */
interface Running {
  readonly url: string;
  readonly console: string;
  readonly portal: string;
  readonly password: string;
  readonly operatorPassword: string;
  readonly json: string;
  readonly key: string;
}

async function startWithJson(): Promise<{ readonly command: Command; readonly running: Running }> {
  const command = start("--json");
  const [line] = await command.until(/^.*\n$/);
  return { command, running: JSON.parse(line) as Running };
}

async function logIn({ console, operatorPassword }: Running): Promise<PlainBrowser> {
  const browser = new PlainBrowser(new URL(console).origin);
  await browser.get("/log-in");
  await browser.post("/log-in", { name: "demo", password: operatorPassword });
  await browser.get("");
  return browser;
}

testWithPeer("curl", "the first start prints commands that send a message and read its status", async () => {
  const command = start();
  await command.until(ready);
  const [send = "", read = "", sendFailing = "", readFailed = "", json = "", readJson = ""] =
    command.stdout().match(/^ {2}curl .*$/gm) ?? [];
  const shell = (line: string): string =>
    execFileSync("sh", ["-c", line], { cwd: folder.path, encoding: "utf8" });
  expect(shell(send)).toContain("<Result>OK</Result>");
  await eventually(() => shell(read).includes("SMSC_DELIVERED"));
  expect(shell(sendFailing)).toContain("<Result>OK</Result>");
  await eventually(() => shell(readFailed).includes("SMSC_UNDELIVERABLE"));
  expect(JSON.parse(shell(json))).toMatchObject({ transactionId: expect.any(String), rejectedNumbers: [] });
  expect(JSON.parse(shell(readJson))).toMatchObject({ statuses: [{ recipients: 1 }] });
  const password = /, password (\S+), originator/.exec(command.stdout())?.[1] ?? "";
  await stop(command);
  expect(password.length).toBeGreaterThanOrEqual(16);
  expect(command.stderr()).not.toContain(password);
  expect(command.stdout()).toMatch(/goes on with the same data\.\n$/);
});

test("a start beside a running server is refused and changes no log-in", async () => {
  const first = await startWithJson();
  const second = start();
  expect(await second.ended()).toBe(1);
  expect(second.stderr()).toMatch(/^messenger: a server runs with this database already /);
  const { json, key } = first.running;
  const account = await fetch(`${json}/account`, { headers: { authorization: `Bearer ${key}` } });
  expect(account.status).toBe(200);
  await stop(first.command);
});

test("a second start has the same data and new log-ins that work", async () => {
  const first = await startWithJson();
  await stop(first.command);
  const second = await startWithJson();
  expect(second.running.password).not.toBe(first.running.password);
  const password: unknown = expect.stringMatching(/^\S{16,}$/);
  expect(second.running).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/bms\/Soap\/Messenger\.asmx$/),
    wsdl: `${second.running.url}?wsdl`,
    json: new URL("/v1", second.running.url).href,
    key: expect.stringMatching(/^mk_\S+$/),
    console: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/console$/),
    portal: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
    customer: 7,
    user: "demo",
    password,
    operator: "demo",
    operatorPassword: password,
  });
  const account = async (key: string): Promise<number> =>
    (await fetch(`${second.running.json}/account`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await account(second.running.key)).toBe(200);
  expect(await account(first.running.key)).toBe(401);
  const old = await logIn({ ...second.running, operatorPassword: first.running.operatorPassword });
  expect((await old.get("")).status).toBe(303);
  const browser = await logIn(second.running);
  // Until the links have reported their state, they are the first problems of the overview.
  await eventually(async () => !(await browser.get("")).text.includes("no server reports its state"));
  for (const [page, wanted] of [
    ["", "2 messages are uncertain"],
    ["/links", "bound"],
    ["/customers/7", "Example Shop"],
    ["/uncertain", "no answer: timeout"],
  ] as const)
    expect((await browser.get(page)).text).toContain(wanted);
  const { portal } = second.running;
  const visitor = new PlainBrowser(new URL(portal).origin, {}, "");
  await visitor.get("/log-in");
  await visitor.post("/log-in", { customer: "7", name: "demo", password: second.running.password });
  expect((await visitor.get("/")).text).toContain("Example Shop");
  await stop(second.command);
});

test("the week has messages in every state, and each customer's ledger fits its balance", async () => {
  const store = await openStore(database);
  try {
    const totals = await store.usage.totals(0);
    const { Delivered, Undeliverable, Expired, Deleted, Rejected, Failed, InvalidNumber } = RecipientState;
    const wanted = [Delivered, Undeliverable, Expired, Deleted, Rejected, Failed, InvalidNumber];
    expect(totals.map(({ state }) => state)).toEqual(expect.arrayContaining(wanted));
    expect((await store.links.uncertain(9)).map(({ phone }) => phone)).toEqual([
      "12025550199",
      "12025550199",
    ]);
    for (const customer of [7, 8, 9]) {
      const sums = new Map<string, number>();
      for (const { kind, delta } of await ledgerOf(store, customer))
        sums.set(kind, (sums.get(kind) ?? 0) + delta);
      for (const { kind, amount } of await store.accounts.balances(customer))
        expect([customer, kind, amount]).toEqual([customer, kind, sums.get(kind)]);
      expect(sums.get("SMS")).toBeGreaterThan(0);
    }
  } finally {
    await store.close();
  }
});

test("messages end as their numbers say", async () => {
  const { command, running } = await startWithJson();
  const client = new MessengerClient({ transport: nodeTransport({ url: running.url }), binding: "soap12" });
  const user = { CustomerID: 7, Name: "demo", Password: running.password };
  const send = async (phone: string): Promise<string | undefined> => {
    const message = { originator: "Shop", smsText: "Hello", recipientPhone: phone };
    const sent = await client.sendSms({
      user,
      ...message,
      messageType: MessageType.Latin,
      blink: false,
      flash: false,
      Private: false,
    });
    expect(sent.Result).toBe("OK");
    return sent.TransactionID;
  };
  const statusOf = async (transactionID: string | undefined): Promise<string> =>
    JSON.stringify((await client.getSmsStatus({ user, transactionID, detailed: true })).Statistics);
  const outcomes = [
    ["12025550100", "SMSC_DELIVERED"],
    ["12025550180", "FAILED"],
    ["12025550185", "SMSC_UNDELIVERABLE"],
    ["12025550193", "SMSC_REJECTED"],
    ["12025550197", "SMSC_DELIVERED"],
  ] as const;
  await Promise.all(
    outcomes.map(async ([phone, wanted]) => {
      const id = await send(phone);
      await eventually(async () => (await statusOf(id)).includes(wanted));
    }),
  );
  await stop(command);
});

test("refuses a database with other customers, and changes nothing in it", async () => {
  const other = await newDatabase();
  const store = await openStore(other);
  try {
    await openAccount(store);
    const command = messenger(["start", "--port", "0", "--database", other]);
    expect(await command.ended()).toBe(1);
    expect(command.stderr()).toMatch(
      /^messenger: the database has customers that are not those of the demo: /,
    );
    expect((await store.accounts.customers()).map(({ id }) => id)).toEqual([42]);
    expect(await store.operators.list()).toEqual([]);
  } finally {
    await store.close();
  }
});

test("without --database its customers are not in the data of the other commands", async () => {
  const command = messenger(["start", "--port", "0"], {}, folder.path);
  await command.until(ready);
  await stop(command);
  expect(readdirSync(join(folder.path, "data"))).toContain("demo.db");
  const list = messenger(["customer", "list", "--json"], {}, folder.path);
  expect(await list.ended()).toBe(1);
  expect(JSON.parse(list.stderr())).toMatchObject({ error: { code: "missing" } });
});

test("the guide has the numbers of the demo", () => {
  const rows = [
    ...readFileSync("docs/guides/demo.md", "utf8").matchAll(/^\| (120255501\S+) +\| (.+?) +\|$/gmu),
  ];
  const ending = (number: number): string => String(number).padStart(2, "0");
  expect(rows.map(([, number, words]) => [number, words])).toEqual(
    simulatedNumbers.map(({ from, to, words }) => [
      `120255501${from === to ? ending(from) : `${ending(from)}-${ending(to)}`}`,
      words,
    ]),
  );
});
