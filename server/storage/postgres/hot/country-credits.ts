import { exceeded, spendingKeptFor } from "../../../domain/credit/country-credits.js";
import type { Submission } from "../../../domain/delivery/submitting/submission.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";

interface Key {
  readonly customerId: number;
  readonly day: number;
  readonly country: string;
}

/** A row that the transaction has locked, as it is now. */
interface Spent extends Key {
  amount: number;
  refused: number;
}

/** Guard: rows are made and locked in one order, after the accounts of their customers; they stay as they are read until the commit. */
const open = sql(
  `INSERT INTO country_spending (customer_id, day, country, amount, refused)
   SELECT customer_id, day, country, 0, 0 FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (customer_id, day, country)
   ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
);
const lock = sql<Spent>(
  `SELECT s.customer_id AS "customerId", s.day, s.country, s.amount, s.refused
   FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS k (customer_id, day, country)
     JOIN country_spending s ON s.customer_id = k.customer_id AND s.day = k.day AND s.country = k.country
   ORDER BY 1, 2, 3 FOR UPDATE OF s`,
);
const change = sql(
  `UPDATE country_spending s SET amount = n.amount, refused = n.refused
   FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS n (customer_id, day, country, amount, refused)
   WHERE s.customer_id = n.customer_id AND s.day = n.day AND s.country = n.country`,
);
const forget = sql(
  `DELETE FROM country_spending s USING unnest($1::bigint[], $2::bigint[]) AS n (customer_id, day)
   WHERE s.customer_id = n.customer_id AND s.day < n.day`,
);

const textOf = ({ customerId, day, country }: Key): string => `${customerId} ${day} ${country}`;

function keysOf(submissions: readonly Submission[]): readonly Key[] {
  const keys = new Map<string, Key>();
  for (const { customerId, spending } of submissions)
    for (const { country } of spending?.shares ?? []) {
      const key = { customerId, day: spending?.day ?? 0, country };
      keys.set(textOf(key), key);
    }
  return [...keys.values()];
}

/** Limits of credits a day by country during a transaction: what is spent is locked. */
export class CountryCredits {
  readonly #rows: ReadonlyMap<string, Spent>;
  readonly #refused = new Map<Submission, string>();

  private constructor(rows: readonly Spent[]) {
    this.#rows = new Map(rows.map((row) => [textOf(row), row]));
  }

  /** Without limits, nothing is read. */
  static async lock(session: Session, submissions: readonly Submission[]): Promise<CountryCredits> {
    const keys = keysOf(submissions);
    if (keys.length === 0) return new CountryCredits([]);
    const values = arraysOf(keys, "customerId", "day", "country");
    session.post(open, ...values);
    return new CountryCredits(await session.all(lock, ...values));
  }

  /** Whether a submission exceeds no limit; one that does is counted. */
  allows(submission: Submission): boolean {
    const { customerId, spending } = submission;
    if (spending === undefined) return true;
    const { day } = spending;
    const rowOf = (country: string): Spent | undefined =>
      this.#rows.get(textOf({ customerId, day, country }));
    const country = exceeded(spending, (each) => rowOf(each)?.amount ?? 0);
    if (country === undefined) return true;
    const row = rowOf(country);
    if (row !== undefined) row.refused += 1;
    this.#refused.set(submission, country);
    return false;
  }

  /** Adds what an accepted submission spends. */
  spend({ customerId, spending }: Submission): void {
    for (const { country, amount } of spending?.shares ?? []) {
      const row = this.#rows.get(textOf({ customerId, day: spending?.day ?? 0, country }));
      if (row !== undefined) row.amount += amount;
    }
  }

  /** The country because of which a submission was not allowed. */
  refusedFor(submission: Submission | undefined): string | undefined {
    return submission && this.#refused.get(submission);
  }

  /** Writes what was spent, and removes what nobody asks for any more. */
  write(session: Session): void {
    const rows = [...this.#rows.values()];
    if (rows.length === 0) return;
    session.post(change, ...arraysOf(rows, "customerId", "day", "country", "amount", "refused"));
    session.post(
      forget,
      rows.map(({ customerId }) => customerId),
      rows.map(({ day }) => day - spendingKeptFor),
    );
  }
}
