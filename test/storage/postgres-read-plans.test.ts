import { expect, test } from "@jest/globals";
import pg from "pg";
import { numbersAt } from "#server/storage/schema/numbers.js";
import { forPostgres } from "#server/storage/script/dialect.js";
import type { Declared } from "#server/storage/script/statement.js";
import { declaredStatements } from "./declared-statements.js";
import { noon } from "./fixtures.js";
import type { Plan } from "./joined-rows.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { growing, isMeant, isRead } from "./read-plans.js";

interface Node extends Plan {
  readonly "Index Name"?: string;
  readonly Plans?: readonly Node[];
}

/** Rows of each growing table: enough that to read all of them costs more than to find a few. */
const rows = 3_000;

/** Number of the first row of the week of a time, in the numbers of that week. */
const { first } = numbersAt(noon);

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly generated: boolean;
}

/** A value for row `g`: numbers are of one week, and few of the columns that may be NULL are not. */
function valueOf({ type, nullable }: Column): string {
  const value: Readonly<Record<string, string>> = {
    bigint: `${first} + g`,
    integer: "g % 5",
    smallint: "g % 5",
    boolean: "g % 2 = 0",
    bytea: "'x'::bytea",
    uuid: "gen_random_uuid()",
  };
  const given = value[type] ?? "g::text";
  return nullable ? `CASE WHEN g % 100 = 0 THEN ${given} END::${type}` : given;
}

/** Fills the growing tables with what their indexes need to be worth something; nothing checks it. */
async function fill(client: pg.Client): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `SELECT relname AS "table", attname AS name, format_type(atttypid, NULL) AS type, NOT attnotnull AS nullable,
       attgenerated <> '' AS generated
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped`,
  );
  const { rows: checks } = await client.query<{ readonly table: string; readonly name: string }>(
    `SELECT conrelid::regclass::text AS "table", conname AS name FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'c' AND conrelid <> 0 AND NOT relispartition`,
  );
  for (const { table, name } of checks) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  await client.query("SET session_replication_role = replica");
  for (const table of growing) {
    const own = columns.filter((each) => each.table === table && !each.generated);
    await client.query(
      `INSERT INTO ${table} (${own.map(({ name }) => `"${name}"`).join(", ")}) OVERRIDING SYSTEM VALUE
       SELECT ${own.map(valueOf).join(", ")} FROM generate_series(1, ${rows}) AS g ON CONFLICT DO NOTHING`,
    );
  }
  await client.query("RESET session_replication_role");
  await client.query("ANALYZE");
}

/** Parts of a plan that read a table, or an index of all its rows, from its beginning to its end; `large`: names of tables and partitions. */
function scansOf(plan: Node, large: ReadonlySet<string>, partial: ReadonlySet<string>): readonly string[] {
  const {
    "Node Type": type,
    "Relation Name": relation = "",
    "Index Name": index = "",
    Plans: inner = [],
  } = plan;
  const isWhole = /Scan$/u.test(type) && plan["Index Cond"] === undefined && !type.startsWith("Bitmap Heap");
  const own =
    isWhole && large.has(relation) && !partial.has(index)
      ? [`${type} of ${index === "" ? relation : index}`]
      : [];
  return [...own, ...inner.flatMap((each) => scansOf(each, large, partial))];
}

/** Tables and partitions with rows: an empty partition is read at once. */
const largeTables = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > 0`;

/** Indexes of a part of the rows, which have a condition: what waits, or is in flight. */
const partialIndexes =
  "SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indpred IS NOT NULL";

async function namesBy(client: pg.Client, query: string): Promise<ReadonlySet<string>> {
  const found = await client.query<{ readonly name: string }>(query);
  return new Set(found.rows.map(({ name }) => name));
}

const isGrowing = (name: string): boolean => growing.has(name.replace(/_\d{8}$/u, ""));

async function planOf(client: pg.Client, declared: Declared): Promise<Node> {
  const { text, names } = forPostgres(declared);
  await client.query(`PREPARE reading AS ${text}`);
  const values = names.length === 0 ? "" : `(${names.map(() => "NULL").join(", ")})`;
  const { rows } = await client.query<Readonly<Record<string, readonly { readonly Plan: Node }[]>>>(
    `EXPLAIN (FORMAT JSON) EXECUTE reading${values}`,
  );
  await client.query("DEALLOCATE reading");
  const plan = rows[0]?.["QUERY PLAN"]?.[0]?.Plan;
  if (plan === undefined) throw new Error(`no plan of ${text}`);
  return plan;
}

testsOn(await anyServer(), (server) => {
  test("no read of PostgreSQL goes through a table that grows with traffic", async () => {
    const statements = (await declaredStatements()).filter(isRead);
    const url = await server.createDatabase();
    const { openPostgresStore } = await import("#server/storage/postgres/store.js");
    const { startOptions } = await import("#server/storage/postgres/engine/opening.js");
    const store = await openPostgresStore(url);
    await store.retention.prepare(noon);
    await store.close();
    // As a server reads, with a plan for any values.
    const client = new pg.Client({
      connectionString: url,
      options: `${startOptions} -c plan_cache_mode=force_generic_plan`,
    });
    const faults: string[] = [];
    await client.connect();
    try {
      await fill(client);
      const large = new Set([...(await namesBy(client, largeTables))].filter(isGrowing));
      const partial = await namesBy(client, partialIndexes);
      for (const each of statements) {
        const scans = [...new Set(scansOf(await planOf(client, each), large, partial))];
        if (scans.length > 0 && !isMeant(each)) faults.push(`${scans.join("; ")}: ${each.text}`);
      }
    } finally {
      await client.end();
    }
    expect(faults).toEqual([]);
    expect(statements.length).toBeGreaterThan(200);
  });
});
