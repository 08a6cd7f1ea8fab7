import { openPostgresStore } from "#server/storage/postgres/store.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { allCases, storeSuite } from "./suite.js";

testsOn(await anyServer(), (server) => {
  const make = (): Promise<string> => server.createDatabase();
  storeSuite("postgres", { make, open: openPostgresStore }, allCases);
});
