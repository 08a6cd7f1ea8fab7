/** Rows of one day: a number of a transaction or recipient is the day since 1970 times this, and a number of that day. */
export const perDay = 2 ** 37;

/** Days that one partition covers. May change for new partitions: bounds are numbers, and these do not depend on it. */
export const daysOfPartition = 7;

const dayMilliseconds = 86_400_000;

/** Tables that are partitioned by the number of the transaction or, `recipient` and `sent_part`, of the recipient. */
export const partitioned = [
  "txn",
  "recipient",
  "recipient_count",
  "sent_part",
  "binary_body",
  "mms_part",
  "mms_wishes",
] as const;

/** Rows of transactions, partitioned by the day of acceptance; see docs/decisions/0024. */
const tables = `
CREATE SEQUENCE txn_number;
CREATE SEQUENCE recipient_number;

CREATE TABLE txn (
  seq bigint NOT NULL PRIMARY KEY,
  customer_id bigint NOT NULL,
  charge bigint NOT NULL CHECK (charge >= 0),
  created_at bigint NOT NULL,
  due_at bigint NOT NULL,
  data_coding integer NOT NULL CHECK (data_coding BETWEEN 0 AND 255),
  parts integer NOT NULL CHECK (parts >= 1),
  flash boolean NOT NULL,
  blink boolean NOT NULL,
  hidden boolean NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_name text NOT NULL,
  operation text NOT NULL,
  originator text NOT NULL,
  charge_kind text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('text', 'binary', 'mms')),
  text text NOT NULL
) PARTITION BY RANGE (seq);

CREATE TABLE recipient (
  id bigint NOT NULL PRIMARY KEY,
  txn bigint NOT NULL,
  next_at bigint NOT NULL,
  at bigint NOT NULL,
  lane bigint NOT NULL,
  link bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  deferrals integer NOT NULL DEFAULT 0,
  state smallint NOT NULL CHECK (state BETWEEN 0 AND 14),
  uncertain smallint NOT NULL DEFAULT 0 CHECK (uncertain IN (0, 1)),
  phone text COLLATE "C" NOT NULL,
  worker text COLLATE "C",
  error text
) PARTITION BY RANGE (id);
CREATE INDEX recipient_txn ON recipient (txn, id);
CREATE INDEX recipient_due ON recipient (link, lane, next_at, id) WHERE state = 0;
CREATE INDEX recipient_retried ON recipient (txn, id) WHERE state = 0 AND attempts + deferrals > 0;
CREATE INDEX recipient_in_flight ON recipient (worker, id) WHERE state = 2;
CREATE INDEX recipient_on_the_way ON recipient (link, next_at, id) WHERE state BETWEEN 3 AND 5;

CREATE TABLE recipient_count (
  txn bigint NOT NULL,
  n bigint NOT NULL CHECK (n >= 0),
  state smallint NOT NULL CHECK (state BETWEEN 0 AND 14),
  PRIMARY KEY (txn, state)
) PARTITION BY RANGE (txn);

CREATE TABLE sent_part (
  recipient bigint NOT NULL,
  network bigint NOT NULL,
  at bigint NOT NULL,
  part smallint NOT NULL CHECK (part BETWEEN 1 AND 255),
  state smallint NOT NULL CHECK (state BETWEEN 3 AND 14),
  key text COLLATE "C" NOT NULL,
  error text,
  PRIMARY KEY (recipient, part)
) PARTITION BY RANGE (recipient);
CREATE INDEX sent_part_key ON sent_part (network, key) WHERE key <> '';

CREATE TABLE binary_body (
  txn bigint NOT NULL PRIMARY KEY,
  header bytea NOT NULL,
  body bytea NOT NULL,
  esm_class integer NOT NULL CHECK (esm_class BETWEEN 0 AND 255),
  protocol_id integer NOT NULL CHECK (protocol_id BETWEEN 0 AND 255)
) PARTITION BY RANGE (txn);
CREATE TABLE mms_part (
  txn bigint NOT NULL,
  position integer NOT NULL,
  content_type text NOT NULL,
  content_id text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (txn, position)
) PARTITION BY RANGE (txn);
CREATE TABLE mms_wishes (
  txn bigint NOT NULL PRIMARY KEY,
  expires_at bigint,
  priority text CHECK (priority IN ('Low', 'Normal', 'High')),
  delivery_report boolean NOT NULL
) PARTITION BY RANGE (txn);
`;

/**
 * `dated` gives a number to a row. `add_partitions` makes those for a time where they are missing: beside the table first, as only
 * attaching them lets others go on meanwhile. The id of a transaction is unique within a partition, which holds all with the same
 * time in it.
 */
const functions = `
CREATE FUNCTION dated(at bigint, number regclass) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT least(greatest(at / ${dayMilliseconds}, 0), 65535) * ${perDay} + (nextval(number) & ${perDay - 1})
$$;

CREATE FUNCTION add_partitions(at bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first bigint := least(greatest(at / ${dayMilliseconds}, 0), 65535) / ${daysOfPartition} * ${daysOfPartition};
  suffix text := to_char(to_timestamp(first * 86400) AT TIME ZONE 'UTC', 'YYYYMMDD');
  parent text;
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'txn_' || suffix)
  THEN RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(4815162343);
  IF EXISTS (SELECT FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'txn_' || suffix)
  THEN RETURN;
  END IF;
  FOREACH parent IN ARRAY ARRAY[${partitioned.map((table) => `'${table}'`).join(", ")}] LOOP
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)',
      parent || '_' || suffix, parent);
    IF parent = 'txn' THEN
      EXECUTE format('CREATE UNIQUE INDEX ON %I (id)', parent || '_' || suffix);
    END IF;
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, parent || '_' || suffix,
      first * ${perDay}, (first + ${daysOfPartition}) * ${perDay});
  END LOOP;
END $$;
`;

/** Blocks of recipients that have no rows yet, `phones` as doubles (little-endian), and responses to client transactions: both go soon. */
const passing = `
CREATE TABLE recipient_block (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  txn bigint NOT NULL,
  lane bigint NOT NULL,
  rows text NOT NULL,
  phones bytea
);
CREATE INDEX recipient_block_txn ON recipient_block (txn, id);

CREATE TABLE client_transaction (
  customer_id bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  content_hash text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  refused text NOT NULL,
  balance_after bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (customer_id, id)
);
CREATE INDEX client_transaction_expiry ON client_transaction (expires_at);
`;

export const outbox = `${tables}${functions}${passing}`;
