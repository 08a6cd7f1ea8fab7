import { exceeded, spendingKeptFor } from "../../../domain/credit/country-credits.js";
import type { Submission } from "../../../domain/delivery/submitting/submission.js";
import type { Database } from "../engine/database.js";

/** Limits of credits a day by country, inside the transaction that is open. */
export interface CountryCredits {
  /** The country whose limit a submission would exceed, which is counted; undefined if it exceeds none. */
  refused(submission: Submission): string | undefined;
  /** Adds what an accepted submission spends. */
  spend(submission: Submission): void;
}

export function prepareCountryCredits(database: Database): CountryCredits {
  const find = database.prepare<{ readonly amount: number }>(
    "SELECT amount FROM country_spending WHERE customer_id = ? AND day = ? AND country = ?",
  );
  const add = database.prepare(
    `INSERT INTO country_spending (customer_id, day, country, amount, refused) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, refused = refused + excluded.refused`,
  );
  const forget = database.prepare("DELETE FROM country_spending WHERE customer_id = ? AND day < ?");
  return {
    refused: ({ customerId, spending }) => {
      if (spending === undefined) return undefined;
      const { day } = spending;
      const country = exceeded(spending, (each) => find.get(customerId, day, each)?.amount ?? 0);
      if (country !== undefined) add.run(customerId, day, country, 0, 1);
      return country;
    },
    spend: ({ customerId, spending }) => {
      if (spending === undefined) return;
      const { day, shares } = spending;
      for (const { country, amount } of shares) add.run(customerId, day, country, amount, 0);
      forget.run(customerId, day - spendingKeptFor);
    },
  };
}
