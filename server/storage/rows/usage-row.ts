/** Columns of an `EndedRow`, of the tables `endedTables`; `since`: when the counters began, in SQL. */
export const endedColumns = (
  since: string,
): string => `r.id, r.txn, r.phone, c.refunds, t.customer_id AS "customerId", t.user_name AS "userName", t.originator, t.parts,
  t.created_at AS at, CASE WHEN t.created_at >= ${since} THEN 1 ELSE 0 END AS counted`;

export const endedTables = "recipient r JOIN txn t ON t.seq = r.txn JOIN customer c ON c.id = t.customer_id";

/** Columns of a `UsageCount` without its values. */
export const usageKeyColumns = "day, customer_id, state, prefix, user_name, originator";
