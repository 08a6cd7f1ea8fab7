import { sql } from "../script/statement.js";
import { run, type Steps } from "../script/steps.js";
import { alone } from "./primitives.js";

/** A script that deletes rows of a table: those before a time and those before the last `most`; at most so many of each. */
export function forgetting(table: "stray_message" | "unmatched_receipt" | "opt_out_response", task: string) {
  const old = sql(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE at < $before ORDER BY at LIMIT $limit)`,
  );
  const beyond = sql(
    `DELETE FROM ${table} WHERE id IN
       (SELECT id FROM ${table} WHERE id <= (SELECT max(id) FROM ${table}) - $most ORDER BY id LIMIT $limit)`,
  );
  return function* (before: number, most: number, limit: number): Steps<number> {
    if (!(yield* alone(task))) return 0;
    return (yield* run(old, { before, limit })) + (yield* run(beyond, { most, limit }));
  };
}
