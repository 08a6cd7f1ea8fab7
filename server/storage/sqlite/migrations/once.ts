/** The form of each change, so that a form that is sent twice makes one change; copies know the transaction that they are made from. */
export const once = `
ALTER TABLE audit ADD COLUMN form TEXT;
CREATE UNIQUE INDEX audit_form ON audit (form) WHERE form IS NOT NULL;
ALTER TABLE txn ADD COLUMN copy_of TEXT;
CREATE INDEX txn_copy_of ON txn (copy_of) WHERE copy_of IS NOT NULL;
`;
