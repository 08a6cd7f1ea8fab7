/** As the SQLite driver has them. */
export const once = `
ALTER TABLE audit ADD COLUMN form text COLLATE "C";
CREATE UNIQUE INDEX audit_form ON audit (form) WHERE form IS NOT NULL;
ALTER TABLE txn ADD COLUMN copy_of text COLLATE "C";
CREATE INDEX txn_copy_of ON txn (copy_of) WHERE copy_of IS NOT NULL;
`;
