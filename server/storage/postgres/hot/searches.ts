import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import type { OwnSearches } from "../../tables/desk/desk-reads.js";
import { found, foundNames } from "../../tables/desk/found.js";

/** Messages of a number, newest first. */
const ofNumber = (condition: "r.phone = $digits" | "r.phone >= $digits AND r.phone < $digits || ':'") =>
  sql(
    `SELECT ${foundNames} FROM recipient r JOIN txn t ON t.seq = r.txn
     WHERE ${condition} AND r.id < $before ORDER BY r.id DESC LIMIT $limit`,
    found,
  );
const ofWholeNumber = ofNumber("r.phone = $digits");
/** Digits sort before the colon. */
const ofPrefix = ofNumber("r.phone >= $digits AND r.phone < $digits || ':'");

export function ownSearches(reads: Reads): OwnSearches {
  return {
    ofNumber: ({ digits, whole }, before, limit) =>
      reads.all(whole ? ofWholeNumber : ofPrefix, { digits, before, limit }),
  };
}
