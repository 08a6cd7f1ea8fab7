/** Forked with the path of a database: holds its write lock but for the pauses of `lockShare`, until the parent disconnects. */
import { setTimeout as delay } from "node:timers/promises";
import { openWriter } from "#server/storage/sqlite/engine/connection.js";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { beginWriting, lockShare } from "#server/storage/sqlite/engine/write-lock.js";

const database = openWriter(await loadDriver(), process.argv[2] ?? "");
process.send?.("started");
while (process.connected) {
  beginWriting(database);
  await delay(lockShare.held);
  database.exec("ROLLBACK");
  await delay(lockShare.free);
}
database.close();
