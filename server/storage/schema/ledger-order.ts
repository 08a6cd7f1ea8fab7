/**
 * How the entries of a customer are found by time. PostgreSQL has an index by customer and time. In SQLite such an index would change a page of
 * each customer in every commit, a quarter of the pages that a commit of single messages writes: `ledger_order` has the entries there, and gets
 * those of 256 neighbouring numbers at once, sorted. `ledger_by_time` is the whole: these and the latest ones, which are few.
 */
const columns = ["kind", "delta", "balance_after", "reason", "transaction_id", "reference"];

/** Numbers of entries only grow, and so does `upto`, the last one that is in the order. */
const ordered = `INSERT INTO ledger_order (customer_id, at, id)
  SELECT customer_id, at, id FROM ledger WHERE id > (SELECT upto FROM ledger_ordered) ORDER BY customer_id, at, id;`;

/** Puts all entries into the order: once they are there without the trigger. */
export const orderLedger = `${ordered}
UPDATE ledger_ordered SET upto = coalesce((SELECT max(id) FROM ledger), 0);`;

/** SQL of SQLite's step. An older version finds entries by time among those of all customers. */
export const ledgerOrderStep = `CREATE TABLE ledger_order (
  customer_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (customer_id, at, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE ledger_ordered (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  upto INTEGER NOT NULL
) STRICT;
INSERT INTO ledger_ordered (only, upto) VALUES (1, 0);
${orderLedger}
CREATE TRIGGER ledger_is_ordered AFTER INSERT ON ledger
WHEN NEW.id >> 8 > (SELECT upto >> 8 FROM ledger_ordered)
BEGIN
  ${ordered}
  UPDATE ledger_ordered SET upto = NEW.id;
END;
CREATE TRIGGER ledger_order_goes AFTER DELETE ON ledger
BEGIN
  DELETE FROM ledger_order WHERE customer_id = OLD.customer_id AND at = OLD.at AND id = OLD.id;
END;
CREATE VIEW ledger_by_time AS
SELECT ledger_order.customer_id, ledger_order.at, ledger_order.id, ${columns.join(", ")}
FROM ledger_order CROSS JOIN ledger ON ledger.id = ledger_order.id
UNION ALL
SELECT customer_id, at, id, ${columns.join(", ")} FROM ledger WHERE id > (SELECT upto FROM ledger_ordered);
DROP INDEX ledger_period;`;
