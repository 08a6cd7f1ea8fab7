import type { UsageSum } from "../../../domain/usage/report.js";
import { UsageTally } from "../../../domain/usage/usage.js";
import type { CustomerTotal, DayTotal, UsageStore } from "../../../ports/accounts.js";
import {
  busiestCustomers,
  usageTotals,
  usageDays,
  type UsageDaysRow,
  usageKeyColumns,
  usageStatement,
} from "../../rows/usage-row.js";
import type { Database } from "../engine/database.js";
import type { Pending } from "../engine/group-commit.js";
import { prepareNumbered } from "../engine/numbered.js";

/** The counters of usage, whose changes are gathered until the commit. */
export interface UsageCounts extends Pick<Pending, "write" | "mark"> {
  readonly tally: UsageTally;
}

export function usageCounts(database: Database): UsageCounts {
  const tally = new UsageTally();
  const add = database.prepare(
    `INSERT INTO usage (${usageKeyColumns}, messages, parts) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
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

/** Sums over all customers; they are read on the counting thread. */
export function usageTotalsOf(database: Database): Pick<UsageStore, "totals" | "busiest"> {
  const totals = prepareNumbered<DayTotal>(database, usageTotals);
  const busiest = prepareNumbered<CustomerTotal>(database, busiestCustomers);
  return {
    totals: async (from) => totals.all(from),
    busiest: async (day, limit) => busiest.all(day, limit),
  };
}

export function usageStore(
  database: Database,
  { totals, busiest }: Pick<UsageStore, "totals" | "busiest">,
): UsageStore {
  const days = database.prepare<UsageDaysRow>(usageDays);
  return {
    sums: async (query) => {
      const statement = usageStatement(query, days.get() ?? { first: null, last: null });
      if (statement === undefined) return [];
      const { text, values } = statement;
      return prepareNumbered<UsageSum>(database, text).all(...values);
    },
    totals,
    busiest,
  };
}
