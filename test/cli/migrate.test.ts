import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import * as postgres from "#server/storage/postgres/schema/migrate.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { migrations, prepareSchema } from "#server/storage/sqlite/schema/migrate.js";
import { CommandRunner } from "../command-runner.js";
import { execute } from "../storage/local-server.js";
import { temporaryFolder } from "./messenger.js";
import { emptyDatabase, onlyOn } from "../storage/new-database.js";

/** Commands of a version that has one more step: see `next-step.ts`. */
const runner = new CommandRunner("messenger", { MESSENGER_TEST_NEXT: "1" });
let folder: ReturnType<typeof temporaryFolder>;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, "messenger.db");
});
afterEach(() => {
  folder.remove();
});
afterAll(() => {
  runner.end();
});

async function ran(url: string, ...words: readonly string[]): Promise<{ code: number; out: unknown }> {
  const { code, stdout, stderr } = await runner.run([...words, "--json", "--database", url]);
  return { code, out: JSON.parse(code === 0 ? stdout : stderr) as unknown };
}

/** A database of this version, with a customer. */
async function withSchema(): Promise<void> {
  const database = openWriter(await loadDriver(), file);
  prepareSchema(database, "migrate");
  database.exec(
    "INSERT INTO customer (id, name, state, payment, created_at) VALUES (42, 'A', 'active', 'prepaid', 0)",
  );
  database.close();
}

async function versionsIn(path: string): Promise<number | undefined> {
  const database = (await loadDriver()).open(path, true);
  try {
    return database.prepare<{ n: number }>("SELECT max(version) AS n FROM schema_version").get()?.n;
  } finally {
    database.close();
  }
}

async function customersIn(path: string): Promise<readonly number[]> {
  const database = (await loadDriver()).open(path, true);
  try {
    return database
      .prepare<{ id: number }>("SELECT id FROM customer")
      .all()
      .map(({ id }) => id);
  } finally {
    database.close();
  }
}

const all = migrations.length + 1;
const refused = (code: string, text: string) => ({
  code: 1,
  out: { error: { code, exitCode: 1, message: expect.stringContaining(text) } },
});

onlyOn("sqlite", () => {
  describe("messenger database migrate", () => {
    test("migrates an older schema after a copy; commands refuse it before", async () => {
      await withSchema();
      const url = `sqlite:${file}`;
      const older = refused("olderSchema", "stop the server and run messenger database migrate");
      expect(await ran(url, "database", "check")).toEqual(older);

      const steps = { from: all - 1, to: all, steps: ["next"] };
      expect(await ran(url, "database", "migrate", "--dry-run")).toEqual({
        code: 0,
        out: { ...steps, copy: null },
      });
      expect(await versionsIn(file)).toBe(all - 1);
      const copy: unknown = expect.stringMatching(/messenger\.db\.before-migrate-\d{8}T\d{6}Z$/u);
      expect(await ran(url, "database", "migrate")).toEqual({ code: 0, out: { ...steps, copy } });
      expect(await versionsIn(file)).toBe(all);
      const [name = ""] = readdirSync(folder.path).filter((each) => each.includes("before-migrate"));
      expect(await versionsIn(join(folder.path, name))).toBe(all - 1);
      expect(await customersIn(file)).toEqual([42]);
      expect((await ran(url, "database", "check")).code).toBe(0);
      const current = { from: all, to: all, steps: [], copy: null };
      expect(await ran(url, "database", "migrate")).toEqual({ code: 0, out: current });
    });

    test("creates a database, and refuses a newer one", async () => {
      const url = `sqlite:${file}`;
      const { out } = await ran(url, "database", "migrate");
      expect(out).toMatchObject({ from: 0, to: all, copy: null });
      const database = openWriter(await loadDriver(), file);
      const insert = "INSERT INTO schema_version (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)";
      database.prepare(insert).run(all + 1, "later", "", 0);
      database.close();
      for (const words of [
        ["database", "migrate"],
        ["customer", "list"],
      ])
        expect(await ran(url, ...words)).toEqual(refused("newerSchema", "install that version"));
    });

    test("while another process has the database open, nothing is changed", async () => {
      await withSchema();
      const database = openWriter(await loadDriver(), file);
      expect(await ran(`sqlite:${file}`, "database", "migrate")).toMatchObject({
        code: 3,
        out: { error: { code: "inUse" } },
      });
      database.close();
      expect(await versionsIn(file)).toBe(all - 1);
      expect(readdirSync(folder.path).filter((name) => name.includes("before-migrate"))).toEqual([]);
    });
  });
});

onlyOn("postgres", () => {
  test("on PostgreSQL: an empty place and an older schema are refused; migrate creates and migrates", async () => {
    const url = await emptyDatabase();
    const tables = () => execute(url, "SELECT FROM pg_tables WHERE schemaname = 'public'");
    expect(await ran(url, "customer", "list")).toEqual(refused("missing", "database migrate create one"));
    expect(await tables()).toEqual([]);
    const count = postgres.migrations.length + 1;
    expect(await ran(url, "database", "migrate", "--dry-run")).toMatchObject({ code: 0, out: { to: count } });
    expect(await tables()).toEqual([]);

    const database = await connect(postgresSettings(url));
    await postgres.prepareSchema(database, "migrate");
    await database.close();
    expect(await ran(url, "customer", "list")).toEqual(refused("olderSchema", "messenger database migrate"));
    const { out } = await ran(url, "database", "migrate");
    expect(out).toMatchObject({ from: count - 1, to: count, copy: null });
    expect((await ran(url, "customer", "list")).code).toBe(0);
  });

  test("on PostgreSQL: a step that is not additive waits until no other process is connected", async () => {
    const url = await emptyDatabase();
    const other = await connect(postgresSettings(url));
    await postgres.prepareSchema(other, "migrate");
    expect(await ran(url, "database", "migrate")).toMatchObject({
      code: 3,
      out: { error: { code: "inUse" } },
    });
    await other.close();
    expect((await ran(url, "database", "migrate")).code).toBe(0);
  });
});
