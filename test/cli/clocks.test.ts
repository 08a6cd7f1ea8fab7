import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { hashPassword } from "#server/credentials/hash.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { cheap } from "../credentials/cheap.js";
import { accept, answering, type Submit } from "../work/delivery/habits.js";
import { eventually } from "../eventually.js";
import { type Habit, type SmscConnection, TestSmsc } from "../networks/smpp/test-smsc.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { execute } from "../storage/local-server.js";
import { emptyDatabase, newDatabase, onlyOn } from "../storage/new-database.js";
import { type Command, messenger, temporaryFolder } from "./messenger.js";
import { shiftedClock } from "./shifted-clock.js";

const minute = 60_000;
const password = "correct horse";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

let database: string;
let store: Store;
let smsc: TestSmsc;

beforeEach(async () => {
  database = await newDatabase();
  store = await openStore(database);
  await openAccount(store, { payment: "postpaid", passwordHash: await hashPassword(password, cheap) });
  smsc = await TestSmsc.listen(atFirst(() => false));
});
afterEach(async () => {
  await store.close();
  await smsc.close();
});

/** An SMSC that may answer the first message to a number in another way. */
function atFirst(other: (pdu: Submit, connection: SmscConnection) => boolean): Habit {
  const seen = new Set<string>();
  return answering((pdu, connection) => {
    const { address } = pdu.destination;
    const isFirst = !seen.has(address);
    seen.add(address);
    if (!isFirst || !other(pdu, connection)) accept(pdu, connection, `id${address}`);
  });
}

const { Queued, Submitting } = RecipientState;
const received = (): number => smsc.received("submit_sm").length;

async function serve(ahead: number, ...options: readonly string[]): Promise<Command> {
  const server = messenger(["serve", "--database", database, "--port", "0", ...options], shiftedClock(ahead));
  await server.until(/listens at .*\n/u);
  return server;
}

async function addLink(...settings: readonly string[]): Promise<void> {
  const url = `smpp://shop@127.0.0.1:${smsc.port}`;
  const command = messenger(
    ["link", "add", "north", url, "--password-stdin", "--database", database, ...settings],
    {},
  );
  command.process.stdin?.end("secret\n");
  expect([await command.ended(), command.stderr()]).toEqual([0, ""]);
}

async function stop(...servers: readonly Command[]): Promise<void> {
  for (const { process } of servers) process.kill("SIGTERM");
  for (const server of servers) expect(await server.ended()).toBe(0);
}

test("the messages of a rated link leave although the clock is set back by an hour; the log says so", async () => {
  await addLink("--set", "rate=5");
  const server = await serve(0);
  const at = await store.processes.time();
  const recipients = Array.from({ length: 15 }, (_, index) => String(12025550100 + index));
  await store.outbox.submit(submission("t1", { recipients, at, dueAt: at }));
  await eventually(() => received() > 0);
  server.process.kill("SIGUSR2");
  await eventually(() => received() === recipients.length);
  await server.untilError(/"seconds":-3600,"msg":"the system clock was set/u);
  await stop(server);
});

/** Sends one message that is not accepted, and resolves with its id when it failed or is held for a decision. */
async function sendOne(phone: string): Promise<number> {
  const transaction = `t${phone}`;
  const at = await store.processes.time();
  await store.outbox.submit(submission(transaction, { recipients: [phone], at, dueAt: at }));
  let id = 0;
  await eventually(async () => {
    const [found] = await store.desk.candidates({ kind: "transaction", id: transaction }, undefined, 1);
    id = found?.id ?? 0;
    const isHeld = (await store.links.uncertain(9)).some((message) => message.id === id);
    return isHeld || (found !== undefined && found.state !== Queued && found.state !== Submitting);
  });
  return id;
}

interface Problem {
  readonly code: string;
  readonly problem: string;
}

/** What `doctor` reports under some codes. */
async function problemsOf(...codes: readonly string[]): Promise<readonly Problem[]> {
  const doctor = messenger(["doctor", "--json", "--database", database]);
  await doctor.ended();
  const problems = JSON.parse(doctor.stdout()) as readonly Problem[];
  return problems.filter(({ code }) => codes.includes(code));
}

/** Sends a message over HTTP GET; resolves with the response. */
async function get(server: Command, recipientPhone: string): Promise<string> {
  const [, url = ""] = /(http\S+)\n/u.exec(server.stdout()) ?? [];
  const query = new URLSearchParams({
    ...{ customerID: "42", userName: "Ann", userPassword: password, originator: "Shop", smsText: "Hello" },
    ...{ recipientPhone, messageType: "Latin", blink: "false", flash: "false", Private: "false" },
  });
  return (await fetch(`${url}/HTTP_SendSms?${String(query)}`)).text();
}

const day = 24 * 60 * minute;

/** Prices of a prefix by their first day, in days from that of the database, and the one that applies; null is closed. */
const datedPrices: readonly {
  readonly prices: Readonly<Record<string, number | null>>;
  readonly want: number | undefined;
}[] = [
  { prices: { always: 1_000, 1: 4_000 }, want: 1_000 },
  { prices: { always: 1_000, 0: 2_000, 1: 4_000 }, want: 2_000 },
  { prices: { always: 1_000, [-1]: 2_000 }, want: 2_000 },
  { prices: { always: 1_000, 2: 4_000 }, want: 1_000 },
  { prices: { [-1]: 2_000, 0: 3_000 }, want: 3_000 },
  { prices: { always: 1_000, [-2]: 2_000, [-1]: 3_000, 1: 5_000 }, want: 3_000 },
  { prices: { [-1]: 2_000, 1: 1_000 }, want: 2_000 },
  { prices: { always: 1_000, 0: null, 1: 4_000 }, want: undefined },
  { prices: { always: null, 0: 2_000, 1: null }, want: 2_000 },
  { prices: { always: 1_000, [-1]: null, 0: 7_000 }, want: 7_000 },
  { prices: { always: 1_000, 1: null }, want: 1_000 },
];

onlyOn("postgres", () => {
  test("processes whose clocks are days apart price by the day of the database", async () => {
    const today = Math.floor((await store.processes.time()) / day);
    const at = (today - 9) * day;
    const phoneOf = (row: number, index: number): string => `4477009${String(10 + row)}00${index}`;
    for (const [row, { prices }] of datedPrices.entries())
      for (const [from, price] of Object.entries(prices)) {
        const rule = { prefix: phoneOf(row, 0).slice(0, 9), price: price ?? undefined };
        const firstDay = from === "always" ? undefined : today + Number(from);
        expect(await store.coverage.setPrices(42, [rule], at, firstDay)).toEqual({ ok: true });
      }
    const servers = await Promise.all(
      [-26, 0, 26].map((hours) => serve(hours * 60 * minute, "--role", "api")),
    );
    const charged = async (): Promise<number> => -((await store.accounts.balances(42))[0]?.amount ?? 0);
    for (const [row, { want }] of datedPrices.entries())
      for (const [index, server] of servers.entries()) {
        const before = await charged();
        const isSent = (await get(server, phoneOf(row, index))).includes("<Result>OK<");
        const found = isSent ? (await charged()) - before : undefined;
        expect([row, index, found]).toEqual([row, index, want]);
      }
    await stop(...servers);
  });

  test("processes whose clocks differ by minutes send at once, and doctor names both", async () => {
    await addLink();
    const ahead = await serve(10 * minute, "--role", "api", "--admin", "0");
    const [, port = ""] = await ahead.untilError(/"port":(\d+),"msg":"admin listener open"/u);
    const behind = messenger(
      ["serve", "--database", database, "--role", "delivery"],
      shiftedClock(-10 * minute),
    );
    expect(await get(ahead, "12025550101")).toContain("<Result>OK<");
    await eventually(() => received() === 1);

    // A link that has just been bound is reported with the next renewal of the lease.
    let problems: readonly Problem[] = [];
    await eventually(async () => {
      problems = await problemsOf("clock", "link", "queueAge");
      return !problems.some(({ code }) => code === "link");
    });
    const named = problems.map(({ problem }) => problem).filter((text) => text.includes("process"));
    expect(named.toSorted()).toEqual(
      [
        `the clock of process ${String(ahead.process.pid)} on ${hostname()} is 600 seconds ahead`,
        `the clock of process ${String(behind.process.pid)} on ${hostname()} is 600 seconds behind`,
      ].toSorted(),
    );
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/^messenger_clock_ahead_seconds (599\.9|600)/mu);
    await stop(ahead, behind);
  });

  test("messages that a machine ten minutes ahead sends again leave at once, and are recorded at the time of the service", async () => {
    const [refused = "", unanswered = "", held = ""] = Array.from({ length: 3 }, (_, index) =>
      String(12025550101 + index),
    );
    await smsc.close();
    smsc = await TestSmsc.listen(
      atFirst((pdu, connection) => {
        if (pdu.destination.address === refused) connection.refuse(pdu, 0x0b);
        else connection.socket.destroy();
        return true;
      }),
    );
    await addLink();
    const server = await serve(0);
    const ids = new Map<string, number>();
    for (const phone of [refused, unanswered, held]) ids.set(phone, await sendOne(phone));
    for (const [phone, command] of [
      [refused, ["message", "resend"]],
      [unanswered, ["message", "resend"]],
      [held, ["queue", "uncertain", "resend"]],
    ] as const) {
      const before = received();
      const again = messenger(
        [...command, String(ids.get(phone)), "--database", database],
        shiftedClock(10 * minute),
      );
      expect([await again.ended(), again.stderr()]).toEqual([0, ""]);
      await eventually(() => received() === before + 1);
    }
    const now = await store.processes.time();
    expect((await store.audit.entries(9)).filter(({ at }) => at > now)).toEqual([]);
    await stop(server);
  });

  test("commands of a machine ten minutes ahead record the time of the database", async () => {
    await addLink();
    const run = async (...words: readonly string[]): Promise<void> => {
      const command = messenger(words, shiftedClock(10 * minute));
      expect([words, await command.ended(), command.stderr()]).toEqual([words, 0, ""]);
    };
    const [file, copy] = [`sqlite:${join(folder.path, "small.db")}`, await emptyDatabase()];
    await (await openStore(file)).close();
    const at = await store.processes.time();
    await store.outbox.submit(submission("t1", { at, dueAt: at }));
    await openAccount(store, { id: 43, user: "Bob" });
    await run("number", "erase", "12025550109", "--database", database);
    await run("customer", "remove", "43", "--yes", "--database", database);
    await store.close();
    await run("database", "restore", "--links", "stopped", "--database", database);
    await run("database", "copy", file, copy);
    const migrated = await emptyDatabase();
    await run("database", "migrate", "--database", migrated);

    store = await openStore(database);
    const now = await store.processes.time();
    const times = [
      ["audit", database, "SELECT action AS name, at FROM audit"],
      ["held messages", database, "SELECT phone AS name, at FROM recipient"],
      ["copy", copy, "SELECT action AS name, at FROM audit"],
      ["migration", migrated, "SELECT name, applied_at AS at FROM schema_version"],
    ] as const;
    for (const [title, url, text] of times) {
      const rows = await execute(url, text);
      expect([title, rows]).not.toEqual([title, []]);
      expect([title, rows.filter((row) => Number((row as { readonly at: string }).at) > now)]).toEqual([
        title,
        [],
      ]);
    }
  });
});
