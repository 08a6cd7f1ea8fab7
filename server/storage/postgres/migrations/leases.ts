/**
 * Processes that deliver. A lease holds until a time of the database; its name is never used again once it has ended, so that what is
 * written under it is recognized. A bind is a slot of a link, and belongs to one lease. Each process reports on its share of a link.
 */
export const leases = `
CREATE FUNCTION store_time() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;
DROP TABLE delivery_owner;
CREATE TABLE delivery_lease (
  owner text COLLATE "C" PRIMARY KEY,
  until bigint NOT NULL,
  ended boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);
CREATE TABLE bind (
  link_id bigint NOT NULL REFERENCES link (id) ON DELETE CASCADE,
  slot bigint NOT NULL,
  owner text COLLATE "C" NOT NULL REFERENCES delivery_lease (owner) ON DELETE CASCADE,
  PRIMARY KEY (link_id, slot)
);
CREATE INDEX bind_owner ON bind (owner);
DROP TABLE link_state;
CREATE TABLE link_state (
  link_id bigint NOT NULL REFERENCES link (id) ON DELETE CASCADE,
  owner text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (link_id, owner)
) WITH (fillfactor = 50);
`;
