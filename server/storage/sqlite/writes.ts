import { accountWrites } from "./account-writes.js";
import { coverageWrites } from "./coverage-writes.js";
import type { Database } from "./database.js";
import { inboxWrites } from "./inbox-writes.js";
import { listWrites } from "./list-writes.js";
import { outboxWrites } from "./outbox-writes.js";
import type { Writes } from "./protocol.js";
import { tubeWrites } from "./tube-writes.js";

/** Prepares everything the writer does on one connection. */
export function allWrites(database: Database): Writes {
  return {
    ...accountWrites(database),
    ...coverageWrites(database),
    ...inboxWrites(database),
    ...listWrites(database),
    ...outboxWrites(database),
    ...tubeWrites(database),
    ping: () => null,
  };
}
