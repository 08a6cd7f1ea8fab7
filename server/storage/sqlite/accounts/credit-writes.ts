import { creditsText } from "../../../domain/credit/credit.js";
import type { CreditWrites } from "../../protocol/account-writes.js";
import { customerExists } from "../../tables/accounts/known.js";
import type { Database } from "../engine/database.js";
import type { ScriptRunner } from "../engine/scripts.js";
import { prepareBook } from "./ledger.js";

/** Prepares bookings by operators on one connection. */
export function creditWrites(database: Database, runner: ScriptRunner): CreditWrites {
  const book = prepareBook(database);
  return {
    addCredit({ customerId, kind, amount: delta, at, reference }) {
      const entry = { customerId, kind, delta, at, reference };
      const balance = book({ ...entry, reason: "refill", transactionId: undefined });
      if (balance !== undefined) return { ok: true, after: { balance: creditsText(balance) } };
      return {
        ok: false,
        reason: runner.run(customerExists(customerId)) ? "insufficient" : "unknownCustomer",
      };
    },
  };
}
