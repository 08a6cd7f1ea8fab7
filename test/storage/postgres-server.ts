import { afterAll, test } from "@jest/globals";
import { DatabasePool, preparedByProject } from "./database-pool.js";
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

/** Databases of the project of PostgreSQL; undefined outside of it. */
export function projectPool(): DatabasePool | undefined {
  const [prepared, base] = [preparedByProject(), process.env["MESSENGER_TEST_POSTGRES"]];
  return prepared === undefined || base === undefined ? undefined : new DatabasePool(base, prepared);
}

/** Where tests get databases for themselves. */
export interface DatabaseSource {
  /** URL of a database without rows: with a current schema in the project of PostgreSQL, else without. */
  take(): Promise<string>;
  /** The same, of a database that no test has used: it has no partitions. */
  takeUnused(): Promise<string>;
  /** Lets it be removed, or used again by a later test. */
  giveBack(url: string): Promise<void>;
}

export function databasesOf(server: PostgresServer): DatabaseSource {
  const pool = projectPool();
  return {
    take: () => pool?.take() ?? server.createDatabase(),
    takeUnused: () => pool?.takeUnused() ?? server.createDatabase(),
    giveBack: async (url) => {
      if (pool === undefined) await server.dropDatabase(url);
      else pool.giveBack(url);
    },
  };
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
