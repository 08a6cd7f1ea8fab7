import { describe, expect, test } from "@jest/globals";
import { either, forPostgres, forSqlite, forSqliteOne } from "#server/storage/script/dialect.js";
import { sql } from "#server/storage/script/statement.js";

describe("a declared statement", () => {
  test.each([
    {
      declared: sql("SELECT 1 FROM t WHERE a = $one AND b = $two AND c > $one", undefined, {
        lock: "FOR UPDATE",
      }),
      postgres: "SELECT 1 FROM t WHERE a = $1 AND b = $2 AND c > $1 FOR UPDATE",
      sqlite: "SELECT 1 FROM t WHERE a = ? AND b = ? AND c > ?",
    },
    {
      declared: sql("DELETE FROM t WHERE id = ANY ($ids::bigint[]) AND name <> ALL ($names::text[])"),
      postgres: "DELETE FROM t WHERE id = ANY ($1::bigint[]) AND name <> ALL ($2::text[])",
      sqlite:
        "DELETE FROM t WHERE id IN (SELECT value FROM json_each(?)) AND name NOT IN (SELECT value FROM json_each(?))",
    },
    {
      declared: sql("INSERT INTO t (phone) SELECT unnest($phones::text[]) ON CONFLICT DO NOTHING"),
      postgres: "INSERT INTO t (phone) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING",
      sqlite: "INSERT INTO t (phone) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
    },
    {
      declared: sql("SELECT phone FROM unnest($phones::text[]) AS n (phone) WHERE phone > $least"),
      postgres: "SELECT phone FROM unnest($1::text[]) AS n (phone) WHERE phone > $2",
      sqlite: "SELECT phone FROM (SELECT value AS phone FROM json_each(?)) AS n WHERE phone > ?",
    },
    {
      declared: sql(
        "SELECT $id, phone FROM unnest($phones::text[]) WITH ORDINALITY AS n (phone, place) ORDER BY place",
      ),
      postgres: "SELECT $1, phone FROM unnest($2::text[]) WITH ORDINALITY AS n (phone, place) ORDER BY place",
      sqlite:
        "SELECT ?, phone FROM (SELECT value AS phone, key AS place FROM json_each(?)) AS n ORDER BY place",
    },
    {
      declared: sql("SELECT n.a, n.b FROM json_to_recordset($rows::json) AS n (a text, b bigint)"),
      postgres: "SELECT n.a, n.b FROM json_to_recordset($1::json) AS n (a text, b bigint)",
      sqlite: "SELECT n.a, n.b FROM (SELECT value ->> 'a' AS a, value ->> 'b' AS b FROM json_each(?)) AS n",
    },
    {
      declared: sql("DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY at FOR UPDATE SKIP LOCKED)"),
      postgres: "DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY at FOR UPDATE SKIP LOCKED)",
      sqlite: "DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY at)",
    },
    {
      declared: sql("UPDATE t SET a = greatest(a, $at::bigint), b = least(b, 1) WHERE c = '$.d'"),
      postgres: "UPDATE t SET a = greatest(a, $1::bigint), b = least(b, 1) WHERE c = '$.d'",
      sqlite: "UPDATE t SET a = max(a, ?), b = min(b, 1) WHERE c = '$.d'",
    },
    {
      declared: sql("SELECT a FROM t WHERE b < $storeTime - 5 ORDER BY a LIMIT $limit"),
      postgres: "SELECT a FROM t WHERE b < store_time() - 5 ORDER BY a LIMIT $1",
      sqlite: "SELECT a FROM t WHERE b < ? - 5 ORDER BY a LIMIT +?",
    },
    {
      declared: sql(
        "UPDATE t SET a = true WHERE id IN (SELECT id FROM t b WHERE a = false ORDER BY id LIMIT $n FOR UPDATE SKIP LOCKED)",
      ),
      postgres:
        "UPDATE t SET a = true WHERE id IN (SELECT id FROM t b WHERE a = false ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)",
      sqlite: "UPDATE t SET a = 1 WHERE id IN (SELECT id FROM t b WHERE a = 0 ORDER BY id LIMIT +?)",
    },
    // A difference of meaning is in the statement itself.
    {
      declared: sql(`SELECT a FROM t WHERE t.${either("b IS NOT NULL", "c = 0")} AND d = $d`),
      postgres: "SELECT a FROM t WHERE t.b IS NOT NULL AND d = $1",
      sqlite: "SELECT a FROM t WHERE t.c = 0 AND d = ?",
    },
    {
      declared: sql(`SELECT a FROM t ${either("JOIN s ON s.id = t.id", "")} WHERE b = $b`),
      postgres: "SELECT a FROM t JOIN s ON s.id = t.id WHERE b = $1",
      sqlite: "SELECT a FROM t  WHERE b = ?",
    },
    {
      declared: sql(`SELECT a FROM t WHERE b = $b ${either("AND c <= $storeTime", "")} LIMIT $n`),
      postgres: "SELECT a FROM t WHERE b = $1 AND c <= store_time() LIMIT $2",
      sqlite: "SELECT a FROM t WHERE b = ?  LIMIT +?",
    },
    {
      declared: sql(`UPDATE t SET a = $a${either(", c = 0", "")} WHERE id = $id`),
      postgres: "UPDATE t SET a = $1, c = 0 WHERE id = $2",
      sqlite: "UPDATE t SET a = ? WHERE id = ?",
    },
    {
      declared: sql(`SELECT ${either("x", "y")} FROM t WHERE ${either("x = $a", "y = $a")} AND b = '{"c"}'`),
      postgres: "SELECT x FROM t WHERE x = $1 AND b = '{\"c\"}'",
      sqlite: "SELECT y FROM t WHERE y = ? AND b = '{\"c\"}'",
    },
    // These are names like any other.
    {
      declared: sql("UPDATE t SET claimed_until = 0 WHERE queued_at IS NOT NULL AND held_at IS NOT NULL"),
      postgres: "UPDATE t SET claimed_until = 0 WHERE queued_at IS NOT NULL AND held_at IS NOT NULL",
      sqlite: "UPDATE t SET claimed_until = 0 WHERE queued_at IS NOT NULL AND held_at IS NOT NULL",
    },
    {
      declared: sql("SELECT a FROM t WHERE bool_or(b = $b)", undefined, {
        sqlite: "SELECT max(a) FROM t WHERE b = $b",
      }),
      postgres: "SELECT a FROM t WHERE bool_or(b = $1)",
      sqlite: "SELECT max(a) FROM t WHERE b = ?",
    },
  ])("$postgres", ({ declared, postgres, sqlite }) => {
    expect(forPostgres(declared).text).toBe(postgres);
    expect(forSqlite(declared).text).toBe(sqlite);
  });
});

describe("lists of one value are bound as the value", () => {
  test.each([
    {
      declared: sql("DELETE FROM t WHERE id = ANY ($ids::bigint[]) AND at < $at::bigint LIMIT $n"),
      one: { text: "DELETE FROM t WHERE id = ? AND at < ? LIMIT +?", names: ["ids", "at", "n"] },
    },
    { declared: sql("DELETE FROM t WHERE id = $id"), one: undefined },
    {
      declared: sql("DELETE FROM t WHERE id = ANY ($ids::bigint[]) AND name <> ALL ($names::text[])"),
      one: undefined,
    },
    {
      declared: sql("DELETE FROM t WHERE id = ANY ($ids::bigint[])", undefined, { sqlite: "DELETE FROM t" }),
      one: undefined,
    },
  ])("$declared.text", ({ declared, one }) => {
    expect(forSqliteOne(declared)).toEqual(one);
  });
});
