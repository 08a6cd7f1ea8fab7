import { chmodSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { storeErrorTable, type StoreErrorCode } from "#server/storage/errors.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { prepareSchema, type Migration, migrations } from "#server/storage/postgres/schema/migrate.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { eventually } from "../eventually.js";
import { noon } from "./fixtures.js";
import { execute, type LocalServer, localServer } from "./local-server.js";
import { testsOn } from "./postgres-server.js";

/** The failure to open a store; the store is closed where there is none. */
async function failureOf(url: string): Promise<unknown> {
  return openPostgresStore(url).then(
    (store) => store.close(),
    (error: unknown) => error,
  );
}

/** Users for the table below. */
async function prepare(server: LocalServer): Promise<string> {
  const { hostname } = new URL(await server.createDatabase());
  const base = `postgres://messenger@${hostname}:${server.port}/postgres`;
  await execute(
    base,
    "CREATE ROLE ann LOGIN PASSWORD 'opensesame'",
    "CREATE ROLE eve LOGIN PASSWORD 'opensesame'",
    "CREATE DATABASE owned OWNER ann",
    "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0",
  );
  server.configure(
    ["host all messenger 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256"],
    "pg_hba.conf",
  );
  await execute(base, "SELECT pg_reload_conf()");
  return base;
}

function errorCases(server: LocalServer, base: string): void {
  const place = `127.0.0.1:${server.port}`;
  test.each<{ url: string; code: StoreErrorCode; words?: string }>([
    {
      url: "postgres://ann:secret@127.0.0.1:1/owned",
      code: "unreachable",
      words: "127.0.0.1:1, database owned",
    },
    {
      url: "postgres://ann:secret@%2Fno%2Fsuch%2Ffolder/owned",
      code: "unreachable",
      words: "/no/such/folder",
    },
    {
      url: "postgres://ann:secret@db.invalid/owned?sslmode=disable",
      code: "unreachable",
      words: "db.invalid",
    },
    { url: `postgres://ann:secret@${place}/owned`, code: "refusedLogin", words: "ann" },
    { url: `postgres://ann@${place}/owned`, code: "noPassword", words: ".pgpass cannot be read" },
    { url: `postgres://nobody:secret@${place}/owned`, code: "refusedLogin" },
    { url: `postgres://ann:opensesame@${place}/missing`, code: "noDatabase", words: "missing" },
    { url: `postgres://eve:opensesame@${place}/owned`, code: "noRights" },
    { url: `postgres://messenger@${place}/latin`, code: "notUtf8", words: "LATIN1" },
    { url: `postgres://ann:opensesame@${place}/owned?sslmode=verify-full`, code: "noTls" },
    {
      url: `postgres://ann:opensesame@${place}/owned?sslrootcert=/no/such/file&sslmode=require`,
      code: "badDatabaseUrl",
    },
    { url: "postgres://ann:secret@127.0.0.1/", code: "badDatabaseUrl" },
  ])("$url is refused: $code", async ({ url, code, words = "" }) => {
    const error = await failureOf(url);
    expect(error).toMatchObject({ name: "StoreError", code });
    expect(String(error)).toContain(words);
    expect(String(error)).toContain(storeErrorTable[code].hint);
    expect(String(error)).not.toMatch(/\n|secret|opensesame/u);
  });

  test("the owner of a database opens it with the password in the file of PGPASSFILE", async () => {
    const file = server.file("pgpass", `127.0.0.1:${server.port}:owned:ann:opensesame\n`);
    process.env["PGPASSFILE"] = file;
    try {
      expect(await failureOf(`postgres://ann@${place}/owned`)).toBeUndefined();
      expect(await failureOf(`postgres://eve@${place}/owned`)).toMatchObject({ code: "noPassword" });
      chmodSync(file, 0o640);
      expect(String(await failureOf(`postgres://ann@${place}/owned`))).toContain(`${file}: chmod 600 it`);
    } finally {
      delete process.env["PGPASSFILE"];
    }
  });

  test("a server that has no free connection says so, and the store goes on when it has", async () => {
    const store = await openPostgresStore(`postgres://ann:opensesame@${place}/owned`);
    await execute(base, "ALTER ROLE ann CONNECTION LIMIT 1");
    expect(await failureOf(`postgres://ann:opensesame@${place}/owned`)).toMatchObject({
      code: "noConnection",
    });
    await execute(base, "ALTER ROLE ann CONNECTION LIMIT -1");
    expect(await failureOf(`postgres://ann:opensesame@${place}/owned`)).toBeUndefined();
    await store.close();
  });
}

function certificateCases(server: LocalServer): void {
  test("an encrypted connection is checked as sslmode says", async () => {
    const [key, certificate] = [join(server.folder, "key.pem"), join(server.folder, "certificate.pem")];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject];
    execFileSync("openssl", [...made, "-keyout", key, "-out", certificate], { stdio: "pipe" });
    server.file("server.key", execFileSync("cat", [key], { encoding: "utf8" }));
    server.file("server.crt", execFileSync("cat", [certificate], { encoding: "utf8" }));
    server.configure(["ssl = on", `ssl_key_file = '${server.folder}/server.key'`]);
    server.configure([`ssl_cert_file = '${server.folder}/server.crt'`]);
    await server.kill();
    await server.start();
    const url = `postgres://ann:opensesame@localhost:${server.port}/owned?sslmode=`;
    expect(await failureOf(`${url}require`)).toBeUndefined();
    expect(await failureOf(`${url}verify-full`)).toMatchObject({ code: "untrustedServer" });
    expect(await failureOf(`${url}verify-full&sslrootcert=${certificate}`)).toBeUndefined();
    const address = url.replace("localhost", "127.0.0.1");
    expect(await failureOf(`${address}verify-full&sslrootcert=${certificate}`)).toMatchObject({
      code: "untrustedServer",
    });
    expect(await failureOf(`${address}verify-ca&sslrootcert=${certificate}`)).toBeUndefined();
  });
}

function migrationCases(server: LocalServer): void {
  const step: Migration = { name: "more", sql: "CREATE TABLE more (id bigint PRIMARY KEY)", additive: true };
  const opened = async () => connect(postgresSettings(await server.createDatabase()));

  test("many processes may open one new database at once, and all can write", async () => {
    const url = await server.createDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(async () => openPostgresStore(url)));
    const changes = await Promise.all(
      stores.map(async ({ accounts }, index) =>
        accounts.addCustomer({ id: index + 1, name: "A", payment: "prepaid", limit: undefined }, noon),
      ),
    );
    expect(changes).toEqual(stores.map(() => ({ ok: true })));
    for (const { accounts } of stores) expect(await accounts.customers()).toHaveLength(4);
    await Promise.all(stores.map(async (store) => store.close()));
    expect(await execute(url, "SELECT count(*)::int AS n FROM schema_version")).toEqual([
      { n: migrations.length },
    ]);
  });

  test("a second run changes nothing, a new step is added; an additive one does not keep an older version out", async () => {
    const database = await opened();
    await prepareSchema(database, "migrate");
    await prepareSchema(database, "migrate");
    await prepareSchema(database, "migrate", [...migrations, step]);
    await prepareSchema(database, "migrate");
    await database.close();
  });

  test.each<{ read: string; step: string; other: string }>([
    { read: "txn", step: "ALTER TABLE txn ADD COLUMN more bigint", other: "txn" },
    { read: "txn", step: "ALTER TABLE txn ADD COLUMN more bigint", other: "recipient" },
    {
      read: "txn",
      step: "ALTER TABLE client_transaction ADD COLUMN more bigint; ALTER TABLE txn ADD COLUMN more bigint",
      other: "client_transaction",
    },
    { read: "recipient", step: "ALTER TABLE recipient ADD COLUMN more bigint", other: "recipient" },
    { read: "customer", step: "ALTER TABLE customer ADD COLUMN more bigint", other: "customer" },
    {
      read: "callback",
      step: "CREATE INDEX more ON callback (id); ALTER TABLE callback ADD more bigint",
      other: "callback",
    },
  ])("while a report reads $read, an additive step does not keep writes of $other back", async (given) => {
    const { read, step: text, other } = given;
    const database = await opened();
    await prepareSchema(database, "migrate");
    const report = new EventEmitter();
    const reads = once(report, "reads");
    const reader = database.transaction(async (session) => {
      await session.exec("SET LOCAL idle_in_transaction_session_timeout = 0");
      await session.exec(`LOCK TABLE ${read} IN ACCESS SHARE MODE`);
      const ends = once(report, "ends");
      report.emit("reads");
      await ends;
    });
    await reads;
    const migration = prepareSchema(database, "migrate", [...migrations, { ...step, sql: text }]);
    const waiting = sql(
      "SELECT 1 FROM pg_catalog.pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    await eventually(async () => (await database.get(waiting)) !== undefined);
    await database.transaction((session) => session.exec(`LOCK TABLE ${other} IN ROW EXCLUSIVE MODE`));
    report.emit("ends");
    await reader;
    await migration;
    const columns = sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_attribute WHERE attrelid = '${read}'::regclass AND attname = 'more'`,
    );
    expect(await database.get(columns)).toEqual({ n: 1 });
    await database.close();
  });

  test.each<{ name: string; seen: Migration; steps: readonly Migration[]; code: StoreErrorCode }>([
    { name: "a newer schema", seen: { ...step, additive: false }, steps: migrations, code: "newerSchema" },
    {
      name: "a changed step",
      seen: step,
      steps: [...migrations, { ...step, sql: `${step.sql} ` }],
      code: "changedSchema",
    },
    {
      name: "a step that fails",
      seen: step,
      steps: [
        ...migrations,
        step,
        { name: "good", sql: "CREATE TABLE good ()", additive: true },
        { ...step, name: "again" },
      ],
      code: "failed",
    },
  ])("$name is refused and changes nothing", async ({ seen, steps, code }) => {
    const url = await server.createDatabase();
    const database = await connect(postgresSettings(url));
    await prepareSchema(database, "migrate", [...migrations, seen]);
    const tables = async () => execute(url, "SELECT count(*)::int AS n FROM pg_class");
    const before = await tables();
    await expect(prepareSchema(database, "migrate", steps)).rejects.toMatchObject({ code });
    expect(await tables()).toEqual(before);
    await database.close();
  });
}

const server = await localServer();
const base = server === undefined ? "" : await prepare(server);

testsOn(server, (local) => {
  describe("opening PostgreSQL", () => {
    errorCases(local, base);
    certificateCases(local);
  });
  describe("migrations of PostgreSQL", () => {
    migrationCases(local);
  });
});
