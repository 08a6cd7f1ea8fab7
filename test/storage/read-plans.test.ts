import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { forSqlite, forSqliteOne, type Translated } from "#server/storage/script/dialect.js";
import { declaredStatements } from "./declared-statements.js";
import { temporaryFolder } from "./fixtures.js";
import { aliasesIn, growing, isMeant, isRead, meant, optionalFilters, unknownSmall } from "./read-plans.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

/** Parts of the plan that read a growing table from its beginning to its end. */
function scansOf(database: Database, { text, names }: Translated): readonly string[] {
  const aliases = aliasesIn(text);
  const plan = database.prepare<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
  return plan.all(...names.map(() => 1)).flatMap(({ detail }) => {
    const alias = /^SCAN (?<alias>\w+)/u.exec(detail)?.groups?.["alias"] ?? "";
    const table = aliases.get(alias) ?? alias;
    return table === "ledger_order" || growing.has(table) ? [detail] : [];
  });
}

test("no read of SQLite goes through a table that grows with traffic", async () => {
  const statements = (await declaredStatements()).filter(isRead);
  const { openWriter } = await import("#server/storage/sqlite/engine/connection.js");
  const { loadDriver } = await import("#server/storage/sqlite/engine/driver.js");
  const { prepareSchema } = await import("#server/storage/sqlite/schema/migrate.js");
  const database = openWriter(await loadDriver(), join(folder.path, "plan.db"));
  prepareSchema(database, "migrate");
  const tables = database.prepare<{ readonly name: string }>("SELECT name FROM sqlite_schema").all();
  const faults = statements.flatMap((each) => {
    const one = forSqliteOne(each);
    const scans = [forSqlite(each), ...(one === undefined ? [] : [one])].flatMap((text) =>
      scansOf(database, text),
    );
    const found = [...new Set([...scans, ...optionalFilters(each)])];
    return found.length === 0 || isMeant(each) ? [] : [`${found.join("; ")}: ${each.sqlite ?? each.text}`];
  });
  database.close();
  expect(faults).toEqual([]);
  expect(statements.length).toBeGreaterThan(200);
  expect(unknownSmall(tables.map(({ name }) => name))).toEqual([]);
  expect(meant.filter(({ part }) => !statements.some(({ text }) => text.includes(part)))).toEqual([]);
});
