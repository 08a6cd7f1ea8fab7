import { afterAll, test } from "@jest/globals";
import { localServer, type PostgresServer } from "./local-server.js";
import { namedServer } from "./named-server.js";

/**
 * The server that MESSENGER_TEST_POSTGRES names (a URL of a user who may create databases), else one of our own; undefined without.
 * The Jest project of PostgreSQL starts one for all of its files, and names it so.
 */
export async function anyServer(): Promise<PostgresServer | undefined> {
  const named = process.env["MESSENGER_TEST_POSTGRES"];
  return named === undefined || named === "" ? localServer() : namedServer(named);
}

/** URL of a new database with a current schema, where the set-up of the project has made one to copy; else of an empty one. */
export async function preparedDatabase(server: PostgresServer): Promise<string> {
  return server.createDatabase(process.env["MESSENGER_TEST_TEMPLATE"]);
}

/** Set in builds: a missing server is then a failure. */
const required = process.env["MESSENGER_REQUIRE_STORE"] === "1";

/** Declares tests on a server, which is removed after them; one test that says why there are none where there is no server. */
export function testsOn<Server extends PostgresServer>(
  server: Server | undefined,
  declare: (server: Server) => void,
): void {
  if (server === undefined) {
    const reason =
      "PostgreSQL is not available here: install postgresql, or name a server with MESSENGER_TEST_POSTGRES";
    (required ? test : test.skip)(reason, () => {
      throw new Error(reason);
    });
    return;
  }
  afterAll(() => server.stop());
  declare(server);
}
