import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { type BindKind, defaultSmppSettings } from "#server/domain/smpp/accounts.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import { eventually } from "../eventually.js";
import { noon, openAccount } from "./fixtures.js";
import { execute } from "./local-server.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";

/** What another process does to the old binds while a bind over the limit asks them for a sign of life. */
type Meanwhile = "closes" | "confirms" | "proves" | "closes one";

testsOn(await anyServer(), (server) => {
  const databases = databasesOf(server);
  let url: string;
  let store: Store;
  let other: pg.Client;

  beforeEach(async () => {
    url = await databases.take();
    store = await openPostgresStore(`${url}?connections=4`);
    other = new pg.Client(url);
    await other.connect();
    await openAccount(store);
    await store.smpp.add({
      ...{ ...defaultSmppSettings, systemId: "shop", customerId: 42, userName: "Ann", passwordHash: "hash" },
    });
  });
  afterEach(async () => {
    await other.end();
    await store.close();
    await databases.giveBack(url);
  });

  async function open(id: string, limit: number | undefined, kind: BindKind = "transceiver", asks = true) {
    const { userId = 0 } = (await store.smpp.account("shop")) ?? {};
    const bind = { id, userId, process: "p", kind, address: "", since: noon, passwordHash: "hash" };
    return store.smpp.open(bind, limit, noon, asks);
  }

  const changes: Readonly<Record<Meanwhile, string>> = {
    closes: "DELETE FROM smpp_bind",
    "closes one": "DELETE FROM smpp_bind WHERE id = 'old 0'",
    confirms: "UPDATE smpp_bind SET submitted = 1",
    proves: "UPDATE smpp_bind SET asked_at = 0",
  };
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

  describe("a bind over the limit decides by one moment", () => {
    test.each<{ olds: number; limit: number; meanwhile: Meanwhile; want: string }>([
      { olds: 1, limit: 1, meanwhile: "closes", want: "open" },
      { olds: 1, limit: 1, meanwhile: "confirms", want: "asked" },
      { olds: 1, limit: 1, meanwhile: "proves", want: "asked" },
      { olds: 2, limit: 2, meanwhile: "closes", want: "open" },
      { olds: 2, limit: 2, meanwhile: "closes one", want: "open" },
      { olds: 2, limit: 1, meanwhile: "closes one", want: "asked" },
      { olds: 3, limit: 2, meanwhile: "closes one", want: "asked" },
      { olds: 3, limit: 3, meanwhile: "closes one", want: "open" },
      { olds: 3, limit: 1, meanwhile: "closes", want: "open" },
      { olds: 2, limit: 2, meanwhile: "confirms", want: "asked" },
      { olds: 4, limit: 3, meanwhile: "proves", want: "asked" },
    ])("$olds of $limit binds, and a process $meanwhile: $want", async ({ olds, limit, meanwhile, want }) => {
      for (let old = 0; old < olds; old++) expect(await open(`old ${old}`, undefined)).toBe("open");
      await other.query(`BEGIN; ${changes[meanwhile]}`);
      const opened = open("new", limit);
      await eventually(async () => (await execute(url, waiting)).length > 0);
      await other.query("COMMIT");
      expect(await opened).toBe(want);
    });
  });

  test.each([
    { asks: false, kind: "transceiver", want: "full" },
    { asks: true, kind: "transceiver", want: "asked" },
    { asks: false, kind: "receiver", want: "open" },
  ] as const)("a bind of a $kind that asks: $asks gets $want", async ({ asks, kind, want }) => {
    expect(await open("old", 1)).toBe("open");
    expect(await open("new", 1, kind, asks)).toBe(want);
  });
});
