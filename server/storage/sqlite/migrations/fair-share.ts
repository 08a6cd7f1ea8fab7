/**
 * Every customer waits in queues of its own: `lane` is the number of a queue, see `domain/delivery/customer-queue.ts`. What
 * waits already is taken for single messages of users without a priority. The priority of a customer moves from what the SMPP
 * front end knows to the customer.
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
