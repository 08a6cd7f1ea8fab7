import { expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { driverNames, loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { openSqliteStore } from "#server/storage/sqlite/store.js";
import { newDatabase } from "./new-database.js";
import { type Cases, storeSuite } from "./suite.js";

/** Set in builds: a missing driver is then a failure. */
const required = process.env["MESSENGER_REQUIRE_STORE"] === "1";

const make = async (): Promise<string> => (await newDatabase()).slice("sqlite:".length);

/** Runs cases on the stores of each driver that is installed. */
export async function sqliteSuites(cases: readonly Cases<keyof Store>[]): Promise<void> {
  const available: string[] = [];
  for (const name of driverNames) {
    try {
      await loadDriver([name]);
      available.push(name);
      storeSuite(name, { make, open: (file) => openSqliteStore(file, [name]) }, cases);
    } catch (error) {
      test.skip(`${name} is not available here: ${String(error)}`, () => undefined);
    }
  }

  (required || available.length > 0 ? test : test.skip)("there is a driver to test", () => {
    expect(available).not.toEqual([]);
  });
}
