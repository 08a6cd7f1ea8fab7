import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { faultTable } from "#runtime/errors/fault.js";
import { faultOf } from "#runtime/dispatch/dispatch.js";
import { StoreError, storeErrorTable, type StoreErrorCode } from "#server/storage/errors.js";
import { openStore, placeOf } from "#server/storage/index.js";
import {
  loadDriver,
  isSafeVersion,
  hasNodeSqlite,
  runsBetterSqlite3,
} from "#server/storage/sqlite/engine/driver.js";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { prepareSchema, migrations } from "#server/storage/sqlite/schema/migrate.js";
import { checksum, pendingSteps, type SchemaUse } from "#server/storage/schema/steps.js";
import { noon, temporaryFolder } from "./fixtures.js";

const folder = temporaryFolder();

beforeAll(() => {
  mkdirSync(join(folder.path, "directory"));
  writeFileSync(
    join(folder.path, "text"),
    "no database, but a text that is longer than a header\n".repeat(40),
  );
});

afterAll(() => {
  folder.remove();
});

describe("openStore", () => {
  test.each([
    { url: "mysql://user:secret@db.example.com/m", code: "unknownScheme" },
    { url: "postgres://user:secret@127.0.0.1:1/m", code: "unreachable" },
    { url: "postgresql://:secret@db.example.com/m", code: "badDatabaseUrl" },
    { url: "sqlite:", code: "unknownScheme" },
    { url: "sqlite::memory:", code: "unknownScheme" },
    { url: "./data/messenger.db", code: "unknownScheme" },
    { url: `sqlite:${folder.path}/directory`, code: "cannotOpen" },
    { url: `sqlite:${folder.path}/text/messenger.db`, code: "cannotOpen" },
    { url: `sqlite:${folder.path}/no/such/folder/messenger.db`, code: "cannotOpen" },
    { url: `sqlite:${folder.path}/text`, code: "notADatabase" },
  ])("$url is refused in one line: $code", async ({ url, code }) => {
    const error: unknown = await openStore(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "StoreError", code });
    expect(String(error)).not.toMatch(/\n|secret/u);
  });

  test("creates folder and file for the owner only", async () => {
    const file = join(folder.path, "new", "messenger.db");
    await (await openStore(`sqlite:${file}`)).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder.path, "new")).mode & 0o777).toBe(0o700);
  });

  test.each([
    { mode: 0o600, want: [] },
    { mode: 0o400, want: [] },
    { mode: 0o666, want: [expect.stringMatching(/other users .*mode.db \(mode 666\): chmod 600/u)] },
    { mode: 0o640, want: [expect.stringContaining("(mode 640)")] },
  ])("warns about an existing file with mode $mode that others may open", async ({ mode, want }) => {
    const url = `sqlite:${folder.path}/mode.db`;
    await (await openStore(url)).close();
    chmodSync(join(folder.path, "mode.db"), mode);
    expect((await placeOf(url)).exposures()).toEqual(want);
    chmodSync(join(folder.path, "mode.db"), 0o600);
  });

  test.each([
    { url: "postgres://user:secret@127.0.0.1/m", want: [] },
    { url: "postgres://user:secret@db.example.com/m", want: [] },
    { url: "postgres://user:secret@db.example.com/m?sslmode=verify-ca", want: [] },
    {
      url: "postgres://user:secret@db.example.com/m?sslmode=disable",
      want: ["the connection to the database at db.example.com is not encrypted"],
    },
    {
      url: "postgres://user:secret@db.example.com/m?sslmode=require",
      want: ["the certificate of the database server at db.example.com is not checked"],
    },
  ])("warns about $url: $want", async ({ url, want }) => {
    expect((await placeOf(url)).exposures()).toEqual(want);
  });

  test("PostgreSQL databases are not copied: the programs that do it are named", async () => {
    const url = "postgres://user:secret@127.0.0.1:1/m";
    const refused = expect.objectContaining({
      code: "copiedElsewhere",
      message: expect.stringMatching(/pg_dump/u),
    });
    await expect(
      placeOf(url).then((place) => place.backup(join(folder.path, "copy.db"), noon)),
    ).rejects.toEqual(refused);
    await expect(
      placeOf(url).then((place) => place.restore(join(folder.path, "copy.db"), "kept", noon)),
    ).rejects.toEqual(refused);
  });

  test("several may open one new file at once and all can write", async () => {
    const url = `sqlite:${folder.path}/shared.db`;
    const stores = await Promise.all([1, 2, 3].map(async () => openStore(url)));
    const changes = await Promise.all(
      stores.map(async ({ accounts }, index) =>
        accounts.addCustomer({ id: index + 1, name: "A", payment: "prepaid", limit: undefined }, noon),
      ),
    );
    expect(changes).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    for (const { accounts } of stores) expect(await accounts.customers()).toHaveLength(3);
    await Promise.all(stores.map(async (store) => store.close()));
  });
});

describe("migrations", () => {
  const opened = async (name: string) => openWriter(await loadDriver(), join(folder.path, name));
  const step = { name: "more", sql: "CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT" };

  test("a second run changes nothing, a new step is added", async () => {
    const database = await opened("steps.db");
    const versions = () =>
      database.prepare<{ version: number }>("SELECT * FROM schema_version ORDER BY version").all();
    prepareSchema(database, "migrate");
    const before = versions();
    prepareSchema(database, "migrate");
    expect(versions()).toEqual(before);
    prepareSchema(database, "migrate", [...migrations, step]);
    expect(versions().map(({ version }) => version)).toEqual(
      [...migrations.keys(), migrations.length].map((index) => index + 1),
    );
    database.close();
  });

  test.each([
    { name: "a newer schema", later: migrations, code: "newerSchema" },
    {
      name: "a changed step",
      later: [...migrations, { ...step, sql: `${step.sql} ` }],
      code: "changedSchema",
    },
    {
      name: "a step that fails",
      later: [...migrations, step, { name: "bad", sql: "CREATE" }],
      code: "failed",
    },
  ])("$name is refused and changes nothing", async ({ name, later, code }) => {
    const database = await opened(`${name}.db`);
    prepareSchema(database, "migrate", [...migrations, step]);
    const tables = () => database.prepare<{ n: number }>("SELECT count(*) AS n FROM sqlite_schema").get()?.n;
    const before = tables();
    expect(() => {
      prepareSchema(database, "migrate", later);
    }).toThrow(expect.objectContaining({ code }));
    expect(tables()).toBe(before);
    database.close();
  });
});

describe("steps before a schema can be used", () => {
  const steps = ["first", "second"].map((name) => ({ name, sql: name }));
  const seen = [...steps, { name: "third", sql: "third" }].map((step, index) => ({
    name: step.name,
    version: index + 1,
    checksum: checksum(step),
  }));
  test.each<{ applied: number; use: SchemaUse; want: readonly string[] | StoreErrorCode }>([
    { applied: 0, use: "use", want: "missing" },
    { applied: 0, use: "create", want: ["first", "second"] },
    { applied: 0, use: "migrate", want: ["first", "second"] },
    { applied: 1, use: "use", want: "olderSchema" },
    { applied: 1, use: "create", want: "olderSchema" },
    { applied: 1, use: "migrate", want: ["second"] },
    { applied: 2, use: "use", want: [] },
    { applied: 2, use: "migrate", want: [] },
    { applied: 3, use: "use", want: "newerSchema" },
    { applied: 3, use: "migrate", want: "newerSchema" },
  ])("$applied of 2, to $use: $want", ({ applied, use, want }) => {
    const pending = (): readonly string[] =>
      pendingSteps(seen.slice(0, applied), steps, use).map(({ name }) => name);
    if (typeof want === "string") expect(pending).toThrow(expect.objectContaining({ code: want }));
    else expect(pending()).toEqual(want);
  });
});

describe("versions", () => {
  test.each([
    ["3.51.3", true],
    ["3.51.2", false],
    ["3.50.7", true],
    ["3.50.6", false],
    ["3.44.6", true],
    ["3.44.5", false],
    ["3.45.1", false],
    ["3.53.2", true],
    ["2.8.17", false],
    ["", false],
  ])("SQLite %j is safe: %s", (version, safe) => {
    expect(isSafeVersion(version)).toBe(safe);
  });

  test.each([
    ["20.19.0", false],
    ["22.12.0", false],
    ["22.13.0", true],
    ["23.3.0", false],
    ["24.0.0", true],
  ])("Node %s brings SQLite: %s", (version, brings) => {
    expect(hasNodeSqlite(version)).toBe(brings);
  });

  test.each([
    ["20.19.0", "12.11.1", true],
    ["20.19.0", "13.0.0", false],
    ["22.13.0", "13.0.0", true],
  ])("Node %s runs better-sqlite3 %s: %s", (node, driver, runs) => {
    expect(runsBetterSqlite3(node, driver)).toBe(runs);
  });

  test("without any driver the error has a hint, in one line", async () => {
    const error: unknown = await loadDriver([]).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/use Node >= 22\.13, or a compiler so that better-sqlite3 can be built$/u);
  });
});

describe("store errors", () => {
  test("may be repeated where nothing was written, and a later call may succeed", () => {
    const repeated = Object.entries(storeErrorTable).flatMap(([code, { retry }]) => (retry ? [code] : []));
    expect(repeated).toEqual([
      ...["busy", "full", "readOnly", "io", "writerLost", "overloaded", "givenUp", "inUse"],
      ...["noDatabase", "refusedLogin", "noPassword", "noTls", "untrustedServer", "noRights"],
      ...["standby", "statementPooler", "unreachable", "noConnection", "connectionLost"],
      ...["stopped", "closed"],
    ]);
  });

  test.each(Object.keys(storeErrorTable) as StoreErrorCode[])("%s is one line", (code) => {
    const error = new StoreError(code, "two\nlines");
    expect(error.message).not.toContain("\n");
    expect(error.retry).toBe(storeErrorTable[code].retry);
  });

  const faulty = (Object.keys(storeErrorTable) as StoreErrorCode[]).filter(
    (code) => storeErrorTable[code].fault !== undefined,
  );
  test.each(faulty)("%s is returned to a caller as the fault of its row, and logged", (code) => {
    const lines: string[] = [];
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (_: object, event: string) => void lines.push(event),
    };
    const { reason, message } = faultOf(new StoreError(code, "secret"), {
      requestId: "1",
      operation: "SendSms",
      log,
    });
    expect({ reason, text: message }).toEqual(storeErrorTable[code].fault);
    expect(message).not.toContain("secret");
    expect(lines).toEqual(["call failed"]);
    expect(/not carried out/u.test(message)).toBe(faultTable[reason].retry);
  });

  test.each(["failed", "damaged"] as const)(
    "%s is returned to a caller as a reference to the log",
    (code) => {
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const fault = faultOf(new StoreError(code), { requestId: "1", operation: "SendSms", log });
      expect(fault).toMatchObject({ reason: "Internal", message: expect.stringContaining("Reference: 1.") });
    },
  );
});
