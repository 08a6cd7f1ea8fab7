import {
  type ErasedNumber,
  type ErasureSession,
  eraseNumber,
  type NumberErasure,
} from "../number-erasure.js";
import { auditValues } from "../rows/desk-row.js";
import { connect } from "./engine/connection.js";
import type { Session } from "./engine/database.js";
import { postgresSettings } from "./engine/settings.js";
import { sql } from "./engine/statement.js";
import { prepareSchema } from "./migrate.js";

function sessionOn(session: Session): ErasureSession {
  return {
    all: <Row>(text: string, ...values: readonly (string | number | null)[]) =>
      session.all(sql<Row>(text), ...values),
    run: (text, ...values) => session.run(sql(text), ...values),
  };
}

const insertAudit = `INSERT INTO audit (id, at, who, source, action, facts) OVERRIDING SYSTEM VALUE
  VALUES ($1, $2, $3, $4, $5, $6)`;
const addAudit = sql("INSERT INTO audit (at, who, source, action, facts) VALUES ($1, $2, $3, $4, $5)");

/** Removes a number from a database. Old versions of rows stay until a vacuum. Rejects with a `StoreError`. */
export async function eraseNumberPostgres(
  url: string,
  { number, entry }: NumberErasure,
): Promise<ErasedNumber> {
  const database = await connect(postgresSettings(url));
  try {
    await prepareSchema(database, "use");
    return await database.transaction(async (session) => {
      const erased = await eraseNumber(sessionOn(session), number, insertAudit);
      await session.run(addAudit, ...auditValues(entry(erased)));
      return erased;
    });
  } finally {
    await database.close();
  }
}
