/**
 * Indexes of recipients. PostgreSQL writes a changed row into its page, and no index, if no column of any index or of its condition has
 * another value (a HOT update). A message that is claimed is therefore in no index by its state until it is closed: not when it is
 * handed over, accepted or reported. Three kinds of messages are, by columns that are NULL for all others: those that wait
 * (`queued_at`), uncertain ones (`held_at`), and the few that wait for a final receipt for longer (`late_since`).
 *
 * All others that are open are in `dispatch`: a row with the numbers of all messages of a transaction that claims them. `dispatched` may
 * have others too: closed ones, and those that wait again. `hot/dispatches.ts` removes them.
 */
export const recipients = `
CREATE INDEX recipient_due ON recipient (link, lane, queued_at, id) WHERE queued_at IS NOT NULL;
CREATE INDEX recipient_retried ON recipient (txn, id) WHERE queued_at IS NOT NULL AND attempts + deferrals > 0;
CREATE INDEX recipient_held ON recipient (id) WHERE held_at IS NOT NULL;
CREATE INDEX recipient_late ON recipient (link, late_since, id) WHERE late_since IS NOT NULL;
CREATE TABLE dispatch (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  recipients bigint[] NOT NULL
);
CREATE VIEW dispatched AS SELECT DISTINCT unnest(recipients) AS id FROM dispatch;
`;
