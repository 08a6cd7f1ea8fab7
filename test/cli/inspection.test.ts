import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";
import { openStore } from "#server/storage/index.js";
import { numbersAt } from "#server/storage/schema/numbers.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { CommandRunner } from "../command-runner.js";
import { many } from "../work/delivery/habits.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { execute } from "../storage/local-server.js";
import { temporaryFolder } from "./messenger.js";
import { newDatabase, onlyOn } from "../storage/new-database.js";

const runner = new CommandRunner("messenger");
const folder = temporaryFolder();

afterAll(() => {
  runner.end();
  folder.remove();
});

function refusedOf(phones: readonly string[]): Submission["refused"] {
  return phones.map((phone) => ({ phone, state: RecipientState.Blacklisted }));
}

/** Rows of every kind that is checked: long lists with refused numbers leave blocks. */
async function fill(url: string): Promise<void> {
  const store = await openStore(url);
  try {
    await openAccount(store, { payment: "postpaid", credit: 5_000 });
    await store.outbox.submit(submission("t1", { refused: refusedOf(["12025550102"]) }));
    await store.outbox.submit(submission("t2", { recipients: many(9_000), refused: refusedOf(many(9_000)) }));
    await store.inbox.add({ customerId: 42, from: "12025550103", to: "100", text: "Hi", at: noon });
    const location = await store.locations.add({ name: "North", description: "" }, noon);
    await store.locations.addAudience(location ?? 0, ["12025550104", "12025550105"]);
  } finally {
    await store.close();
  }
}

async function ran(url: string, ...words: readonly string[]): Promise<{ code: number; out: unknown }> {
  const { code, stdout, stderr } = await runner.run(["database", ...words, "--json", "--database", url]);
  return { code, out: JSON.parse(stdout === "" ? stderr : stdout) as unknown };
}

interface Damage {
  readonly check: string;
  readonly sql: readonly string[];
  readonly problem: string;
}

/** Changes that no command makes. */
const damages = (on: string, off: string): readonly Damage[] => [
  {
    check: "balances are the sums of their ledgers",
    sql: ["UPDATE account SET balance = balance + 1"],
    problem: "customer 42 SMS",
  },
  {
    check: "ledger entries follow each other",
    sql: [off, "UPDATE ledger SET balance_after = balance_after + 1 WHERE id = 1", on],
    problem: "ledger entry 1",
  },
  {
    check: "counters of messages match the messages",
    sql: ["UPDATE recipient_count SET n = n + 1 WHERE txn = (SELECT min(txn) FROM recipient_count)"],
    problem: "transaction t1",
  },
  {
    check: "parts have a state, or their message has one",
    sql: [
      "INSERT INTO sent_part (recipient, network, part, key) SELECT id, 1, 1, '' FROM recipient WHERE state = 0",
    ],
    problem: `message ${numbersAt(noon).first + 1}`,
  },
  {
    check: "counters of inboxes match the messages",
    sql: ["UPDATE inbox_count SET total = total + 1"],
    problem: "inbox of customer 42",
  },
  {
    check: "sizes of audiences match their numbers",
    sql: ["UPDATE location SET audience = audience + 1"],
    problem: "location 1",
  },
];

interface FailedCheck {
  readonly check: string;
  readonly ok: boolean;
  readonly problem: string | null;
}

const failed = (out: unknown): readonly FailedCheck[] =>
  (out as readonly FailedCheck[]).filter(({ ok }) => !ok);

/** Of SQLite alone. */
const unordered: Damage = {
  check: "ledger entries are found by time",
  sql: [
    "UPDATE ledger_ordered SET upto = 1",
    "INSERT INTO ledger_order (customer_id, at, id) SELECT customer_id, at + 1, id FROM ledger WHERE id = 1",
  ],
  problem: "ledger entry 1",
};

onlyOn("sqlite", () => {
  describe("messenger database on SQLite", () => {
    test.each([...damages("SELECT 1", "DROP TRIGGER ledger_keeps_rows"), unordered])(
      "check finds: $check",
      async (damage) => {
        const file = join(folder.path, `${damage.check}.db`);
        await fill(`sqlite:${file}`);
        expect(failed((await ran(`sqlite:${file}`, "check")).out)).toEqual([]);
        const database = openWriter(await loadDriver(), file);
        for (const sql of damage.sql) database.exec(sql);
        database.close();
        const { code, out } = await ran(`sqlite:${file}`, "check");
        expect({ code, failed: failed(out) }).toEqual({
          code: 1,
          failed: [{ check: damage.check, ok: false, problem: damage.problem }],
        });
      },
    );

    test("check finds rows that refer to missing rows, and broken pages", async () => {
      const file = join(folder.path, "broken.db");
      await fill(`sqlite:${file}`);
      const database = openWriter(await loadDriver(), file);
      database.exec("PRAGMA foreign_keys = OFF; DELETE FROM location");
      const { page } = database
        .prepare<{ page: number }>("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'recipient_txn'")
        .get() ?? { page: 0 };
      database.close();
      // Overwrites the entries of an index.
      const handle = openSync(file, "r+");
      writeSync(handle, Buffer.alloc(2_000, 7), 0, 2_000, page * 4_096 - 2_000);
      closeSync(handle);
      const { out } = await ran(`sqlite:${file}`, "check");
      expect(failed(out).map(({ check }) => check)).toEqual(
        expect.arrayContaining(["the file is intact", "references lead to existing rows"]),
      );
    });

    test("stats and compact: deleted rows leave free space, compact returns it", async () => {
      const file = join(folder.path, "stats.db");
      const url = `sqlite:${file}`;
      await fill(url);
      const database = openWriter(await loadDriver(), file);
      database.exec("DELETE FROM recipient_block");
      database.close();
      const { out } = await ran(url, "stats");
      const bytes = statSync(file).size;
      expect(out).toMatchObject({ driver: "sqlite", bytes, oldest: new Date(noon).toISOString() });
      expect((out as { free: number }).free).toBeGreaterThan(100_000);
      expect((out as { tables: unknown }).tables).toContainEqual({ name: "txn", rows: 2 });
      const compacted = await ran(url, "compact");
      const after = statSync(file).size;
      expect(compacted).toEqual({ code: 0, out: { before: bytes, after } });
      expect(after).toBeLessThan(bytes);
      expect(await ran(url, "stats")).toMatchObject({ out: { free: 0, bytes: after } });

      const store = await openStore(url);
      expect(await ran(url, "compact")).toMatchObject({ code: 3, out: { error: { code: "inUse" } } });
      await store.close();
    });
  });
});

onlyOn("postgres", () => {
  const triggers = (state: string) => `ALTER TABLE ledger ${state} TRIGGER USER`;
  /** SQLite has a unique index. */
  const twice = {
    check: "ids of transactions differ",
    sql: ["UPDATE txn SET id = (SELECT min(id) FROM txn)"],
    problem: "transaction t1",
  };
  test.each([...damages(triggers("ENABLE"), triggers("DISABLE")), twice])(
    "on PostgreSQL: database check finds: $check",
    async ({ check, sql, problem }) => {
      const url = await newDatabase();
      await fill(url);
      expect(await ran(url, "check")).toMatchObject({ code: 0 });
      await execute(url, ...sql);
      const { code, out } = await ran(url, "check");
      expect({ code, failed: failed(out) }).toEqual({ code: 1, failed: [{ check, ok: false, problem }] });
    },
  );

  test("on PostgreSQL: stats counts rows; backup, restore and compact name the programs to use", async () => {
    const url = await newDatabase();
    await fill(url);
    const { out } = await ran(url, "stats");
    expect(out).toMatchObject({ driver: "postgres", free: null, oldest: new Date(noon).toISOString() });
    expect((out as { tables: unknown }).tables).toContainEqual({ name: "txn", rows: 2 });
    const refused = (code: string) => ({ code: 1, out: { error: { code } } });
    expect(await ran(url, "backup", folder.path)).toMatchObject(refused("copiedElsewhere"));
    expect(await ran(url, "restore", "x", "--links", "kept")).toMatchObject(refused("copiedElsewhere"));
    expect(await ran(url, "compact")).toMatchObject(refused("compactedElsewhere"));
  });
});
