import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Metrics } from "#server/monitoring/metrics.js";
import { collectQueues } from "#server/monitoring/queues.js";
import { apartReads } from "#server/storage/postgres/apart.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { integer, text } from "#server/storage/script/columns.js";
import type { ApartReads } from "#server/storage/script/reads.js";
import { sql } from "#server/storage/script/statement.js";
import { eventually } from "../eventually.js";
import { openAccount } from "./fixtures.js";
import { execute, localServer } from "./local-server.js";
import { testsOn } from "./postgres-server.js";

/** `true` in a replica, and the rows of a table. */
const where = sql("SELECT pg_is_in_recovery()::text AS place, (SELECT count(*) FROM thing) AS n", {
  place: text(),
  n: integer(),
});
const waiting = sql("SELECT count(*) AS n FROM (SELECT pg_sleep(20)) AS slept", { n: integer() });

const limit = 60_000;
const entry = "INSERT INTO audit VALUES ((SELECT coalesce(max(id), 0) + 1 FROM audit))";
const beat = "INSERT INTO thing VALUES (1)";

testsOn(await localServer(), (server) => {
  let url: string;
  let replicaUrl: string;
  let apart: ApartReads;
  let seen: number[];

  const apartOf = (of: string, longestLag: number): ApartReads =>
    apartReads({
      connect: () => connect({ ...postgresSettings(url), connections: 2 }, undefined, "serve"),
      replica: {
        longestLag,
        connect: () => connect({ ...postgresSettings(of), connections: 2 }, undefined, "serveReads"),
      },
    });

  const reading = (statement = limit) => ({ statement, onReplica: (asOf: number) => seen.push(asOf) });

  /** Where a page would be read from, and how often it is told that it was a replica. */
  async function place(from = apart): Promise<readonly [string, number]> {
    seen = [];
    const row = await from.within(reading()).reads.get(where);
    return [row?.place === "true" ? "replica" : "leader", seen.length];
  }

  const caughtUp = () =>
    eventually(async () => {
      const [leader] = (await execute(url, "SELECT pg_current_wal_lsn()::text AS at")) as { at: string }[];
      const reached = `SELECT pg_last_wal_replay_lsn() >= '${String(leader?.at)}' AS yes`;
      return ((await execute(replicaUrl, reached)) as { yes: boolean }[])[0]?.yes === true;
    });

  beforeAll(async () => {
    url = await server.createDatabase();
    await execute(url, "CREATE TABLE thing (id bigint)", "CREATE TABLE audit (id bigint PRIMARY KEY)");
    const standby = await server.standby();
    replicaUrl = url.replace(`:${server.port}/`, `:${standby.port}/`);
    await execute(replicaUrl, "ALTER SYSTEM SET max_standby_streaming_delay = 0", "SELECT pg_reload_conf()");
  });
  beforeEach(async () => {
    await execute(url, beat);
    await caughtUp();
    apart = apartOf(replicaUrl, limit);
  });
  afterEach(async () => {
    await execute(replicaUrl, "SELECT pg_wal_replay_resume()");
    await apart.close();
  });

  test("a replica that follows is read, and the time of what it has is reported", async () => {
    expect(await place()).toEqual(["replica", 1]);
    expect(Math.abs((seen[0] ?? 0) - Date.now())).toBeLessThan(limit);
  });

  test("the servers of the database are reported with the replica that commits wait for", async () => {
    const store = await openPostgresStore(await server.createDatabase());
    const { leader, waits, replicas = [] } = (await store.processes.servers()) ?? {};
    const metrics = new Metrics();
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    collectQueues(metrics, store, Date.now, log);
    const printed = await metrics.print();
    await store.close();
    expect(printed).toContain(`messenger_database_leader{server="127.0.0.1:${server.port}"} 1`);
    expect(printed).toMatch(
      /^messenger_database_replica_lag_seconds\{replica="walreceiver",synchronous="yes"\} [\d.]+$/mu,
    );
    const names = replicas.map(({ name, isSynchronous }) => ({ name, isSynchronous }));
    expect({ leader, waits, names }).toEqual({
      ...{ leader: `127.0.0.1:${server.port}`, waits: true },
      names: [{ name: "walreceiver", isSynchronous: true }],
    });
    expect(replicas[0]?.lag).toBeLessThan(limit);
    expect(Math.abs((replicas[0]?.since ?? 0) - Date.now())).toBeLessThan(10 * limit);
  });

  test("what may not lag is read from the leader", async () => {
    expect((await apart.within({ statement: limit }).reads.get(where))?.place).toBe("false");
  });

  test("after a change of an operator the leader is read until the replica has it", async () => {
    await execute(replicaUrl, "SELECT pg_wal_replay_pause()");
    await execute(url, beat);
    expect(await place()).toEqual(["replica", 1]);
    await execute(url, entry);
    expect(await place()).toEqual(["leader", 0]);
    await execute(replicaUrl, "SELECT pg_wal_replay_resume()");
    await caughtUp();
    expect(await place()).toEqual(["replica", 1]);
  });

  test("a replica that is behind by more than it may be is not read until it has caught up", async () => {
    const strict = apartOf(replicaUrl, 2_000);
    await execute(replicaUrl, "SELECT pg_wal_replay_pause()");
    await sleep(2_500);
    expect(await place(strict)).toEqual(["leader", 0]);
    await execute(replicaUrl, "SELECT pg_wal_replay_resume()");
    await execute(url, beat);
    await caughtUp();
    expect(await place(strict)).toEqual(["replica", 1]);
    await strict.close();
  });

  test("what the replica cancels, because it has to follow, is read again from the leader", async () => {
    let runs = 0;
    seen = [];
    const places = await apart.within(reading()).brief(async (reads) => {
      const first = await reads.get(where);
      // A table that is changed cannot be replayed while it is read.
      if (runs++ === 0) await execute(url, "ALTER TABLE thing ADD COLUMN IF NOT EXISTS more bigint");
      if (first?.place === "true") await caughtUp();
      return [first?.place, (await reads.get(where))?.place];
    });
    expect([places, runs, seen]).toEqual([["false", "false"], 2, []]);
  });

  test("a connection that the replica ends is no failure", async () => {
    expect(await place()).toEqual(["replica", 1]);
    await execute(
      replicaUrl,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    const [from] = await place();
    expect(["leader", "replica"]).toContain(from);
  });

  test.each([
    ["does not exist", (port: number) => `postgres://messenger@127.0.0.1:${port}/no_such_database`],
    ["is not reached", () => "postgres://messenger@127.0.0.1:1/test"],
    ["refuses the log-in", (port: number) => `postgres://nobody@127.0.0.1:${port}/test_1`],
  ])("a replica that %s is no failure", async (_title, urlOf) => {
    const other = apartOf(urlOf(Number(new URL(replicaUrl).port)), limit);
    expect(await place(other)).toEqual(["leader", 0]);
    expect(await place(other)).toEqual(["leader", 0]);
    await other.close();
  });

  test("the limit of a read holds on the replica", async () => {
    await expect(apart.within(reading(300)).reads.get(waiting)).rejects.toMatchObject({ code: "stopped" });
  });

  describe("a store", () => {
    test("reads customers from the replica, and the audit log from the leader", async () => {
      const own = await server.createDatabase();
      const at = own.replace(`:${server.port}/`, new URL(replicaUrl).host.replace(/.*:/u, ":") + "/");
      const store = await openPostgresStore(own, undefined, "create", { url: at, longestLag: limit });
      await openAccount(store);
      await caughtUp();
      await execute(replicaUrl, "SELECT pg_wal_replay_pause()");
      await openAccount(store, { id: 43 });
      await store.audit.add({
        at: 1,
        actor: { name: "ann", source: "test" },
        action: "customer add",
        subject: {},
      });
      seen = [];
      expect(await store.apart(reading()).audit.entries(10)).toHaveLength(1);
      expect(seen).toEqual([]);
      expect(await store.apart(reading()).accounts.customers()).toHaveLength(2);
      await execute(replicaUrl, "SELECT pg_wal_replay_resume()");
      await caughtUp();
      expect(await store.apart(reading()).accounts.customers()).toHaveLength(2);
      expect(seen).toHaveLength(1);
      await store.close();
    });
  });
});
