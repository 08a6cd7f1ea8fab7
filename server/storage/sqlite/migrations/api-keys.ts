const events = ["INSERT", "DELETE"];

/** API keys, and the addresses from which a customer's calls are accepted (separated by spaces; empty for any). */
export const apiKeys = `
ALTER TABLE customer ADD COLUMN from_addresses TEXT NOT NULL DEFAULT '';
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES customer_user (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  addresses TEXT NOT NULL,
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  UNIQUE (user_id, name)
) STRICT, WITHOUT ROWID;
${events
  .map(
    (event) =>
      `CREATE TRIGGER api_key_${event.toLowerCase()}_counts AFTER ${event} ON api_key BEGIN UPDATE account_revision SET n = n + 1; END;`,
  )
  .join("\n")}
`;
