import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import type BetterSqlite3 from "better-sqlite3";
import { columnName } from "#server/storage/script/columns.js";
import { forSqlite } from "#server/storage/script/dialect.js";
import type { Declared } from "#server/storage/script/statement.js";
import { columnFaults, declaredStatements, type Described } from "./declared-statements.js";
import { temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

/** The package, which reads descriptions of columns; undefined where it does not run. */
function betterSqlite3(): typeof BetterSqlite3 | undefined {
  try {
    const Driver = createRequire(import.meta.url)("better-sqlite3") as typeof BetterSqlite3;
    new Driver(":memory:").close();
    return Driver;
  } catch {
    return undefined;
  }
}

const types = { text: ["TEXT"], whole: ["INTEGER"], flag: ["INTEGER"], bytes: ["BLOB"] };

interface TableColumn {
  readonly name: string;
  readonly notnull: 0 | 1;
  readonly pk: number;
}

function describedBy(
  database: BetterSqlite3.Database,
  { columns, ...declared }: Declared,
): readonly Described[] {
  const statement = database.prepare(forSqlite({ columns, ...declared }).text);
  if (columns === undefined || !statement.reader) return [];
  return statement.columns().map(({ name, table, column, type }) => {
    const known = database.pragma(`table_info("${table ?? ""}")`) as readonly TableColumn[];
    const found = known.find((each) => each.name === column);
    const isNullable = found && found.notnull === 0 && found.pk === 0;
    return { name, type: found && (type ?? undefined), isNullable };
  });
}

const Driver = betterSqlite3();

(Driver === undefined ? describe.skip : describe)("declared statements in SQLite", () => {
  test("are compiled, and return the declared columns", async () => {
    const path = join(folder.path, "messenger.db");
    const statements = await declaredStatements();
    const { openSqliteStore } = await import("#server/storage/sqlite/store.js");
    await (await openSqliteStore(path)).close();
    const database = new (Driver as typeof BetterSqlite3)(path);
    const faults = statements.flatMap((each) => {
      try {
        return each.columns === undefined
          ? (describedBy(database, each), [])
          : columnFaults(each, describedBy(database, each), types, columnName);
      } catch (error) {
        return [`${String(error)}: ${each.text}`];
      }
    });
    database.close();
    expect(faults).toEqual([]);
    expect(statements.length).toBeGreaterThan(20);
    expect(statements.filter((each) => /LIMIT \?/u.test(forSqlite(each).text))).toEqual([]);
    // A join may run a sub-select again, which then picks other rows and more than its limit.
    expect(statements.filter(({ text }) => /SKIP LOCKED\)(?! SELECT)/u.test(text))).toEqual([]);
    // The time of claims, the binds of a process and the owner of a lease matter to several processes only.
    const namesIn = (own: string): string =>
      [...new Set(own.match(/\$(?!(?:storeTime|binds|process|owner)\b)[a-z]\w*/giu))].sort().join(" ");
    const differing = statements.filter(({ text, sqlite = text }) => namesIn(text) !== namesIn(sqlite));
    expect(differing.map(({ text }) => text)).toEqual([]);
  });
});

describe("compared with the schema", () => {
  const described: readonly Described[] = [
    { name: "name", type: "TEXT", isNullable: false },
    { name: "totp_secret", type: "TEXT", isNullable: true },
  ];
  const text = { type: "text", optional: false, read: String } as const;
  test.each([
    { columns: { name: text, totpSecret: { ...text, optional: true } }, faults: [] },
    { columns: { name: text, totpSecret: text }, faults: ["totpSecret may be NULL: q"] },
    { columns: { name: text }, faults: ["totp_secret is not declared: q"] },
    {
      columns: { login: text, totpSecret: { ...text, optional: true } },
      faults: ["no column for login: q", "name is not declared: q"],
    },
    {
      columns: { name: { ...text, type: "whole" as const }, totpSecret: { ...text, optional: true } },
      faults: ["name is TEXT, not whole: q"],
    },
  ])("$faults", ({ columns, faults }) => {
    expect(columnFaults({ text: "q", columns }, described, types, columnName)).toEqual(faults);
  });
});
