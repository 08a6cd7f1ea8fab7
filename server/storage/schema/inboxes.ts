import type { Tables } from "./description.js";

/** Messages that came in, and what is posted to servers of customers. */
export const inboxes: Tables = {
  inbox_number: {
    columns: {
      number: "key PRIMARY KEY",
      customer_id: "int64 REFERENCES customer (id)",
      created_at: "int64",
    },
  },
  inbox_message: {
    columns: {
      id: "counter",
      customer_id: "int64 REFERENCES customer (id)",
      sender: "text",
      addressee: "text",
      subject: "text?",
      text: "text",
      size: "int64 CHECK (size >= 0)",
      unread: "flag DEFAULT true",
      at: "int64",
    },
    indexes: { inbox_message_customer: "(customer_id, id)" },
  },
  inbox_count: {
    columns: {
      customer_id: "int64 PRIMARY KEY REFERENCES customer (id)",
      total: "int64 DEFAULT 0 CHECK (total >= 0)",
      unread: "int64 DEFAULT 0 CHECK (unread BETWEEN 0 AND total)",
    },
    fillfactor: 50,
  },
  inbox_forward: {
    columns: {
      customer_id: "int64 PRIMARY KEY REFERENCES customer (id)",
      url: "text",
      method: "text DEFAULT 'POST' CHECK (method IN ('GET', 'POST'))",
      private: "flag",
    },
  },
  /**
   * Messages from networks on their way to an inbox. A joined message stays until it expires, to detect repeated parts.
   */
  incoming: {
    columns: {
      id: "id",
      network: "int64",
      sender: "key",
      addressee: "key",
      reference: "key",
      total: "int64 CHECK (total BETWEEN 1 AND 255)",
      at: "int64",
      joined: "flag DEFAULT false",
    },
    constraints: ["UNIQUE (network, sender, addressee, reference, total)"],
    indexes: { incoming_age: "(at)" },
  },
  /** Texts are UTF-16, because a part may end within a surrogate pair. `arrival`: that of `domain/inbox/arrivals.ts`, or empty. */
  incoming_part: {
    columns: {
      incoming: "int64 REFERENCES incoming (id) ON DELETE CASCADE",
      number: "int64 CHECK (number BETWEEN 1 AND 255)",
      at: "int64",
      arrival: "key",
      text: "bytes",
    },
    constraints: ["PRIMARY KEY (incoming, number)"],
    clustered: true,
  },
  /** Sessions with networks that have ended lately: what came over them may come again. */
  session_end: {
    columns: { session: "key PRIMARY KEY", at: "int64" },
    addedBy: "ends of sessions",
    clustered: true,
    indexes: { session_end_at: "(at)" },
  },
  /** A message for a number that is not assigned. `complete`: false if parts are missing or its text was cut. */
  stray_message: {
    columns: {
      id: "id",
      sender: "text",
      addressee: "key",
      subject: "text?",
      text: "text",
      complete: "flag",
      at: "int64",
    },
    indexes: {
      stray_message_addressee: "(addressee)",
      stray_message_age: "(at)",
    },
  },
  /**
   * Words by which recipients stop messages of a customer, separated by spaces: `number` is empty for all its numbers
   * that have no row.
   */
  opt_out_rule: {
    columns: {
      customer_id: "int64 REFERENCES customer (id)",
      number: "key",
      languages: "text",
      stop_words: "text",
      start_words: "text",
      stop_text: "text",
      start_text: "text",
      help_text: "text",
    },
    constraints: ["PRIMARY KEY (customer_id, number)"],
    clustered: true,
  },
  /** Confirmations of opt-outs that wait to be sent. */
  opt_out_reply: {
    columns: {
      id: "counter",
      customer_id: "int64 REFERENCES customer (id)",
      sender: "text",
      phone: "key",
      text: "text",
      at: "int64",
    },
  },
  /** Responses of a customer to a number since a time. */
  opt_out_response: {
    columns: {
      id: "id",
      customer_id: "int64 REFERENCES customer (id)",
      phone: "key",
      at: "int64",
      responses: "int64",
    },
    constraints: ["UNIQUE (customer_id, phone)"],
    indexes: { opt_out_response_age: "(at)" },
    addedBy: "opt-outs and responses",
  },
  forward: {
    columns: {
      id: "int64 PRIMARY KEY",
      customer_id: "int64 REFERENCES customer (id)",
      sender: "text",
      addressee: "text",
      subject: "text?",
      text: "text",
      complete: "flag",
      at: "int64",
      attempts: "int64 DEFAULT 0",
      next_at: "int64",
    },
    own: { postgres: { claimed_until: "int64 DEFAULT 0" } },
    indexes: { forward_customer: "(customer_id, id)" },
  },
  /** Servers of customers that receive final states. */
  customer_callback: {
    columns: {
      customer_id: "int64 PRIMARY KEY REFERENCES customer (id)",
      url: "text",
      secret: "text",
      parts: "flag",
      private: "flag",
    },
  },
  /**
   * Triggers write final states to post with the state itself. `next_at` is NULL for one that was given up. `ready`: the
   * one callback of a message that may be posted; the others wait for it. `changed_at`: time of its last failed attempt,
   * or when it was given up. `tried`: its attempts since then, as `CallbackTry` with commas between.
   */
  callback: {
    columns: {
      id: "counter",
      customer_id:
        "int64 REFERENCES customer_callback (customer_id) ON DELETE CASCADE",
      transaction_id: "key",
      recipient: "int64",
      phone: "key",
      part: "int16?",
      state: "int16",
      at: "int64",
      error: "text?",
      attempts: "int64 DEFAULT 0",
      next_at: "int64?",
      until: "int64",
      failure: "text?",
      ready: "flag DEFAULT false",
      changed_at: "int64?",
    },
    added: { "attempts of callbacks": { tried: "text?" } },
    own: { postgres: { claimed_until: "int64 DEFAULT 0" } },
    indexes: {
      callback_customer: "(customer_id, id)",
      callback_due: "(customer_id, next_at, id) WHERE ready",
      callback_failed: "(until) WHERE next_at IS NULL",
      callback_given_up: "(recipient) WHERE next_at IS NULL",
      callback_message: "(recipient, id) WHERE next_at IS NOT NULL",
      callback_ready: "UNIQUE (recipient) WHERE ready",
      callback_until: "(until) WHERE next_at IS NOT NULL",
    },
  },
  /**
   * Callbacks that were accepted, for the time line of their message: `part` is 0 for the state of the whole message.
   */
  posted_callback: {
    columns: {
      recipient: "int64",
      part: "int16",
      at: "int64",
      attempts: "int64",
    },
    added: { "attempts of callbacks": { tried: "text?" } },
    constraints: ["PRIMARY KEY (recipient, part)"],
    clustered: true,
    indexes: { posted_callback_at: "(at)" },
  },
  /** Opt-outs by reply, to post to the server of their customer. */
  opt_out_post: {
    columns: {
      id: "counter",
      customer_id:
        "int64 REFERENCES customer_callback (customer_id) ON DELETE CASCADE",
      phone: "key",
      replied_to: "key",
      change: "key CHECK (change IN ('stop', 'start'))",
      at: "int64",
      attempts: "int64 DEFAULT 0",
      next_at: "int64",
    },
    own: { postgres: { claimed_until: "int64 DEFAULT 0" } },
    indexes: { opt_out_post_customer: "(customer_id, id)" },
  },
  /**
   * One for each account that is low. `next_at` is NULL for one that was accepted or given up; it stays until there is
   * enough credit again. `failure`: why it was not accepted. `recovered`: 1 if its account has had enough credit since;
   * it stays so that the next alert of the account does not follow too soon.
   */
  balance_alert: {
    columns: {
      id: "counter",
      customer_id:
        "int64 REFERENCES customer_callback (customer_id) ON DELETE CASCADE",
      kind: "key",
      remaining: "int64",
      threshold: "int64",
      at: "int64",
      attempts: "int64 DEFAULT 0",
      next_at: "int64?",
      until: "int64",
      failure: "text?",
      recovered: "int64 DEFAULT 0",
    },
    constraints: ["UNIQUE (customer_id, kind)"],
    own: { postgres: { claimed_until: "int64 DEFAULT 0" } },
    indexes: {
      balance_alert_due: "(next_at) WHERE next_at IS NOT NULL",
      balance_alert_until: "(until) WHERE next_at IS NOT NULL",
    },
  },
};
