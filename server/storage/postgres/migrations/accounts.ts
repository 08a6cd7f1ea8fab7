/**
 * Customers, users, originators, credit. Money in thousandths of a credit, times in milliseconds since the epoch. Keys by which
 * something is found are compared byte by byte.
 */
export const accounts = `
CREATE TABLE customer (
  id bigint PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647),
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'blocked')),
  payment text NOT NULL CHECK (payment IN ('prepaid', 'postpaid')),
  credit_limit bigint CHECK (credit_limit IS NULL OR (payment = 'postpaid' AND credit_limit >= 0)),
  time_zone text NOT NULL DEFAULT 'UTC',
  rate bigint CHECK (rate IS NULL OR rate BETWEEN 1 AND 100000),
  weight bigint NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 100),
  priority bigint NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 255),
  single_priority bigint NOT NULL DEFAULT 0 CHECK (single_priority BETWEEN 0 AND 255),
  bulk_priority bigint NOT NULL DEFAULT 0 CHECK (bulk_priority BETWEEN 0 AND 255),
  strict_encoding boolean NOT NULL DEFAULT false,
  may_send boolean NOT NULL DEFAULT true,
  interface_open boolean NOT NULL DEFAULT true,
  keep_alive boolean NOT NULL DEFAULT true,
  inbox_active boolean NOT NULL DEFAULT true,
  ignore_password_case boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL
);

CREATE TABLE customer_user (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  password_hash text NOT NULL,
  folded_hash text,
  state text NOT NULL CHECK (state IN ('active', 'blocked')),
  inbox_active boolean NOT NULL DEFAULT true,
  version bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  UNIQUE (customer_id, name_key)
);

CREATE TABLE user_network (
  user_id bigint NOT NULL REFERENCES customer_user (id),
  network text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (user_id, network)
);

CREATE TABLE originator (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  value text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  UNIQUE (customer_id, value)
);

CREATE TABLE account_revision (
  id bigint PRIMARY KEY CHECK (id = 1),
  n bigint NOT NULL
);
INSERT INTO account_revision (id, n) VALUES (1, 1);
CREATE FUNCTION count_account_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_revision SET n = n + 1;
  RETURN NULL;
END $$;
${["customer", "customer_user", "originator"]
  .map(
    (table) =>
      `CREATE TRIGGER ${table}_counts AFTER INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION count_account_revision();`,
  )
  .join("\n")}

CREATE TABLE account (
  customer_id bigint NOT NULL REFERENCES customer (id),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('Undefined', 'SMS', 'MMS', 'DLR', 'EML', 'SGN', 'BAN', 'BAC', 'REV')),
  balance bigint NOT NULL CHECK (abs(balance) <= 9007199254740991),
  floor bigint,
  PRIMARY KEY (customer_id, kind),
  CHECK (floor IS NULL OR balance >= floor)
) WITH (fillfactor = 50);
`;

/** The account is locked while entries are added, so that the entries of one account are in the order of their ids. */
export const ledger = `
CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  delta bigint NOT NULL CHECK (delta <> 0),
  balance_after bigint NOT NULL,
  reason text NOT NULL CHECK (reason IN ('refill', 'charge', 'refund')),
  transaction_id text COLLATE "C",
  at bigint NOT NULL
);
CREATE INDEX ledger_account ON ledger (customer_id, kind, id);

CREATE FUNCTION check_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT customer_id, kind, id, delta, balance_after, lag(balance_after) OVER entry AS before,
        lead(id) OVER entry IS NULL AS last
      FROM added WINDOW entry AS (PARTITION BY customer_id, kind ORDER BY id)
    ) e LEFT JOIN account a USING (customer_id, kind)
    WHERE (e.last AND e.balance_after IS DISTINCT FROM a.balance)
      OR e.balance_after - e.delta <> coalesce(e.before, (
        SELECT l.balance_after FROM ledger l
        WHERE l.customer_id = e.customer_id AND l.kind = e.kind AND l.id < e.id ORDER BY l.id DESC LIMIT 1), 0)
  ) THEN RAISE EXCEPTION 'the ledger differs from the account';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_matches_account AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
  EXECUTE FUNCTION check_ledger();

CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER ledger_keeps_rows BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger EXECUTE FUNCTION keep_ledger();
`;
