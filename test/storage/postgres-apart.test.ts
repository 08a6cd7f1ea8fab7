import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ApartReads } from "#server/storage/script/reads.js";
import { integer } from "#server/storage/script/columns.js";
import { sql } from "#server/storage/script/statement.js";
import { apartReads } from "#server/storage/postgres/apart.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";

const count = sql("SELECT count(*) AS n FROM thing", { n: integer() });
/** Waits for some seconds at the server. */
const waiting = sql("SELECT count(*) AS n FROM (SELECT pg_sleep(20)) AS slept", { n: integer() });
const busy =
  "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)%' AND state = 'active'";
const short = { statement: 300 };
const long = { statement: 60_000 };

testsOn(await anyServer(), (server) => {
  let url: string;
  let apart: ApartReads;

  beforeAll(async () => {
    url = await server.createDatabase();
    await execute(url, "CREATE TABLE thing (id bigint)");
    apart = apartReads({
      connect: () => connect({ ...postgresSettings(url), connections: 2 }, undefined, "serve"),
      replica: undefined,
    });
  });
  afterAll(async () => {
    await apart.close();
  });

  const add = (): Promise<unknown> => execute(url, "INSERT INTO thing VALUES (1)");
  const rows = async (): Promise<number> => (await apart.within(long).reads.get(count))?.n ?? -1;

  test("each commit that was made before is seen", async () => {
    const before = await rows();
    await add();
    expect(await rows()).toBe(before + 1);
  });

  test("the server stops a statement that takes too long, and the next one is carried out", async () => {
    const { reads } = apart.within(short);
    await expect(reads.get(waiting)).rejects.toMatchObject({ code: "stopped", detail: "after 0.3 s" });
    expect(await execute(url, `${busy} AND pid <> pg_backend_pid()`)).toEqual([{ n: 0 }]);
    expect((await reads.get(count))?.n).toBe(await rows());
  });

  test("a limit is that of its own reads: those with a longer one go on", async () => {
    await expect(apart.within(short).reads.get(waiting)).rejects.toMatchObject({ code: "stopped" });
    const slept = sql("SELECT count(*) AS n FROM (SELECT pg_sleep(0.6)) AS slept", { n: integer() });
    expect(await apart.within(long).reads.get(slept)).toEqual({ n: 1 });
  });

  test("a snapshot shows one moment, and is stopped as a whole", async () => {
    const seen = await apart.within(long).brief(async (reads) => {
      const first = await reads.get(count);
      await add();
      return [first?.n, (await reads.get(count))?.n];
    });
    expect(seen[1]).toBe(seen[0]);
    const stopped = apart.within({ statement: 5_000, whole: 300 }).brief((reads) => reads.get(waiting));
    await expect(stopped).rejects.toMatchObject({ code: "stopped" });
  });
});
