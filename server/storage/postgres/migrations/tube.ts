/** Settings of customers and users for the SMPP front end. Connection limits are set together. */
export const tube = `
CREATE TABLE tube_customer (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  uuid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid()
);
CREATE TABLE tube_user (
  user_id bigint PRIMARY KEY REFERENCES customer_user (id),
  uuid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  priority bigint NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 255),
  provider uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  validity bigint NOT NULL DEFAULT 86400 CHECK (validity BETWEEN 1 AND 2147483647),
  power_ads boolean NOT NULL DEFAULT false,
  receivers bigint CHECK (receivers BETWEEN 0 AND 65535),
  transmitters bigint CHECK (transmitters BETWEEN 0 AND 65535),
  transceivers bigint CHECK (transceivers BETWEEN 0 AND 65535),
  CHECK ((receivers IS NULL) = (transmitters IS NULL) AND (receivers IS NULL) = (transceivers IS NULL))
);
INSERT INTO tube_customer (customer_id) SELECT id FROM customer;
INSERT INTO tube_user (user_id) SELECT id FROM customer_user;
CREATE FUNCTION add_tube_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tube_customer (customer_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE FUNCTION add_tube_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tube_user (user_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER tube_customer_comes AFTER INSERT ON customer FOR EACH ROW EXECUTE FUNCTION add_tube_customer();
CREATE TRIGGER tube_user_comes AFTER INSERT ON customer_user FOR EACH ROW EXECUTE FUNCTION add_tube_user();
`;
