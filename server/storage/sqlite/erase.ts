import { resolve } from "node:path";
import type { Erasure, ErasureSession, ErasureTexts, ErasureValue } from "../erasure.js";
import { addAudit } from "../tables/audit/audit.js";
import { ScriptRunner } from "./engine/scripts.js";
import { groupBits } from "./desk/searches.js";
import { openWriter, requireFile } from "./engine/connection.js";
import type { Database } from "./engine/database.js";
import { loadDriver } from "./engine/driver.js";
import { prepareNumbered } from "./engine/numbered.js";
import { beginWriting } from "./engine/write-lock.js";
import { prepareSchema } from "./migrate.js";

function sessionOn(database: Database): ErasureSession {
  return {
    all: async <Row>(sql: string, ...values: readonly ErasureValue[]) =>
      prepareNumbered<Row>(database, sql).all(...values),
    run: async (sql, ...values) => prepareNumbered(database, sql).run(...values).changes,
  };
}

/** Looks into each group of `recipient_phone` that has recipients: a scan of all recipients would hold the write lock for long. */
const ofNumber = `(id >> ${groupBits}) IN (
  WITH RECURSIVE g (n) AS (
    SELECT min(id) >> ${groupBits} FROM recipient
    UNION ALL SELECT (SELECT min(id) FROM recipient WHERE id >= ((n + 1) << ${groupBits})) >> ${groupBits} FROM g WHERE n IS NOT NULL
  ) SELECT n FROM g WHERE n IS NOT NULL
) AND phone = $1`;

const texts: ErasureTexts = {
  insertAudit: "INSERT INTO audit (id, at, who, source, action, facts) VALUES ($1, $2, $3, $4, $5, $6)",
  ofNumber,
};

/** Removes data from a file, also while a server uses it; freed pages are overwritten. Rejects with a `StoreError`. */
export async function eraseSqlite<T>(path: string, { erase, entry }: Erasure<T>): Promise<T> {
  const file = resolve(path);
  requireFile(file);
  const database = openWriter(await loadDriver(), file);
  try {
    prepareSchema(database, "use");
    database.exec("PRAGMA secure_delete = ON");
    beginWriting(database);
    const erased = await erase(sessionOn(database), texts);
    new ScriptRunner(database).run(addAudit(entry(erased)));
    database.exec("COMMIT");
    return erased;
  } finally {
    // Rolls back what is not committed.
    database.close();
  }
}
