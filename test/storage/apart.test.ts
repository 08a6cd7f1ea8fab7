import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Deadline } from "#server/storage/deadline.js";
import type { ApartReads, Reads } from "#server/storage/script/reads.js";
import { bytes, flag, optional, text, integer } from "#server/storage/script/columns.js";
import { sql } from "#server/storage/script/statement.js";
import { apartReads } from "#server/storage/sqlite/apart.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import type { Database } from "#server/storage/sqlite/engine/database.js";
import { driverNames, loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { eventually } from "../eventually.js";
import { temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

const usable = await Promise.all(
  driverNames.map(async (name) => {
    const found = await loadDriver([name]).catch(() => undefined);
    return found === undefined ? [] : [{ name, driver: found }];
  }),
);

const count = sql("SELECT count(*) AS n FROM thing", { n: integer() });
const things = sql("SELECT id, name, note, body, is_new FROM thing ORDER BY id", {
  id: integer(),
  name: text(),
  note: optional(text()),
  body: bytes(),
  isNew: flag(),
});
const some = sql("SELECT id FROM thing WHERE id = ANY ($ids::bigint[]) ORDER BY id", { id: integer() });
const wrong = sql("SELECT id FROM nothing", { id: integer() });
/** Lasts for minutes. */
const endless = sql(
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000000) SELECT count(*) AS n FROM n",
  { n: integer() },
);

/** A while, and no limit that these tests reach. */
const short = { statement: 400 };
const long = { statement: 60_000 };
let files = 0;

describe.each(usable.flat())("reads apart from calls with $name", ({ name, driver }) => {
  let database: Database;
  let apart: ApartReads;
  let reads: Reads;

  const add = (id: number): void => {
    database
      .prepare("INSERT INTO thing (id, name, note, body, is_new) VALUES (?, ?, ?, ?, ?)")
      .run(id, `thing ${id}`, id % 2 === 0 ? null : "odd", new Uint8Array([id % 256]), id % 2);
  };
  /** Whether nobody reads an old state of the file: its log can be emptied. */
  const isLogFree = (): boolean =>
    database.prepare<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)").get()?.busy === 0;

  beforeEach(() => {
    const path = join(folder.path, `${(files += 1)}.db`);
    database = openWriter(driver, path);
    database.exec(
      "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, body BLOB NOT NULL, is_new INTEGER NOT NULL) STRICT",
    );
    apart = apartReads({ path, drivers: [name] });
    ({ reads } = apart.within(long));
  });
  afterEach(async () => {
    await apart.close();
    database.close();
  });

  test("rows have the values of their columns", async () => {
    add(1);
    add(2);
    const wanted = [
      { id: 1, name: "thing 1", note: "odd", body: new Uint8Array([1]), isNew: true },
      { id: 2, name: "thing 2", note: undefined, body: new Uint8Array([2]), isNew: false },
    ];
    expect(await reads.all(things)).toEqual(wanted);
    expect(await reads.get(things)).toEqual(wanted[0]);
  });

  test("a table without rows has none", async () => {
    expect(await reads.all(things)).toEqual([]);
    expect(await reads.get(things)).toBeUndefined();
  });

  test.each([499, 500, 501, 1_200])("%i rows come in their order", async (rows) => {
    database.exec("BEGIN");
    for (let id = 1; id <= rows; id++) add(id);
    database.exec("COMMIT");
    const ids = Array.from({ length: rows }, (_, index) => index + 1);
    expect((await reads.all(things)).map(({ id }) => id)).toEqual(ids);
  });

  test.each([{ ids: [] }, { ids: [2] }, { ids: [3, 1] }])("a list of values: $ids", async ({ ids }) => {
    for (const id of [1, 2, 3]) add(id);
    expect((await reads.all(some, { ids })).map(({ id }) => id)).toEqual(ids.toSorted());
  });

  test("each commit that was made before is seen", async () => {
    for (let id = 1; id <= 20; id++) {
      add(id);
      expect(await reads.get(count)).toEqual({ n: id });
    }
  });

  test("a statement that takes too long is stopped, the next one is carried out, and the log is free", async () => {
    const { reads: limited } = apart.within(short);
    await expect(limited.get(endless)).rejects.toMatchObject({ code: "stopped", detail: "after 0.4 s" });
    add(1);
    expect(await reads.get(count)).toEqual({ n: 1 });
    expect(isLogFree()).toBe(true);
  });

  test("while one statement lasts long, others are carried out", async () => {
    const stopped = apart
      .within({ statement: 3_000 })
      .reads.get(endless)
      .catch((error: unknown) => error);
    for (let round = 0; round < 5; round++) expect(await reads.get(count)).toEqual({ n: 0 });
    await apart.close();
    expect(await stopped).toMatchObject({ name: "StoreError" });
  });

  test("whoever waits for others longer than the limit is stopped", async () => {
    const busy = [1, 2].map(() => reads.get(endless).catch((error: unknown) => error));
    await expect(apart.within(short).reads.get(count)).rejects.toMatchObject({ code: "stopped" });
    await apart.close();
    await Promise.all(busy);
  });

  test("many statements together have one limit", async () => {
    const { reads: limited } = apart.within({ statement: 5_000, whole: 600 });
    const all = async (): Promise<void> => {
      for (;;) await limited.get(count);
    };
    await expect(all()).rejects.toMatchObject({ code: "stopped", detail: "after 0.6 s" });
  });

  test("a statement that fails has its failure, and the process goes on", async () => {
    await expect(reads.get(wrong)).rejects.toMatchObject({ code: "failed" });
    expect(await reads.get(count)).toEqual({ n: 0 });
  });

  test("a snapshot shows one moment, and the next read a later one", async () => {
    add(1);
    const seen = await apart.within(long).brief(async (own) => {
      const first = await own.get(count);
      add(2);
      return [first, await own.get(count)];
    });
    expect(seen).toEqual([{ n: 1 }, { n: 1 }]);
    expect(await reads.get(count)).toEqual({ n: 2 });
    expect(isLogFree()).toBe(true);
  });

  test("a snapshot that is stopped keeps no log", async () => {
    add(1);
    const { brief } = apart.within(short);
    await expect(brief((own) => own.get(endless))).rejects.toMatchObject({ code: "stopped" });
    add(2);
    expect(isLogFree()).toBe(true);
    expect(await reads.get(count)).toEqual({ n: 2 });
  });

  test("a file that is not there is an error of each read", async () => {
    const other = apartReads({ path: join(folder.path, "missing", "a.db"), drivers: [name] });
    await expect(other.within(long).reads.get(count)).rejects.toMatchObject({ name: "StoreError" });
    await other.close();
  });

  test("a long statement ends soon after the process that asked for it was killed", async () => {
    const path = join(folder.path, `${(files += 1)}.db`);
    openWriter(driver, path).close();
    const program = `
      import { apartReads } from "#server/storage/sqlite/apart.js";
      import { sql } from "#server/storage/script/statement.js";
      import { integer } from "#server/storage/script/columns.js";
      import { readFileSync } from "node:fs";
      const apart = apartReads(${JSON.stringify({ path, drivers: [name] })});
      const { reads } = apart.within({ statement: 600_000 });
      const read = (text) => reads.get(sql(text, { n: integer() }));
      await read("SELECT 1 AS n").catch(() => undefined);
      void read(${JSON.stringify(endless.text)}).catch(() => undefined);
      console.log(readFileSync(\`/proc/\${process.pid}/task/\${process.pid}/children\`, "utf8"));
      setInterval(() => undefined, 60_000);`;
    const asking = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const printed: readonly unknown[] = await once(asking.stdout, "data");
    const reader = Number(String(printed[0]).trim());
    // One that has ended may stay as a zombie until its new parent looks.
    const state = `/proc/${reader}/status`;
    const isReading = (): boolean =>
      existsSync(state) && !/^State:\s+[ZX]/mu.test(readFileSync(state, "utf8"));
    expect(isReading()).toBe(true);
    asking.kill("SIGKILL");
    await eventually(() => !isReading());
  });

  test("nothing is read after the end", async () => {
    await apart.close();
    await expect(reads.get(count)).rejects.toMatchObject({ code: "closed" });
  });
});

test.each([
  { limit: { statement: 50 }, wanted: 50 },
  { limit: { statement: 50, whole: 1_000 }, wanted: 50 },
  { limit: { statement: 5_000, whole: 1_000 }, wanted: 1_000 },
  { limit: { statement: 5_000, whole: 0 }, wanted: "after 0 s" },
])("the next statement of $limit has $wanted", ({ limit, wanted }) => {
  const deadline = new Deadline(limit);
  const next = (): number | string => {
    try {
      return Math.round(deadline.next() / 10) * 10;
    } catch (error) {
      return (error as { readonly detail: string }).detail;
    }
  };
  expect(next()).toBe(wanted);
});
