/**
 * Work of the owner of delivery, and what networks report. `key` is the id of a network without case and leading zeros. The state of a
 * link is JSON. `free_at`, in microseconds: when the rate of a customer allows the next part.
 */
export const delivery = `
CREATE TABLE link_state (
  link_id bigint PRIMARY KEY REFERENCES link (id) ON DELETE CASCADE,
  at bigint NOT NULL,
  state text NOT NULL
);
CREATE TABLE delivery_owner (
  id bigint PRIMARY KEY CHECK (id = 1),
  owner text COLLATE "C" NOT NULL,
  alive_until bigint NOT NULL
);
CREATE TABLE lane (
  customer_id bigint PRIMARY KEY,
  free_at bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE unmatched_receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL,
  phone text,
  state smallint NOT NULL CHECK (state BETWEEN 3 AND 14),
  at bigint NOT NULL,
  code text
);
CREATE INDEX unmatched_receipt_age ON unmatched_receipt (at);
CREATE TABLE unmatched_key (
  network bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  receipt bigint NOT NULL REFERENCES unmatched_receipt (id) ON DELETE CASCADE,
  likeliest smallint NOT NULL CHECK (likeliest IN (0, 1)),
  PRIMARY KEY (network, key, receipt)
);
CREATE INDEX unmatched_key_receipt ON unmatched_key (receipt);
CREATE TABLE contradiction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient bigint NOT NULL,
  part smallint NOT NULL,
  state smallint NOT NULL,
  at bigint NOT NULL,
  code text
);
CREATE INDEX contradiction_recipient ON contradiction (recipient);
`;
