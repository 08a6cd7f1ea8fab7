import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";
import { type Cases, storeSuite } from "./suite.js";

/** Runs cases on the stores of a server. */
export async function postgresSuite(cases: readonly Cases<keyof Store>[]): Promise<void> {
  testsOn(await anyServer(), (server) => {
    const databases = databasesOf(server);
    const places = {
      make: () => databases.take(),
      open: openPostgresStore,
      remove: (url: string) => databases.giveBack(url),
    };
    storeSuite("postgres", places, cases);
  });
}
