/** Until when a message to forward belongs to the process that posts it, in the time of the database. */
export const forwardClaims = `
ALTER TABLE forward ADD COLUMN claimed_until bigint NOT NULL DEFAULT 0;
`;
