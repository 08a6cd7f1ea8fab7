import { openPostgresStore } from "#server/storage/postgres/store.js";
import { anyServer, databasesOf, testsOn } from "./postgres-server.js";
import { allCases, storeSuite } from "./suite.js";

testsOn(await anyServer(), (server) => {
  const databases = databasesOf(server);
  const places = {
    make: () => databases.take(),
    open: openPostgresStore,
    remove: (url: string) => databases.giveBack(url),
  };
  storeSuite("postgres", places, allCases);
});
