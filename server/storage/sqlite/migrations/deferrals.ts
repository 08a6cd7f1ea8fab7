/** How often a recipient was put back because of a link; one that was waits longer than its due time says, as one with attempts. */
export const deferrals = `
ALTER TABLE recipient ADD COLUMN deferrals INTEGER NOT NULL DEFAULT 0;
DROP INDEX recipient_retried;
CREATE INDEX recipient_retried ON recipient (txn) WHERE state = 0 AND attempts + deferrals > 0;
`;
