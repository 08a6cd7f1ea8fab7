import { migrations as ofPostgres } from "#server/storage/postgres/schema/migrate.js";
import { migrations as ofSqlite } from "#server/storage/sqlite/schema/migrate.js";

/** A step that the next version could have: a database of this version is an older one then. It may add only: `MESSENGER_TEST_NEXT=additive`. */
const columns = { sqlite: "id INTEGER PRIMARY KEY", postgres: "id bigint PRIMARY KEY" };

const additive = process.env["MESSENGER_TEST_NEXT"] === "additive";

function addTo(steps: readonly object[], text: string): void {
  const step = { name: "next", sql: `CREATE TABLE next (${text})`, additive };
  // Only the program may not change its steps.
  (steps as object[]).push(step);
}

addTo(ofSqlite, columns.sqlite);
addTo(ofPostgres, columns.postgres);
