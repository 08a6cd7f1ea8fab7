import { expect, test } from "@jest/globals";
import pg from "pg";
import { columnName } from "#server/storage/script/columns.js";
import { forPostgres } from "#server/storage/script/dialect.js";
import type { Declared } from "#server/storage/script/statement.js";
import { columnFaults, declaredStatements, type Described } from "./declared-statements.js";
import { anyServer, testsOn } from "./postgres-server.js";

const types = {
  text: ["text", "uuid", "varchar"],
  whole: ["int8", "int4", "int2", "numeric"],
  flag: ["bool"],
  bytes: ["bytea"],
};

interface Origin {
  readonly table: number;
  readonly place: number;
  readonly isRequired: boolean;
}

function isViolation(code = ""): boolean {
  return code.startsWith("23") || code === "P0001";
}

/** Runs a statement with NULL for each parameter, and rolls back; undefined if a constraint or a trigger refuses it. */
async function fieldsOf(client: pg.Client, declared: Declared): Promise<readonly pg.FieldDef[] | undefined> {
  const { text, names } = forPostgres(declared);
  await client.query(`PREPARE declared AS ${text}`);
  await client.query("DEALLOCATE declared");
  await client.query("BEGIN");
  try {
    return (await client.query({ text, values: names.map(() => null) })).fields;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isViolation(error.code)) return undefined;
    throw error;
  } finally {
    await client.query("ROLLBACK");
  }
}

testsOn(await anyServer(), (server) => {
  test("declared statements in PostgreSQL are compiled, and return the declared columns", async () => {
    const statements = await declaredStatements();
    const url = await server.createDatabase();
    const { openPostgresStore } = await import("#server/storage/postgres/store.js");
    await (await openPostgresStore(url)).close();
    const client = new pg.Client(url);
    await client.connect();
    const names = new Map(
      (
        await client.query<{ oid: number; name: string }>("SELECT oid, typname AS name FROM pg_type")
      ).rows.map(({ oid, name }) => [oid, name]),
    );
    const origins = await client.query<Origin>(
      `SELECT attrelid::int AS "table", attnum AS place, attnotnull AS "isRequired" FROM pg_attribute WHERE attnum > 0`,
    );
    const required = new Map(
      origins.rows.map(({ table, place, isRequired }) => [`${table} ${place}`, isRequired]),
    );
    const describe = ({ name, dataTypeID, tableID, columnID }: pg.FieldDef): Described => {
      const isRequired = required.get(`${tableID} ${columnID}`);
      return {
        name,
        type: names.get(dataTypeID),
        isNullable: isRequired === undefined ? undefined : !isRequired,
      };
    };
    const faults: string[] = [];
    for (const each of statements) {
      try {
        const fields = await fieldsOf(client, each);
        if (each.columns !== undefined && fields !== undefined)
          faults.push(...columnFaults(each, fields.map(describe), types, columnName));
      } catch (error) {
        faults.push(`${String(error)}: ${each.text}`);
      }
    }
    await client.end();
    expect(faults).toEqual([]);
    expect(statements.length).toBeGreaterThan(20);
  });
});
