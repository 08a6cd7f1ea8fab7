import { idTime, phoneGroup } from "../../schema/numbers.js";

/** A function that counts changes of tables in a revision, so that readers can cache. */
function counted(revision: string, tables: Readonly<Record<string, string>>): string {
  const triggers = Object.entries(tables).map(
    ([table, events]) =>
      `CREATE TRIGGER ${table}_counts AFTER ${events} ON ${table} EXECUTE FUNCTION count_${revision}();`,
  );
  return `
CREATE FUNCTION count_${revision}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ${revision} SET n = n + 1;
  RETURN NULL;
END $$;
${triggers.join("\n")}`;
}

const every = "INSERT OR UPDATE OR DELETE";

/** A function that adds a row of a table for each row of another one. */
function followed(table: string, { name, by, key }: Readonly<Record<"name" | "by" | "key", string>>): string {
  return `
CREATE FUNCTION add_${by}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ${by} (${key}) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER ${name} AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION add_${by}();`;
}

/**
 * Tables that only PostgreSQL has. A lease of a process that delivers holds until a time of the database; its name is never used again
 * once it has ended, so that what is written under it is recognized. A bind is a slot of a link, and belongs to one lease. Each process
 * reports on its share of a link. Counted log-in attempts: a bucket refills with time, and is full again at `full_at`; the table is
 * unlogged, so that after a crash of the database all buckets are full.
 */
const tables = `
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
CREATE TABLE link_state (
  link_id bigint NOT NULL REFERENCES link (id) ON DELETE CASCADE,
  owner text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (link_id, owner)
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE login_attempt (
  name text COLLATE "C" PRIMARY KEY,
  used double precision NOT NULL,
  at bigint NOT NULL,
  full_at bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX login_attempt_age ON login_attempt (at);
`;

/** An index of keys in no order changes a page anywhere for each: it has four bytes of a key, and thereby few pages. */
const indexes = `
CREATE INDEX txn_time ON txn (${idTime("id")});
CREATE INDEX recipient_phone ON recipient ((${phoneGroup.postgres.of("id")}), phone);
CREATE INDEX sent_part_key ON sent_part (hashtext(key), recipient) WHERE key <> '';
CREATE INDEX ledger_account ON ledger (customer_id, kind, id);
CREATE INDEX inbox_message_unread ON inbox_message (customer_id, id) WHERE unread;
CREATE INDEX list_content_state ON list_content (state, touched_at) WHERE state <> 'shown';
`;

const time = `
CREATE FUNCTION store_time() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;
`;

/** The account is locked while entries are added, so that the entries of one account are in the order of their ids. */
const ledger = `
CREATE FUNCTION check_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
      SELECT customer_id, kind, id, delta, balance_after, lag(balance_after) OVER entry AS before,
        lead(id) OVER entry IS NULL AS last
      FROM added WINDOW entry AS (PARTITION BY customer_id, kind ORDER BY id)
    ) e LEFT JOIN account a USING (customer_id, kind)
    WHERE (e.last AND e.balance_after IS DISTINCT FROM a.balance)
      OR e.balance_after - e.delta <> coalesce(e.before, (
        SELECT l.balance_after FROM ledger l
        WHERE l.customer_id = e.customer_id AND l.kind = e.kind AND l.id < e.id ORDER BY l.id DESC LIMIT 1), (
        SELECT c.amount FROM ledger_carried c WHERE c.customer_id = e.customer_id AND c.kind = e.kind), 0)
  ) THEN RAISE EXCEPTION 'the ledger differs from the account';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_matches_account AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
  EXECUTE FUNCTION check_ledger();

CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER ledger_keeps_rows BEFORE UPDATE OR TRUNCATE ON ledger EXECUTE FUNCTION keep_ledger();

CREATE FUNCTION keep_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_carried WHERE customer_id = OLD.customer_id AND kind = OLD.kind AND id >= OLD.id)
  THEN RAISE EXCEPTION 'the ledger is append-only';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER ledger_keeps_all_rows BEFORE DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION keep_entry();

CREATE FUNCTION check_carried() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger WHERE id = NEW.id AND customer_id = NEW.customer_id AND kind = NEW.kind
      AND balance_after = NEW.amount AND at <= NEW.at)
    OR TG_OP = 'UPDATE' AND (NEW.id < OLD.id OR NEW.at < OLD.at OR NEW.customer_id <> OLD.customer_id OR NEW.kind <> OLD.kind)
  THEN RAISE EXCEPTION 'the sum differs from the ledger';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER carried_is_balance BEFORE INSERT OR UPDATE ON ledger_carried FOR EACH ROW EXECUTE FUNCTION check_carried();
CREATE TRIGGER carried_keeps_rows BEFORE DELETE OR TRUNCATE ON ledger_carried EXECUTE FUNCTION keep_ledger();

CREATE FUNCTION audit_keeps_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_keeps_rows BEFORE UPDATE ON audit EXECUTE FUNCTION audit_keeps_rows();
`;

/** A function that adds the numbers of changed messages to the counts of their inboxes, or subtracts them. */
function inboxCount(name: string, sign: "+" | "-"): string {
  return `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE inbox_count c SET total = c.total ${sign} n.total, unread = c.unread ${sign} n.unread
  FROM (SELECT customer_id, count(*) AS total, count(*) FILTER (WHERE unread) AS unread FROM changed GROUP BY customer_id) n
  WHERE c.customer_id = n.customer_id;
  RETURN NULL;
END $$;`;
}

/**
 * Every change of an inbox locks its counts first: the ids of its messages are thus in the order of the commits, and one that is deleted is
 * never given again.
 */
const inboxes = `${inboxCount("count_inbox", "+")}${inboxCount("discount_inbox", "-")}
CREATE TRIGGER inbox_message_comes AFTER INSERT ON inbox_message REFERENCING NEW TABLE AS changed
  EXECUTE FUNCTION count_inbox();
CREATE TRIGGER inbox_message_goes AFTER DELETE ON inbox_message REFERENCING OLD TABLE AS changed
  EXECUTE FUNCTION discount_inbox();
`;

/** What the schema of PostgreSQL has besides the tables of both databases; partitions and callbacks are in files of their own. */
export const own = [
  tables,
  indexes,
  time,
  ledger,
  inboxes,
  followed("customer", { name: "inbox_comes", by: "inbox_count", key: "customer_id" }),
  followed("customer", { name: "tube_customer_comes", by: "tube_customer", key: "customer_id" }),
  followed("customer_user", { name: "tube_user_comes", by: "tube_user", key: "user_id" }),
  counted("account_revision", {
    customer: every,
    customer_user: every,
    originator: every,
    api_key: "INSERT OR DELETE",
  }),
  counted("price_revision", { price: every, blacklist: every }),
  counted("link_revision", { link: every, route: every, tube_user: "UPDATE OF provider" }),
].join("\n");
