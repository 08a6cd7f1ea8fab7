import { resolve } from "node:path";
import type { Erasure, ErasureSession, ErasureTexts, ErasureValue } from "../erasure.js";
import { auditValues } from "../rows/desk-row.js";
import { groupBits } from "./desk/desk-reads.js";
import { openWriter, requireFile } from "./engine/connection.js";
import type { Database } from "./engine/database.js";
import { loadDriver } from "./engine/driver.js";
import { beginWriting } from "./engine/write-lock.js";
import { prepareSchema } from "./migrate.js";

/** SQLite drivers bind values by position: a value that is used twice is bound twice. */
function placed(
  sql: string,
  values: readonly ErasureValue[],
): { readonly text: string; readonly values: readonly ErasureValue[] } {
  const numbers = [...sql.matchAll(/\$(\d)/gu)].map(([, digit]) => Number(digit));
  return { text: sql.replace(/\$\d/gu, "?"), values: numbers.map((number) => values[number - 1] ?? null) };
}

function sessionOn(database: Database): ErasureSession {
  return {
    all: async <Row>(sql: string, ...given: readonly ErasureValue[]) => {
      const { text, values } = placed(sql, given);
      return database.prepare<Row>(text).all(...values);
    },
    run: async (sql, ...given) => {
      const { text, values } = placed(sql, given);
      return database.prepare(text).run(...values).changes;
    },
  };
}

/** Looks into each group of `recipient_phone`: a scan of all recipients would hold the write lock for long. */
const ofNumber = `(id >> ${groupBits}) IN (
  WITH RECURSIVE g (n) AS (
    SELECT min(id) >> ${groupBits} FROM recipient
    UNION ALL SELECT n + 1 FROM g WHERE n < (SELECT max(id) >> ${groupBits} FROM recipient)
  ) SELECT n FROM g
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
    database
      .prepare("INSERT INTO audit (at, who, source, action, facts) VALUES (?, ?, ?, ?, ?)")
      .run(...auditValues(entry(erased)));
    database.exec("COMMIT");
    return erased;
  } finally {
    // Rolls back what is not committed.
    database.close();
  }
}
