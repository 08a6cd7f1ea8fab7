import { openPostgresStore } from "#server/storage/postgres/store.js";
import { anyServer, preparedDatabase, testsOn } from "./postgres-server.js";
import { allCases, storeSuite } from "./suite.js";

testsOn(await anyServer(), (server) => {
  const places = {
    make: () => preparedDatabase(server),
    open: openPostgresStore,
    remove: (url: string) => server.dropDatabase(url),
  };
  storeSuite("postgres", places, allCases);
});
