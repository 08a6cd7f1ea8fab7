import { describe, expect, test } from "@jest/globals";
import { passwordIn, passwordOf } from "#server/storage/postgres/engine/password.js";
import { placeOf, postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { parameterOf } from "#server/storage/postgres/engine/statement.js";

describe("a database URL of PostgreSQL", () => {
  const local = {
    ...{ host: "localhost", port: 5432, user: "u", password: undefined, database: "d", tls: "disable" },
    ...{ rootCertificate: undefined, certificate: undefined, key: undefined, connections: 10 },
  };

  test.each([
    { url: "postgres://u@localhost/d", want: {} },
    { url: "postgresql://u@localhost:5433/d", want: { port: 5433 } },
    { url: "postgres://u:p%40%2F%3A@localhost/d", want: { password: "p@/:" } },
    { url: "postgres://a%20b@localhost/c%20d", want: { user: "a b", database: "c d" } },
    { url: "postgres://u@127.0.0.1/d", want: { host: "127.0.0.1" } },
    { url: "postgres://u@[::1]/d", want: { host: "::1" } },
    { url: "postgres://u@%2Frun%2Fpostgresql/d", want: { host: "/run/postgresql" } },
    { url: "postgres://u@db.example.com/d", want: { host: "db.example.com", tls: "verify-full" } },
    { url: "postgres://u@192.0.2.1/d", want: { host: "192.0.2.1", tls: "verify-full" } },
    {
      url: "postgres://u@db.example.com/d?sslmode=require",
      want: { host: "db.example.com", tls: "require" },
    },
    { url: "postgres://u@db.example.com/d?sslmode=disable", want: { host: "db.example.com" } },
    {
      url: "postgres://u@localhost/d?sslmode=verify-ca&sslrootcert=/ca.pem&sslcert=c.pem&sslkey=k.pem",
      want: { tls: "verify-ca", rootCertificate: "/ca.pem", certificate: "c.pem", key: "k.pem" },
    },
    { url: "postgres://u@localhost/d?connections=2", want: { connections: 2 } },
    { url: "postgres://u@localhost/d?connections=100", want: { connections: 100 } },
  ])("$url is read", ({ url, want }) => {
    expect(postgresSettings(url)).toEqual({ ...local, ...want });
  });

  test.each([
    ["mysql://u:secret@localhost/d", ""],
    ["postgres:u:secret@localhost/d", ""],
    ["postgres://u:secret@localhost:99999/d", ""],
    ["postgres://:secret@localhost/d", "no user"],
    ["postgres://u:secret@localhost", "no database"],
    ["postgres://u:secret@localhost/", "no database"],
    ["postgres://u:secret@localhost/a/b", "no database"],
    ["postgres://u:secret@/d", ""],
    ["postgres:///d", "no host"],
    ["postgres://u:secret%@localhost/d", "percent sign"],
    ["postgres://u:secret@localhost/d?sslmode=prefer", 'sslmode "prefer"; use disable, require'],
    ["postgres://u:secret@localhost/d?sslmode=", 'parameter "sslmode" without a value'],
    ["postgres://u:secret@localhost/d?sslmode=disable&sslmode=require", "twice"],
    ["postgres://u:secret@localhost/d?timeout=5", 'unknown parameter "timeout"; known are sslmode'],
    ["postgres://u:secret@localhost/d?connections=1", 'connections "1"; use 2 to 100'],
    ["postgres://u:secret@localhost/d?connections=101", "use 2 to 100"],
    ["postgres://u:secret@localhost/d?connections=1e1", "use 2 to 100"],
  ])("%s is refused without its password: %s", (url, words) => {
    const read = (): unknown => postgresSettings(url);
    expect(read).toThrow(expect.objectContaining({ code: "badDatabaseUrl" }));
    expect(read).toThrow(words);
    expect(read).not.toThrow("secret");
  });

  test.each([
    ["postgres://u:secret@db.example.com/d", "db.example.com:5432, database d"],
    ["postgres://u:secret@%2Frun/d", "/run/.s.PGSQL.5432, database d"],
  ])("the place of %s in a failure is %s", (url, place) => {
    expect(placeOf(postgresSettings(url))).toBe(place);
  });
});

test.each([
  ["a", "a"],
  ["a\0b", "a\ufffdb"],
  [["\0", null, 1.5], '{"\ufffd",NULL,NULL}'],
  [['"', "\\", "", "NULL", "a,{b}"], '{"\\"","\\\\","","NULL","a,{b}"}'],
  [[1, -2, 2 ** 53], "{1,-2,NULL}"],
  [[true, false], "{t,f}"],
  [[Uint8Array.of(0, 255), null], '{"\\\\x00ff",NULL}'],
  [[], "{}"],
  [Uint8Array.of(0, 255).subarray(1), Buffer.of(255)],
  [Number.NaN, null],
  [1e300, null],
  [Number.MAX_SAFE_INTEGER, "9007199254740991"],
  [-1, "-1"],
  [true, "t"],
  [null, null],
])("the parameter of %j is %j", (value, want) => {
  expect(parameterOf(value)).toEqual(want);
});

describe("a password file of PostgreSQL", () => {
  const wanted = { host: "db.example.com", port: 5432, database: "messenger", user: "ann" };

  test.each([
    { text: "db.example.com:5432:messenger:ann:secret", want: "secret" },
    { text: "# all\n\n*:*:*:*:any\r\n", want: "any" },
    { text: "db.example.com:5432:other:ann:one\ndb.example.com:5432:*:ann:two\n*:*:*:*:three", want: "two" },
    { text: String.raw`*:*:*:ann:a\:b\\c`, want: String.raw`a:b\c` },
    { text: "db.example.com:5432:messenger:ann:", want: "" },
    { text: "db.example.com:5433:messenger:ann:secret\n*:*:*:*", want: undefined },
    { text: "", want: undefined },
    { text: "*:*:*:*:ends with \\", want: "ends with \\" },
  ])("$text: $want", ({ text, want }) => {
    expect(passwordIn(text, wanted)).toBe(want);
  });

  test("a folder of sockets is localhost", () => {
    const local = { ...wanted, host: "/run/postgresql" };
    expect(passwordIn("localhost:*:*:*:secret", local)).toBe("secret");
  });

  test("a password in the URL or in PGPASSWORD is used first", async () => {
    expect(await passwordOf({ ...wanted, password: "url" }, { PGPASSWORD: "environment" })).toBe("url");
    const nowhere = passwordOf({ ...wanted, password: undefined }, { PGPASSFILE: "", HOME: "/none" });
    await expect(nowhere).rejects.toThrow(".pgpass cannot be read");
    expect(await passwordOf({ ...wanted, password: undefined }, { PGPASSWORD: "environment" })).toBe(
      "environment",
    );
  });
});
