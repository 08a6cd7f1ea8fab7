/** How the server of a customer is asked to take a message. */
export const forwardMethod = `
ALTER TABLE inbox_forward ADD COLUMN method TEXT NOT NULL DEFAULT 'POST' CHECK (method IN ('GET', 'POST'));
`;
