import type { LedgerEntry } from "../../../domain/credit/balance.js";
import type { AccountPeriod, LowBalance } from "../../../domain/credit/statement.js";
import type { Carried } from "../../../domain/credit/carrying.js";
import type { LedgerStore } from "../../../ports/ledger.js";
import {
  byKind,
  carriedEntry,
  carriedText,
  ledgerColumns,
  ledgerEntryOf,
  ledgerPage,
  type LedgerRow,
  lowBalancesText,
  periodsText,
} from "../../rows/ledger-row.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

const page = sql<LedgerRow>(
  `SELECT ${ledgerColumns} FROM ledger WHERE customer_id = $1 AND (at, id) > ($2, $3) AND at < $4
   ORDER BY at, id LIMIT ${ledgerPage}`,
);
const customers = sql<{ readonly id: number }>(
  "SELECT DISTINCT customer_id AS id FROM account ORDER BY customer_id",
);
const refills = sql<LedgerRow>(
  `SELECT ${ledgerColumns} FROM ledger WHERE customer_id = $1 AND at >= $2 AND at < $3 AND reason = 'refill'
   ORDER BY at, id`,
);
const periods = sql<AccountPeriod>(periodsText);
const carried = sql<Carried>(carriedText);
const low = sql<LowBalance>(lowBalancesText);

async function* entriesOf(
  queries: Queries,
  id: number,
  from: number,
  until: number,
): AsyncGenerator<readonly LedgerEntry[]> {
  const sums = (await queries.all(carried, id)).filter(({ at }) => at >= from && at < until);
  if (sums.length > 0) yield sums.map(carriedEntry);
  let place = { at: from, id: 0 };
  for (;;) {
    const rows = await queries.all(page, id, place.at, place.id, until);
    if (rows.length > 0) yield rows.map(ledgerEntryOf);
    if (rows.length < ledgerPage) return;
    place = rows.at(-1) ?? place;
  }
}

/** Every read of the ledger. */
export function ledgerStore(queries: Queries): LedgerStore {
  return {
    async *entries({ customerId, from = 0, until = Number.MAX_SAFE_INTEGER }) {
      const all = customerId === undefined ? await queries.all(customers) : [{ id: customerId }];
      for (const { id } of all) yield* entriesOf(queries, id, from, until);
    },
    carried: (customerId) => queries.all(carried, customerId),
    refills: async (customerId, from, until) =>
      (await queries.all(refills, customerId, from, until)).map(ledgerEntryOf),
    periods: async (customerId, from, until) => byKind(await queries.all(periods, until, customerId, from)),
    lowBalances: (limit) => queries.all(low, limit),
  };
}
