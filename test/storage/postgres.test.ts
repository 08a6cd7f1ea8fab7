import { openPostgresStore, type PostgresStore } from "#server/storage/postgres/store.js";
import { accountCases } from "./account-cases.js";
import { bodyCases } from "./body-cases.js";
import { coverageCases } from "./coverage-cases.js";
import { deliveryCases } from "./delivery-cases.js";
import { inboxCases } from "./inbox-cases.js";
import { incomingCases } from "./incoming-cases.js";
import { interimCases } from "./interim-cases.js";
import { listCases } from "./list-cases.js";
import { outboxCases } from "./outbox-cases.js";
import { anyServer, testsOn } from "./postgres-server.js";
import { rateCases } from "./rate-cases.js";
import { submitCases } from "./submit-cases.js";
import { type Cases, storeSuite } from "./suite.js";

/** Those of the parts that the driver has. */
const cases: readonly Cases<keyof PostgresStore>[] = [
  accountCases,
  submitCases,
  coverageCases,
  rateCases,
  outboxCases,
  deliveryCases,
  interimCases,
  bodyCases,
  inboxCases,
  incomingCases,
  listCases,
];

testsOn(await anyServer(), (server) => {
  const make = (): Promise<string> => server.createDatabase();
  storeSuite("postgres", { make, open: openPostgresStore }, cases);
});
