/** The inbox may be switched off for one user of a customer. */
export const userInbox = `
ALTER TABLE customer_user ADD COLUMN inbox_active INTEGER NOT NULL DEFAULT 1 CHECK (inbox_active IN (0, 1));
`;
