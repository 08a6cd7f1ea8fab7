/** The SQL of a step must not change, so the values are written out: 512 queues of a customer, final states from 6, a day. */
const columns = "customer_id, transaction_id, recipient, phone, part, state, at, error, next_at, until";
const times = "n.at, n.error, n.at, n.at + 86400000";

/** Adds callbacks of messages `n`. Guard: the row of the target is locked, so that its removal comes before or after, and removes them. */
const addOfMessages = (from: string, condition = "true"): string => `
    INSERT INTO callback (${columns})
    SELECT c.customer_id, t.id, n.id, n.phone, NULL, n.state, ${times}
    FROM ${from} n JOIN customer_callback c ON c.customer_id = n.lane / 512 JOIN txn t ON t.seq = n.txn
    WHERE ${condition} FOR KEY SHARE OF c;`;

/** Adds callbacks of parts `n`. */
const addOfParts = (from: string, condition = "true"): string => `
    INSERT INTO callback (${columns})
    SELECT c.customer_id, t.id, r.id, r.phone, n.part, n.state, ${times}
    FROM ${from} n JOIN recipient r ON r.id = n.recipient JOIN txn t ON t.seq = r.txn AND t.parts > 1
      JOIN customer_callback c ON c.customer_id = t.customer_id AND c.parts
    WHERE ${condition} FOR KEY SHARE OF c;`;

const smppColumns = `user_id, bind, transaction_id, txn, sender, addressee, state, error, submitted_at, parts, options, at,
  next_at, until`;

/**
 * Adds receipts for clients of the SMPP server: final states but those of refused numbers, and on request the states before; 72 hours.
 * Guard: the row of the account is locked, so that its removal comes before or after.
 */
const addReceipts = `
    INSERT INTO smpp_delivery (${smppColumns})
    SELECT w.user_id, w.bind, t.id, t.seq, n.phone, t.originator, n.state, n.error, t.created_at, t.parts, w.options, n.at, n.at,
      n.at + 259200000
    FROM changed n JOIN smpp_wish w ON w.txn = n.txn JOIN smpp_account a ON a.user_id = w.user_id JOIN txn t ON t.seq = n.txn
    WHERE n.state BETWEEN 4 AND 13 AND (n.id, n.state) NOT IN (SELECT id, state FROM stored)
      AND n.id NOT IN (SELECT id FROM stored WHERE state >= 6)
      AND CASE WHEN n.state < 6 THEN w.wanted & 16 <> 0 ELSE w.wanted & 1 <> 0 OR w.wanted & 2 <> 0 AND n.state <> 6 END
    FOR KEY SHARE OF a;`;

/** A trigger of statements that name a table or a partition, with their rows in `stored` and `changed`. */
export const ofChanges = (name: string, table: string): string =>
  `CREATE TRIGGER ${name} AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS stored NEW TABLE AS changed
     EXECUTE FUNCTION ${name}()`;

/**
 * Callbacks and receipts are written with the state, whatever changes it: with the first final one. A trigger of each statement costs a third
 * of one of each row.
 */
const added = `
CREATE FUNCTION message_comes_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_callback WHERE customer_id = NEW.lane / 512) THEN${addOfMessages("(SELECT NEW.*)")}
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION part_comes_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_callback WHERE parts) THEN${addOfParts("(SELECT NEW.*)")}
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION messages_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_callback) THEN${addOfMessages(
    "changed",
    "n.state >= 6 AND n.id NOT IN (SELECT id FROM stored WHERE state >= 6)",
  )}
  END IF;
  IF EXISTS (SELECT FROM smpp_account) THEN${addReceipts}
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION parts_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM customer_callback WHERE parts) THEN${addOfParts(
    "changed",
    "n.state >= 6 AND (n.recipient, n.part) NOT IN (SELECT recipient, part FROM stored WHERE state >= 6)",
  )}
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER message_comes_final AFTER INSERT ON recipient FOR EACH ROW
  WHEN (NEW.state >= 6) EXECUTE FUNCTION message_comes_final();
CREATE TRIGGER part_comes_final AFTER INSERT ON sent_part FOR EACH ROW
  WHEN (NEW.state >= 6) EXECUTE FUNCTION part_comes_final();
${ofChanges("messages_change", "recipient")};
${ofChanges("parts_change", "sent_part")};
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

export const callbacks = `${added}${ready}`;
