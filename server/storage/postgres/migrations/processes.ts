/** Server processes at work. */
export const processes = `
CREATE TABLE process (
  id text COLLATE "C" PRIMARY KEY,
  host text NOT NULL,
  pid bigint NOT NULL,
  roles text NOT NULL,
  version text NOT NULL,
  since bigint NOT NULL,
  heartbeat bigint NOT NULL
) WITH (fillfactor = 50);
`;

/** Milliseconds by which the clock of the process is ahead of the time of the service. */
export const processClock = `
ALTER TABLE process ADD COLUMN clock_ahead bigint NOT NULL DEFAULT 0;
`;
