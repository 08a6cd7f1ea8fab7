import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { eventually } from "../eventually.js";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";

testsOn(await anyServer(), (server) => {
  let url: string;
  let here: Store;
  let there: Store;
  beforeEach(async () => {
    url = await server.createDatabase();
    here = await openPostgresStore(url);
    there = await openPostgresStore(url);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  const listeners =
    "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()";

  test("a signal reaches the other processes, and not the one that has sent it", async () => {
    let [heardHere, heardThere] = [0, 0];
    const ends = [here.signals.onDue(() => heardHere++), there.signals.onDue(() => heardThere++)];
    // Each listener is called once when it begins to listen.
    await eventually(() => heardHere === 1 && heardThere === 1);
    for (let count = 0; count < 1_000; count++) here.signals.due();
    await eventually(() => heardThere > 1);
    there.signals.due();
    await eventually(() => heardHere > 1);
    expect(heardHere).toBe(2);
    for (const end of ends) await end();
    await eventually(async () => (await execute(url, listeners)).length === 0);
  });

  test("a listener whose connection is lost listens again", async () => {
    let heard = 0;
    const end = there.signals.onDue(() => heard++);
    await eventually(() => heard === 1);
    await execute(url, `SELECT pg_terminate_backend(pid) FROM (${listeners}) l`);
    await eventually(() => heard === 2);
    here.signals.due();
    await eventually(() => heard >= 3);
    await end();
  });
});
