import { UsageTally } from "../../../domain/usage/usage.js";
import { usageKey } from "../../tables/usage/usage.js";
import type { Database } from "../engine/database.js";
import type { Pending } from "../engine/group-commit.js";

/** The counters of usage, whose changes are gathered until the commit. */
export interface UsageCounts extends Pick<Pending, "write" | "mark"> {
  readonly tally: UsageTally;
}

export function usageCounts(database: Database): UsageCounts {
  const tally = new UsageTally();
  const add = database.prepare(
    `INSERT INTO usage (${usageKey}, messages, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET messages = messages + excluded.messages, parts = parts + excluded.parts`,
  );
  return {
    tally,
    write: () => {
      for (const { day, customerId, state, prefix, userName, originator, messages, parts } of tally.take())
        add.run(day, customerId, state, prefix, userName, originator, messages, parts);
    },
    mark: () => () => void tally.take(),
  };
}
