import type { UsageSum } from "../../../domain/usage/report.js";
import type { UsageStore } from "../../../ports/usage.js";
import { usageDays, type UsageDaysRow, usageStatement } from "../../rows/usage-row.js";
import type { Database } from "../engine/database.js";

export function usageStore(database: Database): UsageStore {
  const days = database.prepare<UsageDaysRow>(usageDays);
  return {
    sums: async (query) => {
      const statement = usageStatement(query, days.get() ?? { first: null, last: null });
      if (statement === undefined) return [];
      const { text, values } = statement;
      return database.prepare<UsageSum>(text.replace(/\$\d/gu, "?")).all(...values);
    },
  };
}
