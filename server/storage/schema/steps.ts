import { createHash } from "node:crypto";
import { StoreError } from "../errors.js";

/** One step of a schema. Once released, neither the SQL nor the order ever changes: add a step instead. */
export interface SchemaStep {
  readonly name: string;
  readonly sql: string;
  /** True when the version before this step runs on with it: it adds what that version does not look at. */
  readonly additive?: boolean;
}

/** A step as the database records it. */
export interface AppliedStep {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly additive?: boolean;
}

/** Permitted changes of a schema that is not current: none, create it in an empty database, or create or migrate it. */
export type SchemaUse = "use" | "create" | "migrate";

export function checksum(step: SchemaStep): string {
  return createHash("sha256").update(step.sql).digest("hex");
}

/** Unknown steps are those of a newer version, which may run beside this one if they are additive. */
function compare(applied: readonly AppliedStep[], steps: readonly SchemaStep[]): void {
  for (const [index, row] of applied.entries()) {
    const step = steps[index];
    if (step === undefined && row.additive !== true)
      throw new StoreError("newerSchema", `schema ${applied.length}, this version needs ${steps.length}`);
    if (step !== undefined && row.checksum !== checksum(step))
      throw new StoreError("changedSchema", `step ${row.version}, ${row.name}`);
  }
}

/**
 * Steps to apply before the schema can be used, oldest first; none if it is current.
 * @throws StoreError `missing`, `olderSchema`, `newerSchema` or `changedSchema`
 */
export function pendingSteps<Step extends SchemaStep>(
  applied: readonly AppliedStep[],
  steps: readonly Step[],
  use: SchemaUse,
): readonly Step[] {
  compare(applied, steps);
  const pending = steps.slice(applied.length);
  if (pending.length === 0 || use === "migrate") return pending;
  if (applied.length === 0) {
    if (use === "use") throw new StoreError("missing", "the database is empty");
    return pending;
  }
  throw new StoreError("olderSchema", `schema ${applied.length}, this version needs ${steps.length}`);
}

/** Result of `messenger database migrate`. */
export interface Migrated {
  /** Applied steps before; 0 for a new database. */
  readonly from: number;
  readonly to: number;
  /** Names of the steps between. */
  readonly steps: readonly string[];
  /** Copy of the database as it was before; null without one. */
  readonly copy: string | null;
}
