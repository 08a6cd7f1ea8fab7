/**
 * Messages that came in. Every change of an inbox locks its counts first: the ids of its messages are thus in the order of the
 * commits, and one that is deleted is never given again.
 */
export const inbox = `
CREATE TABLE inbox_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id bigint NOT NULL REFERENCES customer (id),
  sender text NOT NULL,
  addressee text NOT NULL,
  subject text,
  text text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  unread boolean NOT NULL DEFAULT true,
  at bigint NOT NULL
);
CREATE INDEX inbox_message_customer ON inbox_message (customer_id, id);
CREATE INDEX inbox_message_unread ON inbox_message (customer_id, id) WHERE unread;

CREATE TABLE inbox_count (
  customer_id bigint PRIMARY KEY REFERENCES customer (id),
  total bigint NOT NULL DEFAULT 0 CHECK (total >= 0),
  unread bigint NOT NULL DEFAULT 0 CHECK (unread BETWEEN 0 AND total)
) WITH (fillfactor = 50);
INSERT INTO inbox_count (customer_id) SELECT id FROM customer;
CREATE FUNCTION add_inbox_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO inbox_count (customer_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER inbox_comes AFTER INSERT ON customer FOR EACH ROW EXECUTE FUNCTION add_inbox_count();

CREATE FUNCTION count_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbox_count c SET total = c.total + n.total, unread = c.unread + n.unread
  FROM (SELECT customer_id, count(*) AS total, count(*) FILTER (WHERE unread) AS unread FROM changed GROUP BY customer_id) n
  WHERE c.customer_id = n.customer_id;
  RETURN NULL;
END $$;
CREATE FUNCTION discount_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbox_count c SET total = c.total - n.total, unread = c.unread - n.unread
  FROM (SELECT customer_id, count(*) AS total, count(*) FILTER (WHERE unread) AS unread FROM changed GROUP BY customer_id) n
  WHERE c.customer_id = n.customer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER inbox_message_comes AFTER INSERT ON inbox_message REFERENCING NEW TABLE AS changed
  EXECUTE FUNCTION count_inbox();
CREATE TRIGGER inbox_message_goes AFTER DELETE ON inbox_message REFERENCING OLD TABLE AS changed
  EXECUTE FUNCTION discount_inbox();
`;
