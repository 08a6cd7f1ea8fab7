/** As the SQLite driver has them. */
export const apiKeys = `
ALTER TABLE customer ADD COLUMN from_addresses text NOT NULL DEFAULT '';
CREATE TABLE api_key (
  id text COLLATE "C" PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES customer_user (id),
  name text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  scopes text NOT NULL,
  addresses text NOT NULL,
  expires_at bigint,
  created_at bigint NOT NULL,
  used_at bigint,
  UNIQUE (user_id, name)
);
CREATE TRIGGER api_key_counts AFTER INSERT OR DELETE ON api_key EXECUTE FUNCTION count_account_revision();
`;
