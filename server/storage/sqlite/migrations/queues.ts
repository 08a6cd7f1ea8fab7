/**
 * Recipients of a customer with a rate wait in a queue of their own, so that a long one of one customer holds up no one
 * else. `free_at`, in microseconds: when the queue may hand over its next part.
 */
export const lanes = `
ALTER TABLE recipient ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
DROP INDEX recipient_due;
CREATE INDEX recipient_due ON recipient (lane, next_at) WHERE state <= 2;
CREATE TABLE lane (
  customer_id INTEGER PRIMARY KEY REFERENCES customer (id),
  free_at INTEGER NOT NULL
) STRICT;
`;

/** Queued numbers of a long list, 8 bytes each: the doubles of this machine's byte order (little-endian everywhere). */
export const compactBlocks = `
ALTER TABLE recipient_block ADD COLUMN phones BLOB;
`;

/** Messages that were tried before, by their transaction: those of the last days need not be looked at to find old ones. */
export const retried = `
DROP INDEX recipient_retried;
CREATE INDEX recipient_retried ON recipient (txn) WHERE state = 0 AND attempts > 0;
`;

/**
 * How often a recipient was put back because of a link; such a recipient may be due later than its transaction, like
 * one with attempts.
 */
export const deferrals = `
ALTER TABLE recipient ADD COLUMN deferrals INTEGER NOT NULL DEFAULT 0;
DROP INDEX recipient_retried;
CREATE INDEX recipient_retried ON recipient (txn) WHERE state = 0 AND attempts + deferrals > 0;
`;

/**
 * Every customer has its own queues: `lane` is the number of a queue, see `domain/outbox/customer-queue.ts`.
 * Existing queued messages count as single messages of users without a priority. The priority of a customer moves from
 * the settings of the SMPP front end to the customer.
 */
export const fairShare = `
ALTER TABLE customer ADD COLUMN weight INTEGER NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 100);
ALTER TABLE customer ADD COLUMN priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 255);
ALTER TABLE customer ADD COLUMN single_priority INTEGER NOT NULL DEFAULT 0 CHECK (single_priority BETWEEN 0 AND 255);
ALTER TABLE customer ADD COLUMN bulk_priority INTEGER NOT NULL DEFAULT 0 CHECK (bulk_priority BETWEEN 0 AND 255);
UPDATE customer SET priority = ifnull((SELECT t.priority FROM tube_customer t WHERE t.customer_id = customer.id), 0);
UPDATE recipient SET lane = (SELECT t.customer_id * 512 FROM txn t WHERE t.seq = recipient.txn) WHERE state = 0;
UPDATE recipient SET lane = (SELECT t.customer_id * 512 FROM txn t WHERE t.seq = recipient.txn) WHERE state = 2;
`;

/**
 * A recipient that is alone in its transaction is not counted per state: its row holds the state. Exceptions are counted: a message
 * whose text is erased after its final state, and any recipient of a campaign.
 */
export const uncounted = `
ALTER TABLE recipient ADD COLUMN counted INTEGER NOT NULL DEFAULT 1 CHECK (counted IN (0, 1));
`;
