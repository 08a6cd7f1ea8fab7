/**
 * Ways to networks. A network is a space of message ids. The revision changes with every link and route, so that readers can keep
 * what they have read.
 */
export const links = `
CREATE TABLE network (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE
);
CREATE TABLE link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  kind text NOT NULL,
  url text NOT NULL,
  password text NOT NULL,
  network bigint NOT NULL REFERENCES network (id),
  settings text NOT NULL,
  started boolean NOT NULL DEFAULT true,
  of_file boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL
);
CREATE TABLE route (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  prefix text COLLATE "C" NOT NULL CHECK (prefix ~ '^[0-9]{0,15}$'),
  customer_id bigint REFERENCES customer (id),
  originator text COLLATE "C",
  kind text CHECK (kind IN ('sms', 'mms')),
  link_id bigint NOT NULL REFERENCES link (id),
  rank bigint NOT NULL CHECK (rank BETWEEN 1 AND 9),
  weight bigint NOT NULL CHECK (weight BETWEEN 1 AND 1000),
  uncertain text NOT NULL CHECK (uncertain IN ('hold', 'resend', 'fail')),
  of_file boolean NOT NULL DEFAULT false
);
CREATE TABLE link_revision (
  id bigint PRIMARY KEY CHECK (id = 1),
  n bigint NOT NULL
);
INSERT INTO link_revision (id, n) VALUES (1, 1);
CREATE FUNCTION count_link_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE link_revision SET n = n + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER link_counts AFTER INSERT OR UPDATE OR DELETE ON link EXECUTE FUNCTION count_link_revision();
CREATE TRIGGER route_counts AFTER INSERT OR UPDATE OR DELETE ON route EXECUTE FUNCTION count_link_revision();
`;
