import { codesWithoutZero, fixedLength, type MisreadNumbers } from "../../../domain/recipients/misread.js";
import { optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";

const begins = (phone: string, code: string): string => `${phone} LIKE '${code}%'`;

/** The condition of `isMisread`. */
const isMisread = (phone: string): string =>
  [
    ...codesWithoutZero.map((code) => begins(phone, `${code}0`)),
    `(length(${phone}) > ${fixedLength.digits} AND (${fixedLength.codes.map((code) => begins(phone, code)).join(" OR ")}))`,
  ].join(" OR ");

const row = { customerId: integer(), list: optional(text()), count: integer(), example: text() };

const inLists: string = `SELECT l.customer_id, l.name AS list, count(*) AS count, min(m.phone) AS example
  FROM list l JOIN list_member m ON m.content = l.content WHERE ${isMisread("m.phone")}
  GROUP BY l.seq, l.customer_id, l.name ORDER BY l.seq LIMIT 100`;
const inBlacklists: string = `SELECT b.customer_id, NULL AS list, count(*) AS count, min(CAST(b.phone AS text)) AS example
  FROM blacklist b WHERE ${isMisread("CAST(b.phone AS text)")} GROUP BY b.customer_id ORDER BY b.customer_id LIMIT 100`;

const statements = [sql(inLists, row), sql(inBlacklists, row)] as const;

/** The first lists and blacklists with numbers that can only be misread; reads all their numbers. */
export async function misreadNumbers(reads: Reads): Promise<readonly MisreadNumbers[]> {
  return [...(await reads.all(statements[0])), ...(await reads.all(statements[1]))];
}
