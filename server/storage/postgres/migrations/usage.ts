/**
 * Counters of messages by what customers are billed for; state 0 counts every accepted message, the others final states.
 * Messages that were accepted before `usage_since` are not counted.
 */
export const usage = `
CREATE TABLE usage (
  day bigint NOT NULL,
  customer_id bigint NOT NULL,
  state smallint NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  user_name text COLLATE "C" NOT NULL,
  originator text COLLATE "C" NOT NULL,
  messages bigint NOT NULL,
  parts bigint NOT NULL,
  PRIMARY KEY (day, customer_id, state, prefix, user_name, originator)
) WITH (fillfactor = 50);
CREATE TABLE usage_since (at bigint NOT NULL);
INSERT INTO usage_since (at)
SELECT CASE WHEN EXISTS (SELECT FROM txn) THEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint ELSE 0 END;
`;

/** Traffic by minute, of the service (an empty link) and of its links. */
export const traffic = `
CREATE TABLE traffic (
  at bigint NOT NULL,
  link text COLLATE "C" NOT NULL,
  accepted bigint NOT NULL,
  delivered bigint NOT NULL,
  failed bigint NOT NULL,
  waiting bigint NOT NULL,
  oldest bigint NOT NULL,
  PRIMARY KEY (at, link)
);
`;
