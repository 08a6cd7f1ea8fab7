import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import * as postgres from "#server/storage/postgres/migrate.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { migrations, prepareSchema } from "#server/storage/sqlite/migrate.js";
import { CommandRunner } from "../command-runner.js";
import { execute } from "../storage/local-server.js";
import { messenger, temporaryFolder } from "./messenger.js";
import { emptyDatabase, onlyOn } from "../storage/new-database.js";

const runner = new CommandRunner("messenger");
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

/** A database of `count` steps. */
async function withSchema(count: number): Promise<void> {
  const database = openWriter(await loadDriver(), file);
  prepareSchema(database, "migrate", migrations.slice(0, count));
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

const all = migrations.length;
const last = migrations.at(-1)?.name;
const refused = (code: string, text: string) => ({
  code: 1,
  out: { error: { code, exitCode: 1, message: expect.stringContaining(text) } },
});

onlyOn("sqlite", () => {
  describe("messenger database migrate", () => {
    test("migrates an older schema after a copy; every other command refuses it", async () => {
      await withSchema(all - 1);
      const url = `sqlite:${file}`;
      const older = refused("olderSchema", "stop the server and run messenger database migrate");
      expect(await ran(url, "customer", "list")).toEqual(older);
      expect(await ran(url, "customer", "add", "42", "--name", "A")).toEqual(older);
      const server = messenger(["serve", "--port", "0", "--database", url]);
      expect(await server.ended()).toBe(1);
      expect(server.stderr()).toContain("messenger database migrate");

      const steps = { from: all - 1, to: all, steps: [last] };
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
      expect((await ran(url, "customer", "list")).code).toBe(0);
      const current = { from: all, to: all, steps: [], copy: null };
      expect(await ran(url, "database", "migrate")).toEqual({ code: 0, out: current });
    });

    test("creates a database, and refuses a newer one", async () => {
      const url = `sqlite:${file}`;
      const { out } = await ran(url, "database", "migrate");
      expect(out).toMatchObject({ from: 0, to: all, copy: null });
      const database = openWriter(await loadDriver(), file);
      const later = { name: "later", sql: "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT" };
      prepareSchema(database, "migrate", [...migrations, later]);
      database.close();
      for (const words of [
        ["database", "migrate"],
        ["customer", "list"],
      ])
        expect(await ran(url, ...words)).toEqual(refused("newerSchema", "install that version"));
    });

    test("while another process has the database open, nothing is changed", async () => {
      await withSchema(all - 1);
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
    const count = postgres.migrations.length;
    expect(await ran(url, "database", "migrate", "--dry-run")).toMatchObject({ code: 0, out: { to: count } });
    expect(await tables()).toEqual([]);

    const database = await connect(postgresSettings(url));
    await postgres.prepareSchema(database, "migrate", postgres.migrations.slice(0, -1));
    await database.close();
    expect(await ran(url, "customer", "list")).toEqual(refused("olderSchema", "messenger database migrate"));
    await expect(openStore(url)).rejects.toMatchObject({ code: "olderSchema" });
    const { out } = await ran(url, "database", "migrate");
    expect(out).toMatchObject({ from: count - 1, to: count, copy: null });
    expect((await ran(url, "customer", "list")).code).toBe(0);
  });

  test("on PostgreSQL: a step that is not additive waits until no other process is connected", async () => {
    const url = await emptyDatabase();
    const other = await connect(postgresSettings(url));
    await postgres.prepareSchema(other, "migrate", postgres.migrations.slice(0, 3));
    expect(await ran(url, "database", "migrate")).toMatchObject({
      code: 3,
      out: { error: { code: "inUse" } },
    });
    await other.close();
    expect((await ran(url, "database", "migrate")).code).toBe(0);
  });
});
