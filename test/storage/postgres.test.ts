import { openPostgresStore } from "#server/storage/postgres/store.js";
import { accountCases } from "./account-cases.js";
import { coverageCases } from "./coverage-cases.js";
import { inboxCases } from "./inbox-cases.js";
import { incomingCases } from "./incoming-cases.js";
import { listCases } from "./list-cases.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { storeSuite } from "./suite.js";

/** Those of the parts that the driver has. */
const cases = [accountCases, coverageCases, inboxCases, incomingCases, listCases];

testsOn(await anyServer(), (server) => {
  const make = (): Promise<string> => server.createDatabase();
  storeSuite("postgres", { make, open: openPostgresStore }, cases);
});
