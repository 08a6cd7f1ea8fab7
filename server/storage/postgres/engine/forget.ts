import type { Forgetting } from "../../script/calls.js";
import type { Session } from "./database.js";
import { sql } from "./statement.js";

type Forgotten = "stray_message" | "unmatched_receipt";

const statements = (table: Forgotten) => ({
  old: sql(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE at < $1 ORDER BY at LIMIT $2)`),
  beyond: sql(
    `DELETE FROM ${table} WHERE id IN
       (SELECT id FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - $1 ORDER BY id LIMIT $2)`,
  ),
});

const ofTable = {
  stray_message: statements("stray_message"),
  unmatched_receipt: statements("unmatched_receipt"),
};

/** Forgets what nobody may ever ask for; returns the number of rows. */
export async function forget(
  session: Session,
  table: Forgotten,
  { before, most, limit }: Forgetting,
): Promise<number> {
  const { old, beyond } = ofTable[table];
  return (await session.run(old, before, limit)) + (await session.run(beyond, most, limit));
}
