/** Refund policy and low-balance threshold of customers, payment references in the ledger and an index for its periods. */
export const billing = `
ALTER TABLE customer ADD COLUMN refunds text NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN low_balance bigint CHECK (low_balance IS NULL OR low_balance >= 0);
ALTER TABLE ledger ADD COLUMN reference text;
CREATE INDEX ledger_period ON ledger (customer_id, at, id);
CREATE INDEX ledger_refill ON ledger (customer_id, at) WHERE reason = 'refill';
`;

/** Refunded recipients of a transaction: the amount does not tell their number if each costs less than a thousandth of a credit. */
export const refunded = `ALTER TABLE txn ADD COLUMN refunded bigint NOT NULL DEFAULT 0;`;

/** As the SQLite driver has them. An account whose entries are all removed continues from the sum. */
export const carriedLedger = `
CREATE TABLE ledger_carried (
  customer_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  at bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (customer_id, kind)
);
CREATE FUNCTION check_carried() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger WHERE id = NEW.id AND customer_id = NEW.customer_id AND kind = NEW.kind
      AND balance_after = NEW.amount AND at = NEW.at)
    OR TG_OP = 'UPDATE' AND (NEW.id < OLD.id OR NEW.customer_id <> OLD.customer_id OR NEW.kind <> OLD.kind)
  THEN RAISE EXCEPTION 'the sum differs from the ledger';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER carried_is_balance BEFORE INSERT OR UPDATE ON ledger_carried FOR EACH ROW EXECUTE FUNCTION check_carried();
CREATE TRIGGER carried_keeps_rows BEFORE DELETE OR TRUNCATE ON ledger_carried EXECUTE FUNCTION keep_ledger();
CREATE FUNCTION keep_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_carried WHERE customer_id = OLD.customer_id AND kind = OLD.kind AND id >= OLD.id)
  THEN RAISE EXCEPTION 'the ledger is append-only';
  END IF;
  RETURN OLD;
END $$;
DROP TRIGGER ledger_keeps_rows ON ledger;
CREATE TRIGGER ledger_keeps_rows BEFORE UPDATE OR TRUNCATE ON ledger EXECUTE FUNCTION keep_ledger();
CREATE TRIGGER ledger_keeps_all_rows BEFORE DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION keep_entry();
CREATE OR REPLACE FUNCTION check_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
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
        WHERE l.customer_id = e.customer_id AND l.kind = e.kind AND l.id < e.id ORDER BY l.id DESC LIMIT 1), (
        SELECT c.amount FROM ledger_carried c WHERE c.customer_id = e.customer_id AND c.kind = e.kind), 0)
  ) THEN RAISE EXCEPTION 'the ledger differs from the account';
  END IF;
  RETURN NULL;
END $$;
`;

/** As the SQLite driver has it. */
export const carriedTime = `
CREATE OR REPLACE FUNCTION check_carried() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger WHERE id = NEW.id AND customer_id = NEW.customer_id AND kind = NEW.kind
      AND balance_after = NEW.amount AND at <= NEW.at)
    OR TG_OP = 'UPDATE' AND (NEW.id < OLD.id OR NEW.at < OLD.at OR NEW.customer_id <> OLD.customer_id OR NEW.kind <> OLD.kind)
  THEN RAISE EXCEPTION 'the sum differs from the ledger';
  END IF;
  RETURN NEW;
END $$;
`;
