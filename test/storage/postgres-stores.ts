import { afterEach, beforeEach } from "@jest/globals";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import type { Store } from "#server/ports/store.js";
import type { PostgresServer } from "./local-server.js";
import { databasesOf } from "./postgres-server.js";

/** Four stores on one database, as of four processes: new ones for each test. */
export interface SharedStores {
  readonly url: string;
  readonly all: readonly Store[];
  readonly first: Store;
}

/** Opens the stores before each test and closes them after it; the returned function gives those of the running test. */
export function sharedStores(server: PostgresServer): () => SharedStores {
  const databases = databasesOf(server);
  let url = "";
  let all: readonly Store[] = [];
  beforeEach(async () => {
    url = await databases.take();
    all = await Promise.all([1, 2, 3, 4].map(async () => openPostgresStore(`${url}?connections=4`)));
  });
  afterEach(async () => {
    await Promise.all(all.map(async (store) => store.close()));
    await databases.giveBack(url);
  });
  return () => {
    const [first] = all;
    if (first === undefined) throw new Error("no store");
    return { url, all, first };
  };
}
