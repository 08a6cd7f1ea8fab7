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
import type { Database } from "../engine/database.js";
import { prepareNumbered } from "../engine/numbered.js";

/** Prepares every read of the ledger. */
export function ledgerStore(database: Database): LedgerStore {
  const page = database.prepare<LedgerRow>(
    `SELECT ${ledgerColumns} FROM ledger WHERE customer_id = ? AND (at, id) > (?, ?) AND at < ?
     ORDER BY at, id LIMIT ${ledgerPage}`,
  );
  const customers = database.prepare<{ readonly id: number }>(
    "SELECT DISTINCT customer_id AS id FROM account ORDER BY customer_id",
  );
  const refills = database.prepare<LedgerRow>(
    `SELECT ${ledgerColumns} FROM ledger WHERE customer_id = ? AND at >= ? AND at < ? AND reason = 'refill'
     ORDER BY at, id`,
  );
  const periods = prepareNumbered<AccountPeriod>(database, periodsText);
  const carried = prepareNumbered<Carried>(database, carriedText);
  const low = prepareNumbered<LowBalance>(database, lowBalancesText);

  async function* entriesOf(id: number, from: number, until: number): AsyncGenerator<readonly LedgerEntry[]> {
    const sums = carried.all(id).filter(({ at }) => at >= from && at < until);
    if (sums.length > 0) yield sums.map(carriedEntry);
    let place = { at: from, id: 0 };
    for (;;) {
      const rows = page.all(id, place.at, place.id, until);
      if (rows.length > 0) yield rows.map(ledgerEntryOf);
      if (rows.length < ledgerPage) return;
      place = rows.at(-1) ?? place;
    }
  }
  return {
    async *entries({ customerId, from = 0, until = Number.MAX_SAFE_INTEGER }) {
      const ids = customerId === undefined ? customers.all().map(({ id }) => id) : [customerId];
      for (const id of ids) yield* entriesOf(id, from, until);
    },
    carried: async (customerId) => carried.all(customerId),
    refills: async (customerId, from, until) => refills.all(customerId, from, until).map(ledgerEntryOf),
    periods: async (customerId, from, until) => byKind(periods.all(until, customerId, from)),
    lowBalances: async (limit) => low.all(limit),
  };
}
