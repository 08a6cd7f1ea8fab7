import { expect, test } from "@jest/globals";
import { driverNames, loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { openSqliteStore } from "#server/storage/sqlite/store.js";
import { newDatabase } from "./new-database.js";
import { allCases, storeSuite } from "./suite.js";

/** Set in builds: a missing driver is then a failure. */
const required = process.env["MESSENGER_REQUIRE_STORE"] === "1";

const make = async (): Promise<string> => (await newDatabase()).slice("sqlite:".length);

const available: string[] = [];
for (const name of driverNames) {
  try {
    await loadDriver([name]);
    available.push(name);
    storeSuite(name, { make, open: (file) => openSqliteStore(file, [name]) }, allCases);
  } catch (error) {
    test.skip(`${name} is not available here: ${String(error)}`, () => undefined);
  }
}

(required || available.length > 0 ? test : test.skip)("there is a driver to test", () => {
  expect(available).not.toEqual([]);
});
