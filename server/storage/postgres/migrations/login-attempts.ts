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
