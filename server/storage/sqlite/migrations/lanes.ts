/**
 * Recipients of a customer with a rate wait in a lane of their own, so that a long queue of one customer holds up nobody
 * else. `free_at`, in microseconds: when the lane may hand over its next part.
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
