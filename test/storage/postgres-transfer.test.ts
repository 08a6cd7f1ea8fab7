import { afterAll, describe, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { postgresReader } from "#server/storage/postgres/transfer-reader.js";
import { sqliteReader } from "#server/storage/sqlite/files/transfer-reader.js";
import { requireSame, withFirstRow } from "#server/storage/transfer/tables.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { messenger } from "../cli/messenger.js";
import { eventually } from "../eventually.js";
import { noon, temporaryFolder } from "./fixtures.js";
import { runSteps } from "./full-store.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { copyOf, transferCases, within } from "./transfer-cases.js";

const phones = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(12_025_000_000 + first + index));

/** Connections of Messenger to a database. */
const connections = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'messenger'`;

testsOn(await anyServer(), (server) => {
  const folder = temporaryFolder();
  let files = 0;
  const sqlite = (): string => `sqlite:${folder.path}/${(files += 1)}.db`;
  const postgres = (): Promise<string> => server.createDatabase();
  afterAll(() => {
    folder.remove();
  });

  describe("from SQLite to PostgreSQL", () => {
    transferCases(sqlite, postgres, 4);

    test("what does not end leaves an empty database", async () => {
      const [from, to] = [sqlite(), await postgres()];
      await within(from, (store) => runSteps(store, ["many", "single", "list"]));
      await (await openStore(to)).close();
      await execute(to, "ALTER TABLE ledger ADD CONSTRAINT broken CHECK (reason <> 'charge')");
      await expect(copyOf(from, to)).rejects.toMatchObject({ code: "failed" });
      expect(await execute(to, "SELECT 1 FROM customer UNION ALL SELECT 1 FROM txn")).toEqual([]);
      await execute(to, "ALTER TABLE ledger DROP CONSTRAINT broken");
      await copyOf(from, to);
    });

    test("a source whose balances are wrong is refused", async () => {
      const from = sqlite();
      await within(from, (store) => runSteps(store, ["single"]));
      const database = openWriter(await loadDriver(), from.slice("sqlite:".length));
      database.exec("UPDATE account SET balance = balance + 1");
      database.close();
      await expect(copyOf(from, await postgres())).rejects.toMatchObject({
        code: "damaged",
        detail: expect.stringContaining("balances are the sums of their ledgers"),
      });
    });
  });

  test("a copy that is killed leaves an empty database, and can be run again", async () => {
    const [from, to] = [sqlite(), await postgres()];
    await within(from, async (store) => {
      await store.locations.add({ name: "Station", description: "" }, noon);
      for (let first = 0; first < 60_000; first += 2_000)
        await store.locations.addAudience(1, phones(first, 2_000));
    });
    await (await openStore(to)).close();
    const copying = messenger(["database", "copy", from, to]);
    const writing = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'INSERT INTO "location_audience%'`;
    await eventually(async () => (await execute(to, writing)).length > 0);
    copying.process.kill("SIGKILL");
    await copying.ended();
    // The server notices the end of a connection with its next response.
    await eventually(async () => (await execute(to, connections)).length === 0);
    expect(await execute(to, "SELECT 1 FROM location UNION ALL SELECT 1 FROM location_audience")).toEqual([]);
    await copyOf(from, to);
    expect(await execute(to, "SELECT count(*)::int AS n FROM location_audience")).toEqual([{ n: 60_000 }]);
  });

  describe("from PostgreSQL to SQLite", () => {
    transferCases(postgres, sqlite, 2);
  });

  describe("from PostgreSQL to PostgreSQL", () => {
    transferCases(postgres, postgres, 1);
  });

  test("both schemas have the same tables and columns but for the listed differences", async () => {
    const [file, url] = [sqlite(), await postgres()];
    for (const each of [file, url]) await (await openStore(each)).close();
    const found = openWriter(await loadDriver(), file.slice("sqlite:".length));
    const database = await connect(postgresSettings(url));
    try {
      const ofSqlite = sqliteReader(found);
      const ofPostgres = await postgresReader(database);
      requireSame(ofSqlite.tables, ofPostgres.tables);
      const rows: string[] = [];
      for (const table of ofPostgres.tables)
        if ((await execute(url, `SELECT 1 FROM "${table.name}"`)).length > 0) rows.push(table.name);
      expect(rows.sort()).toEqual([...withFirstRow]);
    } finally {
      found.close();
      await database.close();
    }
  });
});
