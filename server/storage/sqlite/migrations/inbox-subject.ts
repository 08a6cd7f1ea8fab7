/** Subject of an MMS that came in; a text message has none. */
export const inboxSubject = `
ALTER TABLE inbox_message ADD COLUMN subject TEXT;
`;
