import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openStore } from "#server/storage/index.js";
import { openReader, openWriter } from "#server/storage/sqlite/engine/connection.js";
import type { Driver } from "#server/storage/sqlite/engine/database.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { prepareSchema } from "#server/storage/sqlite/schema/migrate.js";
import { beginWriting, LockPauses, lockShare } from "#server/storage/sqlite/engine/write-lock.js";
import { noon, openAccount, temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
const processes: ChildProcess[] = [];
let driver: Driver;

beforeAll(async () => {
  driver = await loadDriver();
});

afterAll(() => {
  for (const process of processes) process.kill();
  folder.remove();
});

function started(script: string, file: string): ChildProcess {
  const process = fork(fileURLToPath(new URL(script, import.meta.url)), [file]);
  processes.push(process);
  return process;
}

/** Blocks of recipients that are not rows yet. */
function blocksLeft(file: string): number {
  const reader = openReader(driver, file);
  const { n } = reader.prepare<{ n: number }>("SELECT count(*) AS n FROM recipient_block").get() ?? { n: 0 };
  reader.close();
  return n;
}

describe("while another process commits without a break", () => {
  const file = join(folder.path, "long.db");
  const url = `sqlite:${file}`;

  test("a store opens, and its writes are done long before the work of the other process", async () => {
    const prepared = await openStore(url);
    await openAccount(prepared, { payment: "postpaid" });
    await prepared.close();
    const other = started("./expanding-process.js", file);
    expect(await once(other, "message")).toEqual(["accepted", undefined]);

    const store = await openStore(url);
    for (let count = 0; count < 30; count++) {
      expect(await store.accounts.addCredit(42, "SMS", 1000, noon)).toMatchObject({ ok: true });
    }
    expect(blocksLeft(file)).toBeGreaterThan(0);
    await store.close();
    const exit = once(other, "exit");
    other.disconnect();
    expect(await exit).toEqual([0, null]);
  });
});

describe("while another connection has the write lock", () => {
  test("a schema that is up to date is recognized; a transaction that writes is refused as busy", () => {
    const file = join(folder.path, "locked.db");
    const database = openWriter(driver, file);
    prepareSchema(database, "migrate");
    const other = openWriter(driver, file);
    beginWriting(other);
    prepareSchema(database, "migrate");
    expect(() => {
      beginWriting(database, 1);
    }).toThrow(expect.objectContaining({ code: "busy" }));
    other.exec("ROLLBACK");
    beginWriting(database, 1);
    database.exec("ROLLBACK");
    database.close();
    other.close();
  });

  test("a transaction begins in a short pause between long ones of another process", async () => {
    const file = join(folder.path, "pauses.db");
    const database = openWriter(driver, file);
    prepareSchema(database, "migrate");
    const other = started("./locking-process.js", file);
    await once(other, "message");
    for (let count = 0; count < 20; count++) {
      beginWriting(database);
      database.exec("UPDATE account_revision SET n = n + 1; COMMIT");
      await delay(10 * lockShare.free);
    }
    const exit = once(other, "exit");
    other.disconnect();
    expect(await exit).toEqual([0, null]);
    database.close();
  });
});

test("a thread pauses after so much time with the write lock, and counts again", () => {
  const pauses = new LockPauses();
  const taken = [0, lockShare.held - 1, 1, lockShare.held - 1, 1, 3 * lockShare.held, 0].map(
    (milliseconds) => {
      pauses.add(milliseconds);
      return pauses.take();
    },
  );
  const { free } = lockShare;
  expect(taken).toEqual([0, 0, free, 0, free, free, 0]);
});
