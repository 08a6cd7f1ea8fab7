/** A random version 4 UUID (RFC 9562, section 5.4). */
const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
    substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/** What the SMPP front end knows of customers and users besides their accounts. Connection limits come together. */
export const tube = `
CREATE TABLE tube_customer (
  customer_id INTEGER PRIMARY KEY REFERENCES customer (id),
  uuid TEXT NOT NULL UNIQUE,
  priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 255)
) STRICT;
CREATE TABLE tube_user (
  user_id INTEGER PRIMARY KEY REFERENCES customer_user (id),
  uuid TEXT NOT NULL UNIQUE,
  priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 255),
  provider TEXT NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  validity INTEGER NOT NULL DEFAULT 86400 CHECK (validity BETWEEN 1 AND 2147483647),
  power_ads INTEGER NOT NULL DEFAULT 0 CHECK (power_ads IN (0, 1)),
  receivers INTEGER CHECK (receivers BETWEEN 0 AND 65535),
  transmitters INTEGER CHECK (transmitters BETWEEN 0 AND 65535),
  transceivers INTEGER CHECK (transceivers BETWEEN 0 AND 65535),
  CHECK ((receivers IS NULL) = (transmitters IS NULL) AND (receivers IS NULL) = (transceivers IS NULL))
) STRICT;
INSERT INTO tube_customer (customer_id, uuid) SELECT id, ${uuid} FROM customer;
INSERT INTO tube_user (user_id, uuid) SELECT id, ${uuid} FROM customer_user;
CREATE TRIGGER tube_customer_comes AFTER INSERT ON customer
BEGIN INSERT INTO tube_customer (customer_id, uuid) VALUES (NEW.id, ${uuid}); END;
CREATE TRIGGER tube_user_comes AFTER INSERT ON customer_user
BEGIN INSERT INTO tube_user (user_id, uuid) VALUES (NEW.id, ${uuid}); END;
`;
