/**
 * Messages from networks on their way to an inbox, and from there to a customer's own server. Texts of parts are UTF-16,
 * as a part may end within a pair. A joined message stays until its time is over, to know parts that come twice.
 */
export const incoming = `
CREATE TABLE inbox_number (
  number text COLLATE "C" PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  created_at bigint NOT NULL
);
CREATE TABLE inbox_forward (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  url text NOT NULL,
  method text NOT NULL DEFAULT 'POST' CHECK (method IN ('GET', 'POST')),
  private boolean NOT NULL
);

CREATE TABLE incoming (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network bigint NOT NULL,
  sender text COLLATE "C" NOT NULL,
  addressee text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  total bigint NOT NULL CHECK (total BETWEEN 1 AND 255),
  at bigint NOT NULL,
  joined boolean NOT NULL DEFAULT false,
  UNIQUE (network, sender, addressee, reference, total)
);
CREATE INDEX incoming_age ON incoming (at);
CREATE TABLE incoming_part (
  incoming bigint NOT NULL REFERENCES incoming (id) ON DELETE CASCADE,
  number bigint NOT NULL CHECK (number BETWEEN 1 AND 255),
  text bytea NOT NULL,
  PRIMARY KEY (incoming, number)
);

CREATE TABLE stray_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sender text NOT NULL,
  addressee text COLLATE "C" NOT NULL,
  subject text,
  text text NOT NULL,
  complete boolean NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX stray_message_addressee ON stray_message (addressee);
CREATE INDEX stray_message_age ON stray_message (at);

CREATE TABLE forward (
  id bigint PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  sender text NOT NULL,
  addressee text NOT NULL,
  subject text,
  text text NOT NULL,
  complete boolean NOT NULL,
  at bigint NOT NULL,
  attempts bigint NOT NULL DEFAULT 0,
  next_at bigint NOT NULL
);
CREATE INDEX forward_customer ON forward (customer_id, id);
`;
