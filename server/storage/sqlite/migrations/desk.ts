/**
 * The message desk. `recipient_phone` groups numbers by 8192 recipients: new entries go into few pages that are in memory, where
 * an index by number alone would change a page anywhere for each recipient. A look-up visits each group. `recipientGroup` in
 * `desk/desk-reads.ts` has the same expression.
 */
export const desk = `
CREATE INDEX recipient_phone ON recipient (id >> 13, phone);
CREATE INDEX txn_customer ON txn (customer_id);
CREATE INDEX ledger_refund ON ledger (transaction_id) WHERE reason = 'refund';
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  source TEXT NOT NULL,
  action TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_keeps_rows BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`;

/** The form of each change, so that a form that is sent twice makes one change; copies know the transaction that they are made from. */
export const once = `
ALTER TABLE audit ADD COLUMN form TEXT;
CREATE UNIQUE INDEX audit_form ON audit (form) WHERE form IS NOT NULL;
ALTER TABLE txn ADD COLUMN copy_of TEXT;
CREATE INDEX txn_copy_of ON txn (copy_of) WHERE copy_of IS NOT NULL;
`;

/** Finds the latest entries of an action, such as the last backups. */
export const auditAction = `CREATE INDEX audit_action ON audit (action, id);`;

/**
 * The latest failed attempts of a message. `number` counts its attempts and deferrals; `slot` is the number modulo the attempts that are
 * kept, so that the row of a new one replaces the oldest. An attempt that succeeds is in the row of its recipient.
 */
export const failedAttempts = `
CREATE TABLE failed_attempt (
  recipient INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  link INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  code TEXT,
  PRIMARY KEY (recipient, slot)
) STRICT, WITHOUT ROWID;
`;
