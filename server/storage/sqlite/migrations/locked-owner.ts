/** Whether the owner of delivery has the lock that ends with its process. */
export const lockedOwner = `
ALTER TABLE delivery_owner ADD COLUMN locked INTEGER NOT NULL DEFAULT 0 CHECK (locked IN (0, 1));
`;
