import type pg from "pg";
import { StoreError } from "../../errors.js";

/** The part of the package that is used. */
export type Driver = Pick<typeof pg, "Client" | "Pool" | "types">;

function isMissing(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"
  );
}

/** Loads the driver, which is installed only where PostgreSQL is used. Rejects with `noPostgresDriver`. */
export async function loadDriver(): Promise<Driver> {
  try {
    return (await import("pg")).default;
  } catch (error) {
    if (isMissing(error)) throw new StoreError("noPostgresDriver");
    throw error;
  }
}

/** Types whose text is read as a number: whole ones of 8 bytes, and sums of them. The store's are all below 2^53. */
const numbers: readonly number[] = [20, 1700];

/** How columns are read: as the driver does, and 64-bit numbers as numbers. */
export function readers({ types }: Driver): pg.CustomTypesConfig {
  return {
    getTypeParser: (id, format) =>
      numbers.includes(id) ? Number : (types.getTypeParser(id, format) as (text: string) => unknown),
  };
}
