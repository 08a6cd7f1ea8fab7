/** The SQL of a step must not change, so the values are written out: 512 queues of a customer, final states from 6, a day. */
const columns = "customer_id, transaction_id, recipient, phone, part, state, at, error, next_at, until";
const times = "NEW.at, NEW.error, NEW.at, NEW.at + 86400000";

/**
 * Callbacks are written with the final state. Guard: the row of the target is locked, so that its removal comes before or after, and
 * removes what is added here.
 */
const added = `
CREATE FUNCTION message_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_callback WHERE customer_id = NEW.lane / 512) THEN
    INSERT INTO callback (${columns})
    SELECT c.customer_id, t.id, NEW.id, NEW.phone, NULL, NEW.state, ${times}
    FROM txn t JOIN customer_callback c ON c.customer_id = t.customer_id WHERE t.seq = NEW.txn FOR KEY SHARE OF c;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION part_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_callback WHERE parts) THEN
    INSERT INTO callback (${columns})
    SELECT c.customer_id, t.id, r.id, r.phone, NEW.part, NEW.state, ${times}
    FROM recipient r JOIN txn t ON t.seq = r.txn AND t.parts > 1
      JOIN customer_callback c ON c.customer_id = t.customer_id AND c.parts
    WHERE r.id = NEW.recipient FOR KEY SHARE OF c;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER recipient_comes_final AFTER INSERT ON recipient FOR EACH ROW
  WHEN (NEW.state >= 6) EXECUTE FUNCTION message_ends();
CREATE TRIGGER recipient_ends AFTER UPDATE OF state ON recipient FOR EACH ROW
  WHEN (NEW.state >= 6 AND OLD.state < 6) EXECUTE FUNCTION message_ends();
CREATE TRIGGER part_comes_final AFTER INSERT ON sent_part FOR EACH ROW
  WHEN (NEW.state >= 6) EXECUTE FUNCTION part_ends();
CREATE TRIGGER part_ends AFTER UPDATE OF state ON sent_part FOR EACH ROW
  WHEN (NEW.state >= 6 AND OLD.state < 6) EXECUTE FUNCTION part_ends();
`;

/**
 * `ready`: the one callback of a message that may be posted. Guard: the row of the message is locked while its callbacks are added and
 * released. Otherwise one that is added and one that ends may miss each other, and no callback of the message is ready. If the message is
 * deleted, only a retried callback can be added: it locks the one that is ready. The next one may be ending too, without any of these
 * locks: it is locked before it is released, and the one behind it is taken if it has ended. The removal of a URL removes all callbacks of
 * its customer, so it releases none.
 */
const ready = `
CREATE FUNCTION callback_waits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.next_at IS NULL THEN
    NEW.ready := false;
  ELSE
    PERFORM FROM recipient WHERE id = NEW.recipient FOR NO KEY UPDATE;
    IF TG_OP = 'UPDATE' THEN PERFORM FROM callback WHERE recipient = NEW.recipient AND ready FOR UPDATE; END IF;
    NEW.ready := NOT EXISTS (SELECT FROM callback WHERE recipient = NEW.recipient AND ready);
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION callback_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_callback WHERE customer_id = OLD.customer_id) THEN
    PERFORM FROM recipient WHERE id = OLD.recipient FOR NO KEY UPDATE;
    UPDATE callback SET ready = true
    WHERE id = (SELECT id FROM callback WHERE recipient = OLD.recipient AND next_at IS NOT NULL
                ORDER BY id LIMIT 1 FOR NO KEY UPDATE);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER callback_comes BEFORE INSERT ON callback FOR EACH ROW EXECUTE FUNCTION callback_waits();
CREATE TRIGGER callback_changes BEFORE UPDATE OF next_at ON callback FOR EACH ROW
  WHEN ((OLD.next_at IS NULL) <> (NEW.next_at IS NULL)) EXECUTE FUNCTION callback_waits();
CREATE TRIGGER callback_stops AFTER UPDATE OF next_at ON callback FOR EACH ROW
  WHEN (OLD.ready AND NEW.next_at IS NULL) EXECUTE FUNCTION callback_ends();
CREATE TRIGGER callback_leaves AFTER DELETE ON callback FOR EACH ROW
  WHEN (OLD.ready) EXECUTE FUNCTION callback_ends();
`;

const smppColumns = `user_id, bind, transaction_id, txn, sender, addressee, state, error, submitted_at, parts, options, at,
  next_at, until`;

/**
 * Receipts for clients of the SMPP server are written as callbacks are: final states but those of refused numbers, and on request the states before; 72 hours. Guard:
 * the row of the account is locked, so that its removal comes before or after.
 */
const smppReceipts = `
CREATE FUNCTION smpp_receipt_comes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM smpp_account WHERE customer_id = NEW.lane / 512) THEN
    INSERT INTO smpp_delivery (${smppColumns})
    SELECT w.user_id, w.bind, t.id, t.seq, NEW.phone, t.originator, NEW.state, NEW.error, t.created_at, t.parts, w.options, NEW.at, NEW.at,
      NEW.at + 259200000
    FROM txn t JOIN smpp_wish w ON w.txn = t.seq JOIN smpp_account a ON a.user_id = w.user_id
    WHERE t.seq = NEW.txn
      AND CASE WHEN NEW.state < 6 THEN w.wanted & 16 <> 0 ELSE w.wanted & 1 <> 0 OR w.wanted & 2 <> 0 AND NEW.state <> 6 END
    FOR KEY SHARE OF a;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER smpp_receipt_comes AFTER UPDATE OF state ON recipient FOR EACH ROW
  WHEN (NEW.state BETWEEN 4 AND 12 AND OLD.state < 6 AND NEW.state <> OLD.state) EXECUTE FUNCTION smpp_receipt_comes();
`;

export const callbacks = `${added}${ready}${smppReceipts}`;
