/** Operators of the console and their sessions. */
export const operators = `
CREATE TABLE operator (
  name TEXT PRIMARY KEY,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'support', 'admin')),
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE operator_session (
  token_hash TEXT PRIMARY KEY,
  operator TEXT NOT NULL REFERENCES operator (name),
  opened_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX operator_session_operator ON operator_session (operator, opened_at);
`;

/** Secrets of one-time codes, and the last step of each whose code was used. */
export const operatorTotp = `
ALTER TABLE operator ADD COLUMN totp_secret TEXT;
ALTER TABLE operator ADD COLUMN totp_step INTEGER NOT NULL DEFAULT 0;
`;
