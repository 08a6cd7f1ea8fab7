/**
 * Prices in thousandths of a credit per part, NULL where nothing is sent to; customer 0 stands for everybody. The revision
 * changes with every change of a price, so that readers can keep what they have read.
 */
export const coverage = `
CREATE TABLE price (
  customer_id bigint NOT NULL CHECK (customer_id >= 0),
  prefix text COLLATE "C" NOT NULL CHECK (prefix ~ '^[0-9]{0,15}$'),
  price bigint CHECK (price IS NULL OR price BETWEEN 0 AND 1000000),
  PRIMARY KEY (customer_id, prefix)
);
INSERT INTO price (customer_id, prefix, price) VALUES (0, '', 1000);

CREATE TABLE price_revision (
  id bigint PRIMARY KEY CHECK (id = 1),
  n bigint NOT NULL
);
INSERT INTO price_revision (id, n) VALUES (1, 1);
CREATE FUNCTION count_price_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE price_revision SET n = n + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER price_counts AFTER INSERT OR UPDATE OR DELETE ON price EXECUTE FUNCTION count_price_revision();

CREATE TABLE blacklist (
  customer_id bigint NOT NULL CHECK (customer_id >= 0),
  phone bigint NOT NULL CHECK (phone BETWEEN 1000000 AND 999999999999999),
  created_at bigint NOT NULL,
  PRIMARY KEY (customer_id, phone)
);
`;

/** The revision changes with blacklists, too. */
export const blacklistRevision = `
CREATE TRIGGER blacklist_counts AFTER INSERT OR UPDATE OR DELETE ON blacklist EXECUTE FUNCTION count_price_revision();
`;
