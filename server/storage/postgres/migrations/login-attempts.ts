/**
 * Counted log-in attempts: a bucket refills with time. Unlogged table: after a crash of the database all buckets are full.
 */
export const loginAttempts = `
CREATE UNLOGGED TABLE login_attempt (
  name text COLLATE "C" PRIMARY KEY,
  used double precision NOT NULL,
  at bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX login_attempt_age ON login_attempt (at);
`;

/** When a bucket is full again: buckets differ in their intervals. Processes of earlier versions leave 0. */
export const attemptTimes = `
ALTER TABLE login_attempt ADD COLUMN full_at bigint NOT NULL DEFAULT 0;
`;
