/** The message desk. An index by number is as large as its partition, so that what is new stays in memory. */
export const desk = `
CREATE INDEX recipient_phone ON recipient (phone, id);
CREATE INDEX txn_customer ON txn (customer_id, seq);
CREATE INDEX ledger_refund ON ledger (transaction_id) WHERE reason = 'refund';
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  who text NOT NULL,
  source text NOT NULL,
  action text NOT NULL,
  facts text NOT NULL
);
CREATE FUNCTION audit_keeps_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_keeps_rows BEFORE UPDATE ON audit EXECUTE FUNCTION audit_keeps_rows();
`;

/** As the SQLite driver has them. */
export const once = `
ALTER TABLE audit ADD COLUMN form text COLLATE "C";
CREATE UNIQUE INDEX audit_form ON audit (form) WHERE form IS NOT NULL;
ALTER TABLE txn ADD COLUMN copy_of text COLLATE "C";
CREATE INDEX txn_copy_of ON txn (copy_of) WHERE copy_of IS NOT NULL;
`;

/** Finds the latest entries of an action, such as the last backups. */
export const auditAction = `CREATE INDEX audit_action ON audit (action, id);`;

/** As the SQLite driver has them. A version before this step deletes messages without them: numbers of recipients are never given again. */
export const failedAttempts = `
CREATE TABLE failed_attempt (
  recipient bigint NOT NULL,
  slot smallint NOT NULL,
  number bigint NOT NULL,
  at bigint NOT NULL,
  link bigint NOT NULL,
  outcome text NOT NULL,
  code text,
  PRIMARY KEY (recipient, slot)
) WITH (fillfactor = 80);
`;
