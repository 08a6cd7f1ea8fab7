import type { Erasure, ErasureSession, ErasureTexts, ErasureValue } from "../erasure.js";
import { addAudit } from "../tables/audit/audit.js";
import { runScript } from "./engine/scripts.js";
import { connect } from "./engine/connection.js";
import type { Session } from "./engine/database.js";
import { postgresSettings } from "./engine/settings.js";
import { sql } from "./engine/statement.js";
import { prepareSchema } from "./migrate.js";

function sessionOn(session: Session): ErasureSession {
  return {
    all: <Row>(text: string, ...values: readonly ErasureValue[]) => session.all(sql<Row>(text), ...values),
    run: (text, ...values) => session.run(sql(text), ...values),
  };
}

const texts: ErasureTexts = {
  insertAudit: `INSERT INTO audit (id, at, who, source, action, facts) OVERRIDING SYSTEM VALUE
    VALUES ($1, $2, $3, $4, $5, $6)`,
  ofNumber: "phone = $1",
};

/** Removes data from a database. Old versions of rows stay until a vacuum. Rejects with a `StoreError`. */
export async function erasePostgres<T>(url: string, { erase, entry }: Erasure<T>): Promise<T> {
  const database = await connect(postgresSettings(url));
  try {
    await prepareSchema(database, "use");
    return await database.transaction(async (session) => {
      const erased = await erase(sessionOn(session), texts);
      await runScript(session, addAudit(entry(erased)));
      return erased;
    });
  } finally {
    await database.close();
  }
}
