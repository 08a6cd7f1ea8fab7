/**
 * Counters of messages by what customers are billed for; state 0 counts every accepted message, the others final states. The
 * messages of a day are in few pages of the table, whatever customer they belong to. Messages that were accepted before
 * `usage_since` are not counted.
 */
export const usage = `
CREATE TABLE usage (
  day INTEGER NOT NULL,
  customer_id INTEGER NOT NULL,
  state INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  user_name TEXT NOT NULL,
  originator TEXT NOT NULL,
  messages INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  PRIMARY KEY (day, customer_id, state, prefix, user_name, originator)
) STRICT, WITHOUT ROWID;
CREATE TABLE usage_since (at INTEGER NOT NULL) STRICT;
INSERT INTO usage_since (at) SELECT CAST(strftime('%s', 'now') AS INTEGER) * 1000 WHERE EXISTS (SELECT 1 FROM txn)
UNION ALL SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM txn);
`;

/** Traffic by minute, of the service (an empty link) and of its links. */
export const traffic = `
CREATE TABLE traffic (
  at INTEGER NOT NULL,
  link TEXT NOT NULL,
  accepted INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  waiting INTEGER NOT NULL,
  oldest INTEGER NOT NULL,
  PRIMARY KEY (at, link)
) STRICT, WITHOUT ROWID;
`;
