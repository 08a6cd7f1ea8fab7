import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { prepareSchema } from "#server/storage/sqlite/schema/migrate.js";
import { accept, answering, many } from "../work/delivery/habits.js";
import { TestSmsc } from "../networks/smpp/test-smsc.js";
import { eventually } from "../eventually.js";
import { testWithPeer } from "../peers.js";
import { openAccount, submission } from "../storage/fixtures.js";
import { CommandRunner } from "../command-runner.js";
import { messenger, temporaryFolder } from "./messenger.js";

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let copy: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, "messenger.db");
  copy = join(folder.path, "copy.db");
});
afterEach(() => {
  folder.remove();
});

const names = (): readonly string[] => readdirSync(folder.path);
const partials = (): readonly string[] => names().filter((name) => name.includes(".partial"));

async function ran(...args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
  const command = messenger([...args, "--database", `sqlite:${file}`]);
  const code = await command.ended();
  return { code, out: command.stdout(), err: command.stderr() };
}

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(`sqlite:${file}`);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** A database of some megabytes, so that a copy takes a moment. */
async function fill(): Promise<void> {
  await withStore(async (store) => {
    await openAccount(store, { payment: "postpaid" });
    const text = "x".repeat(30_000);
    await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => store.outbox.submit(submission(`t${n}`, { text }))),
    );
  });
}

/** Makes the place of the database empty. */
function moveAway(): void {
  for (const name of names()) if (/^messenger\.db(-wal|-shm)?$/u.test(name)) rmSync(join(folder.path, name));
}

async function transactionsIn(path: string): Promise<number | undefined> {
  const database = (await loadDriver()).open(path, true);
  try {
    expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    return database.prepare<{ n: number }>("SELECT count(*) AS n FROM txn").get()?.n;
  } finally {
    database.close();
  }
}

/** Starts a command and kills it after it has started to write a file beside its target. */
async function killedInTheMiddle(...args: readonly string[]): Promise<void> {
  const before = new Set(partials());
  const command = messenger([...args, "--database", `sqlite:${file}`]);
  await eventually(() => command.process.exitCode !== null || partials().some((name) => !before.has(name)));
  command.process.kill("SIGKILL");
  await command.ended();
}

describe("messenger database backup", () => {
  test("copies all committed data while a server writes, into a new file that only the owner can read", async () => {
    await withStore(async (store) => {
      await openAccount(store, { payment: "postpaid" });
      let stop = false;
      let committed = 0;
      const writing = (async () => {
        while (!stop) {
          await store.outbox.submit(submission(`t${committed}`));
          committed += 1;
        }
      })();
      await eventually(() => committed > 100);
      const least = committed;
      const { code, out } = await ran("database", "backup", copy);
      stop = true;
      await writing;
      expect(code).toBe(0);
      expect(out).toMatch(
        /^backup \S+copy\.db written: \d+\.\d MB in \d+\.\d s, all changes before \S+Z\n$/u,
      );
      const found = (await transactionsIn(copy)) ?? 0;
      expect(found).toBeGreaterThanOrEqual(least);
      expect(found).toBeLessThanOrEqual(committed);
    });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const [backup, ...rest] = JSON.parse((await ran("database", "backups", "--json")).out) as unknown[];
    const table = (await ran("database", "backups")).out;
    expect(table).toMatch(
      /^AT +WHO +FROM +FILE +BYTES +UNTIL +VERIFIED\n.* \d{6,} +\S+Z +integrity, references\n$/u,
    );
    const { SUDO_USER: who = userInfo().username } = process.env;
    const bytes = statSync(copy).size;
    expect(backup).toMatchObject({ who, file: copy, bytes, verified: "integrity, references" });
    const { at, until } = backup as { readonly at: string; readonly until: string };
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.parse(until));
    expect(rest).toEqual([]);
    expect(names().filter((name) => name.startsWith("copy.db"))).toEqual(["copy.db"]);
  });

  test("into a folder gets a name with the time", async () => {
    await withStore(async (store) => openAccount(store));
    const { code, out } = await ran("database", "backup", folder.path, "--json");
    const { file: name } = JSON.parse(out) as { readonly file: string };
    expect(code).toBe(0);
    expect(name).toMatch(/^\/.*\/messenger-\d{8}T\d{6}Z\.db$/u);
    expect(await transactionsIn(name)).toBe(0);
  });

  test("refuses a file that exists, and leaves it", async () => {
    await withStore(async (store) => openAccount(store));
    writeFileSync(copy, "mine");
    const { code, err } = await ran("database", "backup", copy);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("The file exists already") });
    expect(readFileSync(copy, "utf8")).toBe("mine");
  });

  test("refuses a database that does not exist, and creates none", async () => {
    expect((await ran("database", "backup", copy)).code).toBe(1);
    expect(names()).toEqual([]);
  });

  test("killed in the middle leaves no file of that name; the next one removes what it left", async () => {
    await fill();
    await killedInTheMiddle("database", "backup", copy);
    expect(names()).not.toContain("copy.db");
    expect((await ran("database", "backup", copy)).code).toBe(0);
    expect(await transactionsIn(copy)).toBe(1_000);
    expect(partials()).toEqual([]);
  });

  testWithPeer("prlimit", "on a full disk is refused and leaves nothing", async () => {
    await fill();
    const args = ["database", "backup", copy, "--database", `sqlite:${file}`];
    const limited = ["--fsize=1000000", process.execPath, resolve("bin/messenger.js"), ...args];
    const [code] = (await once(spawn("prlimit", limited, { stdio: "ignore" }), "close")) as [number];
    expect(code).toBe(3);
    expect(names().filter((name) => name.startsWith("copy.db"))).toEqual([]);
  });
});

describe("messenger database restore", () => {
  test("of a copy whose messages were sent since: none is sent again before the operator decides", async () => {
    const smsc = await TestSmsc.listen(
      answering((pdu, connection) => {
        accept(pdu, connection, `id${pdu.destination.address}`);
      }),
    );
    const arrived = (): number => smsc.received("submit_sm").length;
    const at = Date.now();
    await withStore(async (store) => {
      await openAccount(store, { payment: "postpaid" });
      await store.outbox.submit(submission("t1", { recipients: many(200), at, dueAt: at }));
      await store.outbox.submit(submission("t2", { recipients: many(2_500), at, dueAt: at + 3_600_000 }));
    });
    expect(
      (await ran("link", "add", "north", `smpp://a@127.0.0.1:${smsc.port}`, "--password", "b")).code,
    ).toBe(0);
    expect((await ran("database", "backup", copy)).code).toBe(0);
    const serve = async () => {
      const server = messenger(["serve", "--port", "0", "--database", `sqlite:${file}`]);
      await server.until(/listens at .*\n/);
      return server;
    };
    const first = await serve();
    await eventually(() => arrived() === 200);
    first.process.kill("SIGTERM");
    await first.ended();
    moveAway();

    const restored = await ran("database", "restore", copy, "--links", "stopped");
    expect(restored.out).toContain("stopped: 1 link, 0 campaigns; uncertain: 2700 messages");
    const second = await serve();
    expect((await ran("link", "start", "north")).code).toBe(0);
    await eventually(() => smsc.received("bind_transceiver").length === 2);
    await withStore(async ({ links, outbox }) => {
      expect(await links.uncertain(10_000)).toHaveLength(2_700);
      expect(JSON.parse((await ran("--json", "queue", "uncertain", "list")).out)).toHaveLength(2_700);
      expect((await ran("queue", "uncertain", "list")).out.split("\n")).toHaveLength(2_702);
      expect((await outbox.statistics(42, "t1"))?.counts).toEqual([{ state: 2, count: 200 }]);
      const ids = (await links.uncertain(10_000)).filter(({ transactionId }) => transactionId === "t1");
      expect(arrived()).toBe(200);
      const [one] = ids;
      await links.resolve([one?.id ?? 0], "resend", Date.now());
      await eventually(() => arrived() === 201);
      expect((await links.resolveBehind(0, 10_000, "fail", Date.now())).changed).toBe(2_699);
    });
    second.process.kill("SIGTERM");
    await second.ended();
    expect(arrived()).toBe(201);
    await smsc.close();
  });

  test("with --links kept continues where the copy was", async () => {
    await fill();
    await ran("database", "backup", copy);
    await withStore(async (store) => {
      await store.outbox.submit(submission("later"));
    });
    moveAway();
    expect((await ran("database", "restore", copy, "--links", "kept")).code).toBe(0);
    expect(await transactionsIn(file)).toBe(1_000);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await withStore(async ({ links }) => {
      expect(await links.uncertain(10)).toEqual([]);
      expect((await links.queues()).reduce((sum, { waiting }) => sum + waiting, 0)).toBe(1_000);
    });
  });

  test.each(["messenger.db", "messenger.db-wal"])(
    "where %s exists is refused, and changes nothing",
    async (name) => {
      await fill();
      await ran("database", "backup", copy);
      moveAway();
      writeFileSync(join(folder.path, name), "mine");
      const { code, err } = await ran("database", "restore", copy, "--links", "stopped");
      expect({ code, err }).toMatchObject({
        code: 1,
        err: expect.stringContaining(`exists already (${folder.path}/${name})`),
      });
      expect(readFileSync(join(folder.path, name), "utf8")).toBe("mine");
      expect(partials()).toEqual([]);
    },
  );

  test("of a backup with an older schema is refused; it can be migrated before", async () => {
    const database = openWriter(await loadDriver(), copy);
    prepareSchema(database, "migrate");
    database.close();
    const newer = new CommandRunner("messenger", { MESSENGER_TEST_NEXT: "1" });
    const restore = ["database", "restore", copy, "--links", "stopped", "--database", `sqlite:${file}`];
    const refused = { code: 1, stderr: expect.stringContaining("older version") };
    expect(await newer.run(restore)).toMatchObject(refused);
    expect(names()).not.toContain("messenger.db");
    expect(await newer.run(["database", "migrate", "--database", `sqlite:${copy}`])).toMatchObject({
      code: 0,
    });
    expect(await newer.run(restore)).toMatchObject({ code: 0 });
    newer.end();
    expect(await transactionsIn(file)).toBe(0);
  });

  test.each(["no copy", "no database"])("of %s is refused, and changes nothing", async (kind) => {
    if (kind === "no database") writeFileSync(copy, "x".repeat(10_000));
    const before = names().length;
    expect((await ran("database", "restore", copy, "--links", "stopped")).code).toBe(1);
    expect(names().filter((name) => !name.startsWith("messenger.db-delivery"))).toHaveLength(before);
  });

  test("killed in the middle leaves no database, or the whole one; the next one removes what it left", async () => {
    await fill();
    await ran("database", "backup", copy);
    moveAway();
    await killedInTheMiddle("database", "restore", copy, "--links", "stopped");
    if (names().includes("messenger.db")) {
      expect(await transactionsIn(file)).toBe(1_000);
      moveAway();
    }
    expect((await ran("database", "restore", copy, "--links", "stopped")).code).toBe(0);
    expect(await transactionsIn(file)).toBe(1_000);
    expect(partials()).toEqual([]);
  });
});
