import type { Tables } from "./description.js";

/** Customers, users, credit, prices and usage. */
export const accounts: Tables = {
  /** Money is in thousandths of a credit, times are milliseconds since the epoch. */
  customer: {
    columns: {
      id: "int64 PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647)",
      name: "text",
      state: "text CHECK (state IN ('active', 'blocked'))",
      payment: "text CHECK (payment IN ('prepaid', 'postpaid'))",
      credit_limit:
        "int64? CHECK (credit_limit IS NULL OR (payment = 'postpaid' AND credit_limit >= 0))",
      time_zone: "text DEFAULT 'UTC'",
      rate: "int64? CHECK (rate IS NULL OR rate BETWEEN 1 AND 100000)",
      weight: "int64 DEFAULT 1 CHECK (weight BETWEEN 1 AND 100)",
      priority: "int64 DEFAULT 0 CHECK (priority BETWEEN 0 AND 255)",
      single_priority:
        "int64 DEFAULT 0 CHECK (single_priority BETWEEN 0 AND 255)",
      bulk_priority: "int64 DEFAULT 0 CHECK (bulk_priority BETWEEN 0 AND 255)",
      strict_encoding: "flag DEFAULT false",
      may_send: "flag DEFAULT true",
      interface_open: "flag DEFAULT true",
      keep_alive: "flag DEFAULT true",
      inbox_active: "flag DEFAULT true",
      ignore_password_case: "flag DEFAULT false",
      version: "int64 DEFAULT 1",
      created_at: "int64",
      refunds: "text DEFAULT ''",
      low_balance: "int64? CHECK (low_balance IS NULL OR low_balance >= 0)",
      from_addresses: "text DEFAULT ''",
      note: "text?",
      hold_unusual: "flag DEFAULT false",
      held_since: "int64?",
    },
    added: {
      "numbers and texts of a customer": { country_code: "text?", plain_punctuation: "flag DEFAULT false" },
      "quiet hours": { quiet_hours: "text?" },
      "credits by country": { country_credits: "text DEFAULT ''" },
      "highest prices": { highest_price: "int64? CHECK (highest_price IS NULL OR highest_price >= 0)" },
    },
    indexes: {
      customer_held: "(id) WHERE held_since IS NOT NULL",
      customer_low_balance: "(id) WHERE low_balance IS NOT NULL",
    },
  },
  /**
   * `folded_hash`: hash of the lower-cased password, kept while case is ignored. `portal_role` is NULL for a user of the API alone;
   * `totp_step`: the last step of one-time codes whose code was used. `portal_hash` is of the password in the portal; NULL for a user with
   * one password for the portal and for programs. `weak_password`: an operator has allowed one that is short or common.
   */
  customer_user: {
    columns: {
      id: "id",
      customer_id: "int64 REFERENCES customer (id)",
      name: "text",
      name_key: "key",
      password_hash: "text",
      folded_hash: "text?",
      state: "text CHECK (state IN ('active', 'blocked'))",
      inbox_active: "flag DEFAULT true",
      version: "int64 DEFAULT 1",
      created_at: "int64",
      portal_role:
        "text? CHECK (portal_role IN ('owner', 'developer', 'finance', 'reader'))",
      totp_secret: "text?",
      totp_step: "int64 DEFAULT 0",
    },
    added: {
      "password of the portal": { portal_hash: "text?" },
      "weak passwords": { weak_password: "flag DEFAULT false" },
    },
    constraints: ["UNIQUE (customer_id, name_key)"],
  },
  /** Sessions of users in the portal. */
  portal_session: {
    columns: {
      token_hash: "key PRIMARY KEY",
      user_id: "int64 REFERENCES customer_user (id)",
      address: "text",
      opened_at: "int64",
      used_at: "int64",
    },
    clustered: true,
    fillfactor: 50,
    indexes: { portal_session_user: "(user_id, opened_at)" },
  },
  /** The user has the role from the acceptance on. */
  portal_invitation: {
    columns: {
      token_hash: "key PRIMARY KEY",
      user_id: "int64 UNIQUE REFERENCES customer_user (id)",
      role: "text CHECK (role IN ('owner', 'developer', 'finance', 'reader'))",
      expires_at: "int64",
    },
    clustered: true,
  },
  /** Networks from which a user has logged in: an IPv4 address, or the first 64 bits of an IPv6 one. */
  user_network: {
    columns: {
      user_id: "int64 REFERENCES customer_user (id)",
      network: "key",
      at: "int64",
    },
    constraints: ["PRIMARY KEY (user_id, network)"],
    clustered: true,
  },
  originator: {
    columns: {
      id: "id",
      customer_id: "int64 REFERENCES customer (id)",
      value: "key",
      created_at: "int64",
    },
    constraints: ["UNIQUE (customer_id, value)"],
  },
  api_key: {
    columns: {
      id: "key PRIMARY KEY",
      user_id: "int64 REFERENCES customer_user (id)",
      name: "key",
      hash: "key",
      scopes: "text",
      addresses: "text",
      expires_at: "int64?",
      created_at: "int64",
      used_at: "int64?",
    },
    constraints: ["UNIQUE (user_id, name)"],
    clustered: true,
  },
  /** Changes with every change of a customer, user, originator or key, so that readers can cache. */
  account_revision: {
    columns: { id: "int64 PRIMARY KEY CHECK (id = 1)", n: "int64" },
  },
  account: {
    columns: {
      customer_id: "int64 REFERENCES customer (id)",
      kind: "key CHECK (kind IN ('Undefined', 'SMS', 'MMS', 'DLR', 'EML', 'SGN', 'BAN', 'BAC', 'REV'))",
      balance: "int64 CHECK (abs(balance) <= 9007199254740991)",
      floor: "int64?",
    },
    constraints: [
      "PRIMARY KEY (customer_id, kind)",
      "CHECK (floor IS NULL OR balance >= floor)",
    ],
    clustered: true,
    fillfactor: 50,
  },
  /** An entry of an index with 16 bytes, as of `ledger_account`, is added to a full page, others to one that is half full. */
  ledger: {
    columns: {
      id: "id",
      customer_id: "int32",
      kind: "key",
      delta: "int64 CHECK (delta <> 0)",
      balance_after: "int64",
      at: "int64",
      reason: "text CHECK (reason IN ('refill', 'charge', 'refund'))",
      transaction_id: "key?",
      reference: "text?",
    },
    fileReferences: { "customer_id, kind": "account (customer_id, kind)" },
    indexes: {
      ledger_period: "(customer_id, at)",
      ledger_refill: "(customer_id, at) WHERE reason = 'refill'",
      ledger_refund: "(transaction_id) WHERE reason = 'refund'",
    },
  },
  /**
   * Sums of removed entries of the ledger, one for each account that has any. An entry can be removed only after the sum
   * of its account includes it, and such a sum is the balance after an entry that exists: whatever removes entries, the
   * sum stays the balance. `at` is the latest time of its entries, whose times may be in another order than their
   * numbers.
   */
  ledger_carried: {
    columns: {
      customer_id: "int64",
      kind: "key",
      id: "int64",
      at: "int64",
      amount: "int64",
    },
    constraints: ["PRIMARY KEY (customer_id, kind)"],
    clustered: true,
  },
  /** Thousandths of a credit that were spent in a day of the service on numbers of a country with a limit, and refused calls. */
  country_spending: {
    columns: {
      customer_id: "int64",
      day: "int64",
      country: "key",
      amount: "int64 CHECK (amount >= 0)",
      refused: "int64",
    },
    constraints: ["PRIMARY KEY (customer_id, day, country)"],
    clustered: true,
    fillfactor: 50,
    addedBy: "credits by country",
    indexes: { country_spending_refused: "(day) WHERE refused > 0" },
  },
  tube_customer: {
    columns: {
      customer_id: "int64 PRIMARY KEY REFERENCES customer (id)",
      uuid: "random UNIQUE",
    },
  },
  /** Settings of users for the SMPP front end. Connection limits are set together. */
  tube_user: {
    columns: {
      user_id: "int64 PRIMARY KEY REFERENCES customer_user (id)",
      uuid: "random UNIQUE",
      priority: "int64 DEFAULT 0 CHECK (priority BETWEEN 0 AND 255)",
      provider: "uuid DEFAULT '00000000-0000-0000-0000-000000000000'",
      validity: "int64 DEFAULT 86400 CHECK (validity BETWEEN 1 AND 2147483647)",
      power_ads: "flag DEFAULT false",
      receivers: "int64? CHECK (receivers BETWEEN 0 AND 65535)",
      transmitters: "int64? CHECK (transmitters BETWEEN 0 AND 65535)",
      transceivers: "int64? CHECK (transceivers BETWEEN 0 AND 65535)",
    },
    constraints: [
      "CHECK ((receivers IS NULL) = (transmitters IS NULL) AND (receivers IS NULL) = (transceivers IS NULL))",
    ],
  },
  /** In thousandths of a credit for each part, NULL if not covered; customer 0 means all customers. */
  price: {
    columns: {
      customer_id: "int64 CHECK (customer_id >= 0)",
      prefix: "digits",
      price: "int64? CHECK (price IS NULL OR price BETWEEN 0 AND 1000000)",
    },
    constraints: ["PRIMARY KEY (customer_id, prefix)"],
    clustered: true,
  },
  /** Prices from a UTC day on, which is in days since the epoch. Every change of a list moves those that have begun to `price`. */
  coming_price: {
    columns: {
      customer_id: "int64 CHECK (customer_id >= 0)",
      prefix: "digits",
      first_day: "int64 CHECK (first_day > 0)",
      price: "int64? CHECK (price IS NULL OR price BETWEEN 0 AND 1000000)",
    },
    addedBy: "first days of prices",
    constraints: ["PRIMARY KEY (customer_id, prefix, first_day)"],
    clustered: true,
  },
  /** Changes with every change of a price or a blacklist. */
  price_revision: {
    columns: { id: "int64 PRIMARY KEY CHECK (id = 1)", n: "int64" },
  },
  /** `replied_to`: the number to which its owner sent a stop word; NULL for one that somebody else has added. */
  blacklist: {
    columns: {
      customer_id: "int64 CHECK (customer_id >= 0)",
      phone: "int64 CHECK (phone BETWEEN 1000000 AND 999999999999999)",
      created_at: "int64",
      replied_to: "key?",
    },
    constraints: ["PRIMARY KEY (customer_id, phone)"],
    clustered: true,
  },
  /**
   * Opt-outs by numbers in national form: `number` is without the 0 before it, and stands for that number in every country.
   */
  national_opt_out: {
    columns: {
      customer_id: "int64 REFERENCES customer (id)",
      number: "int64 CHECK (number > 0)",
      created_at: "int64",
      replied_to: "key",
    },
    constraints: ["PRIMARY KEY (customer_id, number)"],
    clustered: true,
    addedBy: "opt-outs and responses",
  },
  /**
   * Counters of messages by what customers are billed for; state 0 counts every accepted message, the others final
   * states. In SQLite, the messages of a day are in few pages of the table, whatever customer they belong to.
   */
  usage: {
    columns: {
      day: "int64",
      customer_id: "int64",
      state: "int16",
      prefix: "key",
      user_name: "key",
      originator: "key",
      messages: "int64",
      parts: "int64",
    },
    constraints: [
      "PRIMARY KEY (day, customer_id, state, prefix, user_name, originator)",
    ],
    clustered: true,
    fillfactor: 50,
  },
  /**
   * Counters of final states by the hour in which messages got them. Those of span 0 are new; they are then added to the ones of the hour,
   * the six hours, the day and the five days (spans 1, 6, 24 and 120, in hours) that begin with `hour`. With a customer, the prefix is a calling code; the counters
   * of customers -1 and 0 are of all customers, by calling code and by longer prefix. The counters behind `messages` are of delivered
   * messages, by the delay of the receipt in seconds: up to one, up to two, and so on.
   */
  deliverability: {
    columns: {
      span: "int16",
      hour: "int32",
      customer_id: "int64",
      prefix: "key",
      link: "int32",
      messages: "int32",
      within1: "int32",
      within2: "int32",
      within4: "int32",
      within8: "int32",
      within15: "int32",
      within30: "int32",
      within60: "int32",
      within300: "int32",
      within3600: "int32",
      longer: "int32",
    },
    constraints: ["PRIMARY KEY (span, hour, customer_id, prefix, link)"],
    clustered: true,
    fillfactor: 50,
  },
  /** Those of them that ended without delivery, by reason. */
  deliverability_failure: {
    columns: {
      span: "int16",
      hour: "int32",
      customer_id: "int64",
      prefix: "key",
      link: "int32",
      state: "int16",
      code: "key",
      messages: "int32",
    },
    constraints: [
      "PRIMARY KEY (span, hour, customer_id, prefix, link, state, code)",
    ],
    clustered: true,
    fillfactor: 50,
  },
  /** Changes of these counters, each of one commit, until they are added. */
  deliverability_change: {
    columns: { id: "id", changes: "text" },
  },
  /** What parts cost the operator, by the UTC day of their final status and by calling code; `unpriced`: parts without a price. */
  cost: {
    columns: {
      day: "int64",
      customer_id: "int64",
      link: "int64",
      prefix: "key",
      parts: "int64",
      unpriced: "int64",
      amount: "int64",
    },
    constraints: ["PRIMARY KEY (day, customer_id, link, prefix)"],
    clustered: true,
  },
  /** Messages that were accepted before are not counted. */
  usage_since: {
    columns: { at: "int64" },
  },
};
