/** Operators of the console and their sessions. */
export const operators = `
CREATE TABLE operator (
  name text COLLATE "C" PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('viewer', 'support', 'admin')),
  password_hash text NOT NULL,
  created_at bigint NOT NULL
);
CREATE TABLE operator_session (
  token_hash text COLLATE "C" PRIMARY KEY,
  operator text COLLATE "C" NOT NULL REFERENCES operator (name),
  opened_at bigint NOT NULL,
  used_at bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX operator_session_operator ON operator_session (operator, opened_at);
`;

/** Secrets of one-time codes, and the last step of each whose code was used. */
export const operatorTotp = `
ALTER TABLE operator ADD COLUMN totp_secret text;
ALTER TABLE operator ADD COLUMN totp_step bigint NOT NULL DEFAULT 0;
`;
