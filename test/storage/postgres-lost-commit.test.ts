import { afterEach, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { type Forwarder, startForwarder } from "../cluster/forwarder.js";
import { eventually } from "../eventually.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute, localServer } from "./local-server.js";
import { testsOn } from "./postgres-server.js";

/** A commit that changes a message waits for this advisory lock. */
const gate = 1;

const addGate = [
  `CREATE FUNCTION pass_gate() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS $$
   BEGIN
     PERFORM pg_advisory_xact_lock_shared(${gate});
     RETURN NULL;
   END $$`,
  `DO $$
   DECLARE part regclass;
   BEGIN
     FOR part IN SELECT relid FROM pg_partition_tree('recipient') WHERE isleaf LOOP
       EXECUTE format('CREATE CONSTRAINT TRIGGER gate AFTER UPDATE ON %s DEFERRABLE INITIALLY DEFERRED
                       FOR EACH ROW EXECUTE FUNCTION pass_gate()', part);
     END LOOP;
   END $$`,
];

testsOn(await localServer(), (server) => {
  let url: string;
  let forwarder: Forwarder;
  let cut: Store;
  let other: Store;
  let keeper: pg.Client;

  beforeEach(async () => {
    url = await server.createDatabase();
    forwarder = await startForwarder(server.port);
    cut = await openPostgresStore(url.replace(`:${server.port}/`, `:${forwarder.port}/`));
    other = await openPostgresStore(url);
    await openAccount(other, { credit: 9000 });
    await other.outbox.submit(submission("t1"));
    // The lease and the link.
    await claimDue(other, noon, 0);
    await execute(url, ...addGate);
    keeper = new pg.Client({ connectionString: url });
    await keeper.connect();
    await keeper.query(`SELECT pg_advisory_lock(${gate})`);
  });
  afterEach(async () => {
    await keeper.end();
    await cut.close();
    await other.close();
    await forwarder.close();
  });

  /** Statements that wait for a lock. */
  const waiting = async (): Promise<readonly string[]> => {
    const rows = await execute(
      url,
      "SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return (rows as readonly { readonly query: string }[]).map(({ query }) => query);
  };

  test("messages of a claim return to the queue although its commit, whose connection was cut, ends later", async () => {
    const claim = claimDue(cut, noon, 1).catch((error: unknown) => error);
    await eventually(async () => (await waiting()).includes("COMMIT"));
    forwarder.pointTo(server.port);
    expect(await claim).toMatchObject({ code: "outcomeUnknown" });

    let isBack = false;
    const takingBack = other.delivery.takeBack(owner, []).then(() => (isBack = true));
    await eventually(async () => isBack || (await waiting()).length === 2);
    await keeper.query(`SELECT pg_advisory_unlock(${gate})`);
    await takingBack;
    expect(await claimDue(other, noon, 1)).toMatchObject([{ attempt: 1, uncertain: false }]);
  });
});
