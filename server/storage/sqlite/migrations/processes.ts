/** Server processes at work. */
export const processes = `
CREATE TABLE process (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  roles TEXT NOT NULL,
  version TEXT NOT NULL,
  since INTEGER NOT NULL,
  heartbeat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
