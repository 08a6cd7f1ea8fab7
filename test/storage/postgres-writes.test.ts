import { GivingUp } from "messenger-gen-runtime/host";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { StoreError } from "#server/storage/errors.js";
import { writeLimits } from "#server/storage/script/calls.js";
import { type Batches, oneByOne, together } from "#server/storage/postgres/engine/batch.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import type { Database } from "#server/storage/postgres/engine/database.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { WriteQueue } from "#server/storage/postgres/engine/write-queue.js";
import { eventually } from "../eventually.js";
import { execute, localServer } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";

interface Writes {
  /** Rejects -1, as the table does. */
  add(n: number): number;
  addAll(n: number): number;
}

const insert = sql("INSERT INTO entry (n) VALUES ($1)");
const insertAll = sql("INSERT INTO entry (n) SELECT unnest($1::bigint[])");

const batches: Batches<Writes> = {
  add: oneByOne(async (session, n) => {
    await session.run(insert, n);
    return n;
  }),
  addAll: together(async (session, numbers) => {
    await session.run(insertAll, numbers);
    return numbers;
  }, 100),
};

testsOn(await anyServer(), (server) => {
  let url: string;
  let database: Database;
  let commits: number[];
  let queue: WriteQueue<Writes>;

  beforeEach(async () => {
    url = await server.createDatabase();
    await execute(
      url,
      "CREATE TABLE entry (place bigint GENERATED ALWAYS AS IDENTITY, n bigint CHECK (n >= 0))",
    );
    database = await connect(postgresSettings(url));
    commits = [];
    queue = new WriteQueue(database, batches, 2, ({ writes }) => commits.push(writes));
  });
  afterEach(async () => {
    await queue.close();
    await database.close();
  });

  const entries = async (): Promise<readonly number[]> =>
    (await database.all(sql<{ n: number }>("SELECT n FROM entry ORDER BY place"))).map(({ n }) => n);

  /** Keeps every write waiting until it is called. */
  const hold = async (): Promise<() => Promise<void>> => {
    let free = (): void => undefined;
    let held = false;
    const holding = database.transaction(async (session) => {
      // As one that is at work all the time: an idle one is ended.
      await session.exec("SET LOCAL idle_in_transaction_session_timeout = 0");
      await session.exec("LOCK TABLE entry IN SHARE MODE");
      held = true;
      await new Promise<void>((resolve) => (free = resolve));
    });
    await eventually(() => held);
    return async () => {
      free();
      await holding;
    };
  };

  describe("writes to PostgreSQL", () => {
    test.each(["add", "addAll"] as const)(
      "%s: calls of one turn are one commit, in their order",
      async (name) => {
        const numbers = Array.from({ length: 40 }, (_, index) => index);
        expect(await Promise.all(numbers.map((n) => queue.call(name, n)))).toEqual(numbers);
        expect(commits).toEqual([40]);
        expect(await entries()).toEqual(numbers);
      },
    );

    test.each(["add", "addAll"] as const)(
      "%s: a write that fails leaves its neighbours alone",
      async (name) => {
        const outcomes = await Promise.allSettled([1, -1, 3].map((n) => queue.call(name, n)));
        expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
        expect(outcomes[1]).toMatchObject({ reason: { name: "StoreError", code: "failed" } });
        expect(await entries()).toEqual([1, 3]);
      },
    );

    test("no more than its most are one batch, and none is lost", async () => {
      const numbers = Array.from({ length: 250 }, (_, index) => index);
      await Promise.all(numbers.map((n) => queue.call("addAll", n)));
      expect(commits).toEqual([100, 100, 50]);
      expect(await entries()).toEqual(numbers);
    });

    test("a write whose call is canceled before it starts is never run", async () => {
      const free = await hold();
      const first = queue.call("add", 1);
      await eventually(async () => (await database.all(waiting)).length > 0);
      const caller = new GivingUp();
      const limit = { givenUp: caller };
      const second = queue.call("add", 2, limit);
      caller.abort(new Error("timed out"));
      await expect(second).rejects.toMatchObject({ code: "givenUp", fault: { reason: "Unavailable" } });
      await expect(queue.call("add", 3, limit)).rejects.toMatchObject({ code: "givenUp" });
      await free();
      await first;
      expect(await entries()).toEqual([1]);
    });

    test("callers are refused when too many writes wait, and places stay for the service's own", async () => {
      const free = await hold();
      const limit = { givenUp: new GivingUp() };
      const waiting = Array.from({ length: writeLimits.ofCallers }, () => queue.call("addAll", 1, limit));
      await expect(queue.call("addAll", 1, limit)).rejects.toMatchObject({ code: "overloaded" });
      const own = Array.from({ length: writeLimits.all - writeLimits.ofCallers }, () =>
        queue.call("addAll", 2),
      );
      await expect(queue.call("addAll", 2)).rejects.toMatchObject({ code: "overloaded" });
      await free();
      await Promise.all([...waiting, ...own]);
      expect(await queue.call("addAll", 3, limit)).toBe(3);
    });

    test("closing completes accepted calls, and takes nothing more", async () => {
      const written = queue.call("add", 1);
      const closed = queue.close();
      await expect(queue.call("add", 2)).rejects.toMatchObject({ code: "closed" });
      await closed;
      expect(await written).toBe(1);
      expect(await entries()).toEqual([1]);
    });

    test("a lock that another process keeps is a failure that may pass", async () => {
      const free = await hold();
      await expect(queue.call("add", 1)).rejects.toMatchObject({ code: "busy", retry: true });
      await free();
      expect(await queue.call("add", 2)).toBe(2);
      expect(await entries()).toEqual([2]);
    });
  });

  const waiting = sql("SELECT 1 FROM pg_locks WHERE NOT granted");

  describe("a transaction of PostgreSQL", () => {
    test("runs again after a deadlock, and after another one has made the same row", async () => {
      await execute(
        url,
        "CREATE TABLE pair (id bigint PRIMARY KEY, n bigint)",
        "INSERT INTO pair VALUES (1, 0), (2, 0)",
      );
      const add = sql("UPDATE pair SET n = n + 1 WHERE id = $1");
      let met = 0;
      const both = async (ids: readonly number[]): Promise<void> =>
        database.transaction(async (session) => {
          await session.run(add, ids[0] ?? 0);
          met += 1;
          await eventually(() => met >= 2);
          await session.run(add, ids[1] ?? 0);
        });
      await Promise.all([both([1, 2]), both([2, 1])]);
      expect(met).toBeGreaterThanOrEqual(3);
      expect(await database.all(sql("SELECT n FROM pair ORDER BY id"))).toEqual([{ n: 2 }, { n: 2 }]);

      const find = sql("SELECT 1 FROM pair WHERE id = 3");
      const make = sql("INSERT INTO pair VALUES (3, 0)");
      let seen = 0;
      const once = async (): Promise<boolean> =>
        database.transaction(async (session) => {
          const found = await session.get(find);
          seen += 1;
          await eventually(() => seen >= 2);
          return found === undefined && (await session.run(make)) === 1;
        });
      expect((await Promise.all([once(), once()])).sort()).toEqual([false, true]);
    });

    test("a failure is rolled back, and the connection goes on", async () => {
      const small = await connect(postgresSettings(`${url}?connections=2`));
      for (let round = 0; round < 5; round++) {
        const failing = small.transaction(async (session) => {
          await session.run(insert, 1);
          throw new Error("no");
        });
        await expect(failing).rejects.toThrow("no");
        await expect(small.all(sql("SELECT 1 / 0"))).rejects.toMatchObject({ code: "failed" });
      }
      expect(await entries()).toEqual([]);
      await small.close();
    });
  });
});

testsOn(await localServer(), (own) => {
  test("a server that ends and starts again: calls between fail in words, nothing acknowledged is lost", async () => {
    const url = await own.createDatabase();
    await execute(
      url,
      "CREATE TABLE entry (place bigint GENERATED ALWAYS AS IDENTITY, n bigint CHECK (n >= 0))",
    );
    const database = await connect(postgresSettings(url));
    const queue = new WriteQueue(database, batches, 2);
    const acknowledged: number[] = [];
    const codes = new Set<unknown>();
    let next = 0;
    let stopped = false;
    const caller = async (): Promise<void> => {
      while (!stopped) {
        const n = next++;
        await queue.call("addAll", n).then(
          () => acknowledged.push(n),
          (error: unknown) => codes.add(error instanceof StoreError ? error.code : error),
        );
        await new Promise(setImmediate);
      }
    };
    const callers = [1, 2, 3, 4].map(caller);
    await eventually(() => acknowledged.length > 100);
    await own.kill();
    await eventually(() => codes.has("unreachable"));
    await own.start();
    const before = acknowledged.length;
    await eventually(() => acknowledged.length > before + 100);
    stopped = true;
    await Promise.all(callers);
    const kept = new Set((await database.all(sql<{ n: number }>("SELECT n FROM entry"))).map(({ n }) => n));
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
    expect(["connectionLost", "unreachable", "outcomeUnknown"]).toEqual(expect.arrayContaining([...codes]));
    await queue.close();
    await database.close();
  });
});
