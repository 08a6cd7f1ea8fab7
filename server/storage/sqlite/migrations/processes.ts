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

/** Milliseconds by which the clock of the process is ahead of the time of the service. */
export const processClock = `
ALTER TABLE process ADD COLUMN clock_ahead INTEGER NOT NULL DEFAULT 0;
`;
