import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ClaimMemory } from "../../../domain/delivery/claiming/round.js";
import { StoreError } from "../../errors.js";
import type { Restored, RestoredLinks } from "../../place.js";
import { type Held, holdAll, nothingHeld } from "../../tables/delivery/holding.js";
import { createFolder, openWriter } from "../engine/connection.js";
import { checkIntegrity, copyInto, publish, syncFile, withPartial } from "./copy.js";
import type { Database, Driver } from "../engine/database.js";
import { loadDriver } from "../engine/driver.js";
import { ScriptRunner } from "../engine/scripts.js";
import { beginWriting } from "../engine/write-lock.js";
import { withoutServer } from "./exclusive.js";
import { recipientInserts } from "../hot/blocks.js";
import { prepareCountMoves } from "../hot/counts.js";
import { prepareSchema } from "../schema/migrate.js";

/**
 * Restores a copy as a new file. The file appears only when it is complete, checked and on disk. The copy must have the schema
 * of this version.
 *
 * Rejects with a `StoreError`: `noBackup` without a file, `exists` for a database that is there.
 */
export async function restoreSqlite(
  path: string,
  file: string | undefined,
  links: RestoredLinks,
  now: number,
): Promise<Restored> {
  if (file === undefined) throw new StoreError("noBackup");
  const begun = performance.now();
  const driver = await loadDriver();
  const target = resolve(path);
  let held = nothingHeld;
  if (existsSync(target)) throw new StoreError("exists", target);
  createFolder(dirname(target));
  await withPartial(target, async (partial) => {
    await copyInto(driver, resolve(file), partial);
    held = prepare(driver, { partial, links, now });
    await place(driver, partial, target);
  });
  return { ...held, bytes: statSync(target).size, milliseconds: performance.now() - begun };
}

/** Stops all sending, in one transaction. */
function held(database: Database, now: number): Held {
  beginWriting(database);
  const blocks = recipientInserts(database, new ClaimMemory());
  while (blocks.expand());
  const result = new ScriptRunner(database, { recordMoves: prepareCountMoves(database) }).run(holdAll(now));
  database.exec("DELETE FROM delivery_owner; COMMIT");
  return result;
}

interface Preparation {
  readonly partial: string;
  readonly links: RestoredLinks;
  readonly now: number;
}

function prepare(driver: Driver, { partial, links, now }: Preparation): Held {
  const database = openWriter(driver, partial);
  try {
    prepareSchema(database, "use");
    const result = links === "stopped" ? held(database, now) : nothingHeld;
    checkIntegrity(database, partial);
    // Moves the content of the write-ahead log into the database and removes the log: one file again.
    database.exec("PRAGMA journal_mode = DELETE");
    return result;
  } finally {
    database.close();
    syncFile(partial);
  }
}

/** A log that a killed process left would be read into the restored database. An empty one is harmless. */
export async function place(driver: Driver, partial: string, target: string): Promise<void> {
  await withoutServer(driver, target, () => {
    for (const log of ["-wal", "-journal"]) {
      const size = statSync(target + log, { throwIfNoEntry: false })?.size ?? 0;
      if (size > 0) throw new StoreError("exists", target + log);
    }
    publish(partial, target);
  });
}
