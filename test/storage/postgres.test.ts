import { openPostgresStore } from "#server/storage/postgres/store.js";
import { accountCases } from "./account-cases.js";
import { coverageCases } from "./coverage-cases.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { storeSuite } from "./suite.js";

testsOn(await anyServer(), (server) => {
  const make = (): Promise<string> => server.createDatabase();
  storeSuite("postgres", { make, open: openPostgresStore }, [accountCases, coverageCases]);
});
