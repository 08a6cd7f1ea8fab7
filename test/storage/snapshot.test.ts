import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openReader, openWriter } from "#server/storage/sqlite/engine/connection.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { withSharedSnapshots } from "#server/storage/sqlite/engine/snapshot.js";
import { temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
let writer: Database;
let reader: Database;

beforeAll(async () => {
  const driver = await loadDriver();
  const file = join(folder.path, "snapshot.db");
  writer = openWriter(driver, file);
  writer.exec("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)");
  reader = withSharedSnapshots(openReader(driver, file));
});

afterAll(() => {
  reader.close();
  writer.close();
  folder.remove();
});

describe("shared snapshots", () => {
  const read = (): number | undefined => reader.prepare<{ n: number }>("SELECT n FROM t").get()?.n;
  const change = (n: number): void => {
    writer.exec(`UPDATE t SET n = ${n}`);
  };

  test("reads of one callback show the same moment, those of the next a new one", async () => {
    change(2);
    expect(read()).toBe(2);
    change(3);
    await Promise.resolve();
    expect(read()).toBe(2);
    await setImmediate();
    expect(read()).toBe(3);
  });

  test("none stays open: the log can be cut between two callbacks", async () => {
    read();
    await setImmediate();
    change(4);
    const cut = writer.prepare<{ busy: number; log: number }>("PRAGMA wal_checkpoint(TRUNCATE)").get();
    expect(cut).toMatchObject({ busy: 0, log: 0 });
  });

  test("a statement that fails leaves the next ones alone", async () => {
    const huge = reader.prepare("SELECT zeroblob(3000000000) FROM t");
    expect(() => {
      huge.get();
    }).toThrow();
    await setImmediate();
    expect(read()).toBe(4);
  });
});
