import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import * as postgres from "#server/storage/postgres/schema/migrate.js";
import { checksum, type SchemaStep } from "#server/storage/schema/steps.js";
import * as sqlite from "#server/storage/sqlite/schema/migrate.js";

/**
 * Steps that databases have: a version that changes one, as by another column in a table of it, cannot open those databases. Let a new step make
 * the change. Steps of the last commits may be missing here: add them with a release, by their names and the first digits of their checksums.
 */
const known = JSON.parse(readFileSync("test/storage/known-steps.json", "utf8")) as Readonly<
  Record<"sqlite" | "postgres", readonly string[]>
>;

test.each<["sqlite" | "postgres", readonly SchemaStep[]]>([
  ["sqlite", sqlite.migrations],
  ["postgres", postgres.migrations],
])("the steps of databases that exist are what they were: %s", (store, steps) => {
  const now = steps.map((step) => `${step.name} ${checksum(step).slice(0, 12)}`);
  expect(known[store].length).toBeGreaterThan(0);
  expect(now.slice(0, known[store].length)).toEqual(known[store]);
});
