import { codesOfOneDigit, codesOfTwoDigits } from "../../../domain/usage/usage.js";
import { mapped, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import type { Reply } from "../../../domain/inbox/opt-outs.js";

/** Opt-outs of numbers whose country is not known. */

const quoted = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(", ");

/** The digits of a number behind its country code, in SQL; NULL if there are none. As `nationalPart`. */
const nationalPartOf = (phone: string): string =>
  `CAST(nullif(CASE WHEN substr(${phone}, 1, 1) IN (${quoted(codesOfOneDigit)}) THEN substr(${phone}, 2)
     WHEN substr(${phone}, 1, 2) IN (${quoted(codesOfTwoDigits)}) THEN substr(${phone}, 3)
     ELSE substr(${phone}, 4) END, '') AS bigint)`;

/** The condition that an opt-out of a customer stands for a number, in SQL. */
export const hasNationalOptOut = (customer: string, phone: string): string =>
  `EXISTS (SELECT 1 FROM national_opt_out o WHERE o.customer_id = ${customer} AND o.number = ${nationalPartOf(phone)})`;

/** Whether a customer has such opt-outs. */
export const anyNational = sql("SELECT 1 FROM national_opt_out WHERE customer_id = $customerId LIMIT 1");

/** Those of some numbers that stand for a number of a customer. */
export const listedNationals = sql(
  `SELECT o.number FROM national_opt_out o WHERE o.customer_id = $customerId AND o.number = ANY ($numbers::bigint[])`,
  { number: integer() },
);

/** Opt-outs, as they are listed: with 0 before the number. */
const listed = {
  customerId: integer(),
  phone: mapped(text(), (stored) => `0${stored}`),
  at: integer(),
  repliedTo: text(),
};
const listedNames = "customer_id, CAST(number AS text) AS phone, created_at AS at, replied_to";
export const nationalsOfAll = sql(
  `SELECT ${listedNames} FROM national_opt_out WHERE (customer_id, number) >= ($customerId, $from)
   ORDER BY customer_id, number LIMIT $limit OFFSET $ahead`,
  listed,
);
export const nationalsOfOne = sql(
  `SELECT ${listedNames} FROM national_opt_out WHERE customer_id = $customerId AND number >= $from
   ORDER BY number LIMIT $limit OFFSET $ahead`,
  listed,
);
/** How many each customer has, at most `$most`: goes from one customer that has some to the next by the key, and reads all of none. */
export const nationalCounts = sql(
  `WITH RECURSIVE having_some (customer_id) AS (
     SELECT min(customer_id) FROM national_opt_out
     UNION ALL SELECT (SELECT min(o.customer_id) FROM national_opt_out o WHERE o.customer_id > s.customer_id)
     FROM having_some s WHERE s.customer_id IS NOT NULL)
   SELECT s.customer_id, (SELECT count(*) FROM
       (SELECT 1 AS one FROM national_opt_out o WHERE o.customer_id = s.customer_id LIMIT $most) AS some_of_it) AS count
   FROM having_some s WHERE s.customer_id IS NOT NULL ORDER BY s.customer_id LIMIT $limit`,
  { customerId: integer(), count: integer() },
);

const insert = sql(
  `INSERT INTO national_opt_out (customer_id, number, created_at, replied_to) VALUES ($customerId, $national, $at, $number)
   ON CONFLICT DO NOTHING`,
);
/** Guard: none of the numbers goes between the comparison and the deletion. */
const locked = sql(
  `SELECT number FROM national_opt_out WHERE customer_id = $customerId AND number = ANY ($numbers::bigint[]) ORDER BY number`,
  { number: integer() },
  { lock: "FOR UPDATE" },
);
const remove = sql(
  "DELETE FROM national_opt_out WHERE customer_id = $customerId AND number = ANY ($numbers::bigint[])",
);

/** Stops messages to the number of a reply; returns how many opt-outs are new. */
export function* stopNational({ customerId, national, at, number }: Reply): Steps<number> {
  return national === undefined
    ? 0
    : yield* run(insert, { customerId, national: Number(national), at, number });
}

/** Ends the opt-out of a reply in national form; returns how many. That of an international number may be one of another country: it stays. */
export function* startNational({ customerId, national }: Reply): Steps<number> {
  return national === undefined ? 0 : yield* run(remove, { customerId, numbers: [Number(national)] });
}

/** Removes listed numbers of a customer, all or none; returns whether they were there. */
export function* removeNationals(customerId: number, phones: readonly string[]): Steps<boolean> {
  if (phones.length === 0) return true;
  const numbers = [...new Set(phones.map(Number))];
  const found = yield* all(locked, { customerId, numbers });
  if (found.length === numbers.length) yield* run(remove, { customerId, numbers });
  return found.length === numbers.length;
}
