/** Queued numbers of a long list, 8 bytes each: the doubles of this machine's byte order (little-endian everywhere). */
export const compactBlocks = `
ALTER TABLE recipient_block ADD COLUMN phones BLOB;
`;
