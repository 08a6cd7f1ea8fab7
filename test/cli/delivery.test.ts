import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { linksOf } from "#server/actions/links.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { accept, answering as answeringAs } from "../work/delivery/habits.js";
import { TestSmsc } from "../networks/smpp/test-smsc.js";
import { eventually } from "../eventually.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { type Command, messenger, temporaryFolder } from "./messenger.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { newDatabase } from "../storage/new-database.js";

let folder: ReturnType<typeof temporaryFolder>;
let database: string;
let store: Store;
let smsc: TestSmsc;
/** Delay of the responses to messages. */
let answering: Promise<void>;

/** Milliseconds. */
const answerTime = 100;
const never = new Promise<void>(() => undefined);

beforeEach(async () => {
  folder = temporaryFolder();
  database = await newDatabase();
  store = await openStore(database);
  await openAccount(store, { payment: "postpaid" });
  smsc = await TestSmsc.listen(
    answeringAs((pdu, connection) => {
      void answering.then(() => {
        setTimeout(() => {
          accept(pdu, connection, `id${pdu.destination.address}`);
        }, answerTime);
      });
    }),
  );
});

afterEach(async () => {
  await store.close();
  await smsc.close();
  folder.remove();
});

async function serve(...options: readonly string[]): Promise<Command> {
  const command = messenger([
    "serve",
    "--database",
    database,
    "--port",
    "0",
    "--log-level",
    "error",
    ...options,
  ]);
  await command.until(/listens at .*\n/);
  return command;
}

const numbers = (): readonly string[] =>
  smsc.received("submit_sm").map(({ destination }) => destination.address);
const received = (): number => numbers().length;

/** Accepts a message to that many numbers, and resolves when the SMSC has received `wanted` of them. */
async function send(count: number, wanted: number): Promise<void> {
  const at = Date.now();
  const recipients = Array.from({ length: count }, (_, index) => String(12025550000 + index));
  await store.outbox.submit(submission("t1", { recipients, at, dueAt: at }));
  await eventually(() => received() >= wanted);
}

const counts = async () => (await store.outbox.statistics(42, "t1"))?.counts;
const { Queued, Submitting, Submitted } = RecipientState;

test("SIGTERM waits for the responses, unbinds and leaves nothing uncertain", async () => {
  let release: () => void = () => undefined;
  answering = new Promise((resolve) => (release = resolve));
  const server = await serve("--smsc", `smpp://messenger:secret@127.0.0.1:${smsc.port}?window=5`);
  await send(50, 5);
  const [url = ""] = /http\S+/.exec(server.stdout()) ?? [];
  server.process.kill("SIGTERM");
  await eventually(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
  release();
  expect(await server.ended()).toBe(0);
  expect(smsc.received("unbind")).toHaveLength(1);
  expect((await counts())?.map(({ state }) => state)).toEqual([Queued, Submitted]);
  expect((await counts())?.[1]?.count).toBe(received());
  expect(await store.links.uncertain(10)).toEqual([]);
  expect(await linksOf(store, Date.now())).toMatchObject([{ state: "no server", up: false, used: 0 }]);
});

test("messages in flight at kill -9 are uncertain and held; the others are sent once, with a link of a file", async () => {
  answering = never;
  const config = join(folder.path, "config.json");
  const link = { name: "north", url: `smpp://messenger@127.0.0.1:${smsc.port}`, password: "secret" };
  writeFileSync(config, JSON.stringify({ links: [{ ...link, settings: { window: 5 } }] }));
  chmodSync(config, 0o600);
  const server = await serve("--config", config);
  await send(50, 5);
  server.process.kill("SIGKILL");
  await server.ended();
  const before = new Set(numbers());
  answering = Promise.resolve();
  await serve("--config", config);
  await eventually(async () =>
    (await store.links.queues()).every(({ waiting, underWay }) => waiting + underWay === 0),
  );
  expect(await counts()).toEqual([
    { state: Submitting, count: 5 },
    { state: Submitted, count: 45 },
  ]);
  const uncertain = await store.links.uncertain(10);
  expect(uncertain).toMatchObject(
    Array.from({ length: 5 }, () => ({ link: "north", code: "the service ended before the response" })),
  );
  expect(uncertain.every(({ phone }) => before.has(phone))).toBe(true);
  expect(new Set(numbers()).size).toBe(50);
  expect(numbers()).toHaveLength(50);
});

test("a process that was suspended for longer than its lease sends nothing more when it resumes", async () => {
  let release: () => void = () => undefined;
  answering = new Promise((resolve) => (release = resolve));
  const link = `smpp://messenger:secret@127.0.0.1:${smsc.port}?window=10`;
  const stopped = await serve("--smsc", link);
  const at = Date.now();
  const recipients = Array.from({ length: 4 }, (_, index) => String(12025550000 + index));
  const long = { text: "x".repeat(15 * 153), parts: 15, at, dueAt: at };
  await store.outbox.submit(submission("t1", { ...long, recipients }));
  await eventually(() => received() === 10);
  const [before] = smsc.connections;
  stopped.process.kill("SIGSTOP");
  release();
  const next = await serve("--smsc", link);
  await eventually(() => received() === 10 + 3 * 15);
  stopped.process.kill("SIGCONT");
  await stopped.untilError(/another process has taken over delivery/);
  await eventually(() => before?.received.some(({ command }) => command === "unbind") === true);
  const submitted = before?.received.filter(({ command }) => command === "submit_sm");
  expect(submitted).toHaveLength(10);
  expect(received()).toBe(10 + 3 * 15);
  await eventually(
    async () => (await counts())?.some(({ state, count }) => state === Submitted && count === 3) === true,
  );
  expect(await counts()).toEqual([
    { state: Submitting, count: 1 },
    { state: Submitted, count: 3 },
  ]);
  expect(await store.links.uncertain(10)).toMatchObject([{ code: "the service ended before the response" }]);
  next.process.kill("SIGTERM");
  expect(await next.ended()).toBe(0);
});

test("a configuration file that is readable by others or conflicts with the store is refused without printing its password", async () => {
  const config = join(folder.path, "wrong.json");
  const refusals = [
    {
      mode: 0o644,
      content: { links: [{ name: "a", url: "smpp://m@h:1", password: "s3cret" }] },
      code: 2,
      want: "chmod 600",
    },
    {
      mode: 0o644,
      content: { links: [{ name: "a", url: "smpp://m:s3cret@h:1" }] },
      code: 2,
      want: "chmod 600",
    },
    {
      mode: 0o640,
      content: {
        links: [
          { name: "a", url: "mm7://h:1/", settings: { receiveUser: "mmsc", receivePassword: "s3cret" } },
        ],
      },
      code: 2,
      want: "chmod 600",
    },
    {
      mode: 0o600,
      content: { links: [{ name: "a", url: "smpp://m@h:1", password: "s3cret", x: 1 }] },
      code: 2,
      want: "x",
    },
    {
      mode: 0o600,
      content: { links: [{ name: "a", url: "smpp://m:s3cret@h:99999" }] },
      code: 2,
      want: "URL",
    },
    {
      mode: 0o600,
      content: { links: [{ name: "a", url: "smpp://%zz:s3cret@h:1" }] },
      code: 2,
      want: "hexadecimal",
    },
    { mode: 0o600, content: { routes: [{ link: "none" }] }, code: 2, want: "a link that does not exist" },
    {
      mode: 0o600,
      content: { host: "0.0.0.0" },
      code: 2,
      want: "messenger: there is no link to a network: add one",
    },
    { mode: 0o600, content: { delivery: { validityHours: 0 } }, code: 2, want: "delivery.validityHours" },
  ];
  for (const { mode, content, code, want } of refusals) {
    writeFileSync(config, JSON.stringify(content));
    chmodSync(config, mode);
    const command = messenger(["serve", "--database", database, "--config", config, "--port", "0"]);
    expect(await command.ended()).toBe(code);
    expect(command.stderr()).toContain(want);
    expect(command.stderr()).not.toContain("s3cret");
  }
});
