import type { LedgerStore } from "../../../ports/accounts.js";
import { integer, text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";

const columns = {
  customerId: integer(),
  country: text(),
  day: integer(),
  amount: integer(),
  refused: integer(),
};

const ofCustomer = sql(
  `SELECT customer_id, country, day, amount, refused FROM country_spending WHERE customer_id = $customerId AND day = $day
     AND (amount > 0 OR refused > 0)
   ORDER BY amount DESC, country LIMIT $limit`,
  columns,
);
const reached = sql(
  `SELECT customer_id, country, day, amount, refused FROM country_spending WHERE day = $day AND refused > 0
   ORDER BY refused DESC, customer_id, country LIMIT $limit`,
  columns,
);

/** Reads of the credits that were spent by country. */
export function countrySpending(reads: Reads): Pick<LedgerStore, "spentByCountry" | "limitsReached"> {
  return {
    spentByCountry: (customerId, day, limit) => reads.all(ofCustomer, { customerId, day, limit }),
    limitsReached: (day, limit) => reads.all(reached, { day, limit }),
  };
}
