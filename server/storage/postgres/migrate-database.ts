import { type Migrated, pendingSteps } from "../schema/steps.js";
import { connect } from "./engine/connection.js";
import { postgresSettings } from "./engine/settings.js";
import { requireUnused } from "./exclusive.js";
import { appliedTo, migrations, prepareSchema } from "./migrate.js";

/** Creates or migrates the schema; with `dryRun` only reports what it would do. Rejects with a `StoreError`. */
export async function migratePostgres(url: string, dryRun: boolean): Promise<Migrated> {
  const database = await connect(postgresSettings(url));
  try {
    const applied = await appliedTo(database);
    const pending = pendingSteps(applied, migrations, "migrate");
    if (!dryRun && applied.length > 0 && pending.some(({ additive }) => !additive)) {
      await requireUnused(database);
    }
    if (!dryRun) await prepareSchema(database, "migrate");
    const steps = pending.map(({ name }) => name);
    return { from: applied.length, to: applied.length + steps.length, steps, copy: null };
  } finally {
    await database.close();
  }
}
