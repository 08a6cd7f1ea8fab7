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
