import type { Change } from "../../../domain/accounts/accounts.js";
import { creditsText } from "../../../domain/credit/credit.js";
import type { CreditWrites } from "../../protocol/account-writes.js";
import { changeOf } from "../../tables/accounts/known.js";
import { type Batches, together } from "../engine/batch.js";
import { runScript } from "../engine/scripts.js";
import { book } from "./ledger.js";

/** Bookings by operators. */
export const creditWrites: Batches<CreditWrites> = {
  addCredit: together(async (session, refills) => {
    const balances = await book(
      session,
      refills.map(({ customerId, kind, amount: delta, at, reference }) => {
        const entry = { customerId, kind, delta, at, reference };
        return { ...entry, reason: "refill", transactionId: undefined };
      }),
    );
    return Promise.all(
      refills.map(async ({ customerId }, index): Promise<Change> => {
        const balance = balances[index];
        return balance === undefined
          ? runScript(session, changeOf(false, customerId, "insufficient"))
          : { ok: true, after: { balance: creditsText(balance) } };
      }),
    );
  }),
};
