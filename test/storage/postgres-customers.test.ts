import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { forPostgres } from "#server/storage/script/dialect.js";
import { tables } from "#server/storage/schema/tables.js";
import { declaredStatements } from "./declared-statements.js";
import { driverStatements } from "./driver-statements.js";
import { type Owned, type Plan, strangersIn } from "./joined-rows.js";
import { anyServer, testsOn } from "./postgres-server.js";

/** Columns whose value belongs to one customer, by their name: two rows with the same value are of the same customer. */
const named: Readonly<Record<string, string>> = {
  customer_id: "customer",
  user_id: "user",
  txn: "transaction",
  recipient: "recipient",
  transaction_id: "TransactionID",
  copy_of: "TransactionID",
  content: "list",
  campaign_id: "campaign",
  bind: "bind",
};
const primary: Readonly<Record<string, string>> = {
  "customer.id": "customer",
  "customer_user.id": "user",
  "txn.seq": "transaction",
  "txn.id": "TransactionID",
  "recipient.id": "recipient",
  "list_content.id": "list",
  "campaign.id": "campaign",
  "list.owner": "user",
  "smpp_bind.id": "bind",
};
/** Rows in them may be of all customers, or of none: a copy of each would be on every machine. */
const everywhere: readonly string[] = ["route", "price", "blacklist", "audit"];

function ownedColumns(name: string, columns: readonly string[]): ReadonlyMap<string, string> {
  const found = columns.flatMap((column): readonly (readonly [string, string])[] => {
    const kind = primary[`${name}.${column}`] ?? named[column];
    return kind === undefined ? [] : [[column, kind]];
  });
  const isRow = found.length > 0 && columns.includes("id") && primary[`${name}.id`] === undefined;
  return new Map(isRow ? [...found, ["id", name]] : found);
}

/** The columns of a table that belong to one customer. A number of a row belongs to that of its row. */
const owned: Owned = new Map(
  tables
    .filter(([name]) => !everywhere.includes(name))
    .map(([name, { columns }]) => [name, ownedColumns(name, Object.keys(columns))] as const)
    .filter(([, columns]) => columns.size > 0),
);

/** Joins of a table with itself by an expression: the first block of each transaction. */
const exceptions: readonly string[] = ["b with recipient_block"];

/** Gathered before a store is opened, whose modules are then loaded. */
const texts = [
  ...(await declaredStatements()).map((each) => forPostgres(each).text),
  ...(await driverStatements()),
].filter((text) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/u.test(text));

testsOn(await anyServer(), (server) => {
  let client: pg.Client;
  let url: string;

  beforeAll(async () => {
    url = await server.createDatabase();
    const { openPostgresStore } = await import("#server/storage/postgres/store.js");
    await (await openPostgresStore(url)).close();
  });
  beforeEach(async () => {
    client = new pg.Client(url);
    await client.connect();
    await client.query("SELECT add_partitions(0); SET plan_cache_mode = force_generic_plan");
  });
  afterEach(async () => {
    await client.end();
  });

  const strangersOf = async (text: string): Promise<readonly string[]> => {
    await client.query(`PREPARE each AS ${text}`);
    const prepared = await client.query<{ n: number }>(
      "SELECT cardinality(parameter_types) AS n FROM pg_prepared_statements WHERE name = 'each'",
    );
    const values = Array.from({ length: prepared.rows[0]?.n ?? 0 }, () => "NULL");
    const given = values.length === 0 ? "" : `(${values.join(", ")})`;
    const { rows } = await client.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
      `EXPLAIN (VERBOSE, COSTS OFF, FORMAT JSON) EXECUTE each${given}`,
    );
    await client.query("DEALLOCATE each");
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (plan === undefined) throw new Error(`no plan: ${text}`);
    return strangersIn(plan, owned);
  };

  test.each([
    { from: "recipient a JOIN recipient b ON b.phone = a.phone", want: 1 },
    { from: "txn a JOIN ledger b ON b.at = a.created_at AND b.customer_id > a.customer_id", want: 1 },
    { from: "txn a JOIN ledger b ON b.transaction_id = a.id", want: 0 },
    { from: "txn a, ledger b WHERE a.customer_id = $1 AND b.customer_id = $1", want: 0 },
    { from: "recipient a JOIN link b ON b.id = a.link", want: 0 },
  ])("$from: $want joins without a key of a customer", async ({ from, want }) => {
    expect(await strangersOf(`SELECT a.*, b.* FROM ${from}`)).toHaveLength(want);
  });

  test("every statement joins rows of one customer only, by a key that belongs to it", async () => {
    expect(texts.length).toBeGreaterThan(300);
    const wrong: string[] = [];
    for (const text of texts)
      for (const each of await strangersOf(text))
        if (!exceptions.includes(each)) wrong.push(`${each}: ${text.replace(/\s+/gu, " ")}`);
    expect(wrong).toEqual([]);
  });
});
