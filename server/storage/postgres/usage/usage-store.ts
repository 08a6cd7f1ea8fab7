import type { UsageSum } from "../../../domain/usage/report.js";
import type { UsageStore } from "../../../ports/usage.js";
import { usageDays, type UsageDaysRow, usageStatement } from "../../rows/usage-row.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

const days = sql<UsageDaysRow>(usageDays);

export function usageStore(queries: Queries): UsageStore {
  return {
    sums: async (query) => {
      const found = (await queries.get(days)) ?? { first: null, last: null };
      const statement = usageStatement(query, found);
      return statement === undefined ? [] : queries.all(sql<UsageSum>(statement.text), ...statement.values);
    },
  };
}
