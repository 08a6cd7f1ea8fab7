import pg from "pg";

/** What a database has before tests use it. */
export interface Pristine {
  /** Hash of its tables, columns, indexes, constraints, triggers and functions, without partitions, which stay. */
  readonly schema: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

/** A database whose schema a test has changed has another hash: it is not used again. */
const schemaHash = `
SELECT md5(string_agg(entry, ' ' ORDER BY entry)) AS schema FROM (
  SELECT concat_ws(':', relname, attname, atttypid, attnotnull) AS entry FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT relispartition AND relkind IN ('r', 'p', 'v') AND attnum > 0
  UNION ALL SELECT concat_ws(':', relname, indexrelid::regclass) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
  UNION ALL SELECT concat_ws(':', relname, conname) FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
  UNION ALL SELECT concat_ws(':', relname, tgname, tgenabled) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
  UNION ALL SELECT concat_ws(':', proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
) AS entries`;

/** Tables that have or had rows, and their size in bytes. */
const filled = `
SELECT format('%I', relname) AS name, pg_relation_size(oid)::int8 AS size FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0`;

const others = `
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const sequences = `
SELECT setval(format('%I', sequencename)::regclass, start_value, false) FROM pg_sequences
WHERE schemaname = 'public' AND last_value IS NOT NULL`;

/** From this size on it takes less to give a table new files than to delete its rows. */
const large = 1_000_000;

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function schemaOf(client: pg.Client): Promise<string> {
  return (await client.query<{ schema: string }>(schemaHash)).rows[0]?.schema ?? "";
}

async function filledTables(client: pg.Client): Promise<readonly { name: string; size: string }[]> {
  return (await client.query<{ name: string; size: string }>(filled)).rows;
}

/** Describes a database that no test has used. */
export function pristineOf(url: string): Promise<Pristine> {
  return on(url, async (client) => {
    const rows: Record<string, readonly object[]> = {};
    for (const { name } of await filledTables(client)) {
      const all = `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]') AS rows FROM ${name} AS t`;
      rows[name] = (await client.query<{ rows: object[] }>(all)).rows[0]?.rows ?? [];
    }
    return { schema: await schemaOf(client), rows };
  });
}

/** Codes of PostgreSQL: there is no such database; the user may not switch off triggers. */
const unusable = ["3D000", "42501"];

/** Gives a database the rows that it had before tests used it. @returns false if it cannot be used again */
export async function emptied(url: string, pristine: Pristine): Promise<boolean> {
  try {
    return await on(url, async (client) => {
      await client.query(others);
      if ((await schemaOf(client)) !== pristine.schema) return false;
      // Without triggers, some of which keep rows from being deleted.
      await client.query("BEGIN; SET LOCAL session_replication_role = replica");
      const tables = await filledTables(client);
      const removals = tables.map(({ name, size }) =>
        Number(size) < large ? `DELETE FROM ${name}` : `TRUNCATE ${name} CASCADE`,
      );
      await client.query(removals.join("; "));
      for (const [name, rows] of Object.entries(pristine.rows)) {
        const insert = `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1)`;
        await client.query(insert, [JSON.stringify(rows)]);
      }
      await client.query(`${sequences}; COMMIT`);
      return true;
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && unusable.includes(error.code ?? "")) return false;
    throw error;
  }
}
