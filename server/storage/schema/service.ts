import type { Tables } from "./description.js";

/** Links, operators and processes of the service. */
export const service: Tables = {
  /** A space of message ids. */
  network: {
    columns: { id: "id", name: "key UNIQUE" },
  },
  link: {
    columns: {
      id: "counter",
      name: "key UNIQUE",
      kind: "text",
      url: "text",
      password: "text",
      network: "int64 REFERENCES network (id)",
      settings: "text",
      started: "flag DEFAULT true",
      of_file: "flag DEFAULT false",
      created_at: "int64",
    },
  },
  /** Prices of networks in thousandths of a credit for each part. */
  buy_price: {
    columns: {
      link: "int64 REFERENCES link (id) ON DELETE CASCADE",
      prefix: "digits",
      price: "int64 CHECK (price BETWEEN 0 AND 1000000)",
    },
    constraints: ["PRIMARY KEY (link, prefix)"],
    clustered: true,
  },
  route: {
    columns: {
      id: "counter",
      prefix: "digits",
      customer_id: "int64? REFERENCES customer (id)",
      originator: "key?",
      kind: "text? CHECK (kind IN ('sms', 'mms'))",
      link_id: "int64 REFERENCES link (id)",
      rank: "int64 CHECK (rank BETWEEN 1 AND 9)",
      weight: "int64 CHECK (weight BETWEEN 1 AND 1000)",
      uncertain: "text CHECK (uncertain IN ('hold', 'resend', 'fail'))",
      of_file: "flag DEFAULT false",
    },
    added: { "ends of routes": { ends_at: "int64?" } },
  },
  /** Changes with every change of a link, a route, or the provider of a user. */
  link_revision: {
    columns: { id: "int64 PRIMARY KEY CHECK (id = 1)", n: "int64" },
  },
  /** Operators of the console. `totp_step`: the last step of one-time codes whose code was used. */
  operator: {
    columns: {
      name: "key PRIMARY KEY",
      role: "text CHECK (role IN ('viewer', 'support', 'admin'))",
      password_hash: "text",
      created_at: "int64",
      totp_secret: "text?",
      totp_step: "int64 DEFAULT 0",
    },
    clustered: true,
  },
  operator_session: {
    columns: {
      token_hash: "key PRIMARY KEY",
      operator: "key REFERENCES operator (name)",
      address: "text",
      opened_at: "int64",
      used_at: "int64",
    },
    clustered: true,
    fillfactor: 50,
    indexes: { operator_session_operator: "(operator, opened_at)" },
  },
  /** Keys with which programs of operators use the operators' API. `trusted`: for actions that need a recent log-in. */
  operator_key: {
    columns: {
      id: "key PRIMARY KEY",
      operator: "key REFERENCES operator (name)",
      name: "key",
      hash: "key",
      role: "text CHECK (role IN ('viewer', 'support', 'admin'))",
      trusted: "flag DEFAULT false",
      from_addresses: "text DEFAULT ''",
      expires_at: "int64?",
      created_at: "int64",
      used_at: "int64?",
    },
    addedBy: "keys of operators",
    constraints: ["UNIQUE (operator, name)"],
    clustered: true,
  },
  /**
   * Actions for all messages of a search. `place`: behind the last message that was counted, or worked on. `refunded`: thousandths of a
   * credit, for the limit of the operator. `entry`: that of its start in the audit log.
   */
  bulk_run: {
    columns: {
      id: "counter",
      kind: "key CHECK (kind IN ('refund', 'cancel', 'resend'))",
      state: "key CHECK (state IN ('counting', 'counted', 'running', 'done', 'stopped'))",
      search: "text",
      filter: "text",
      reference: "text?",
      refund_limit: "int64?",
      refunded: "int64 DEFAULT 0",
      who: "key",
      at: "int64",
      started_at: "int64?",
      changed_at: "int64",
      place: "text?",
      last: "text?",
      counted: "text",
      done: "text",
      note: "text?",
      entry: "int64?",
    },
    addedBy: "actions for a search",
    fillfactor: 50,
    indexes: {
      bulk_run_open: "(id) WHERE state IN ('counting', 'running')",
      bulk_run_who: "(who, changed_at)",
    },
  },
  /** Notes about customers (`name`: the number) and links for the next shift. */
  note: {
    columns: {
      kind: "key CHECK (kind IN ('customer', 'link'))",
      name: "key",
      text: "text",
      who: "key",
      at: "int64",
    },
    addedBy: "notes and saved searches",
    constraints: ["PRIMARY KEY (kind, name)"],
    clustered: true,
  },
  /** Conditions of a page under a name. */
  saved_search: {
    columns: {
      id: "counter",
      name: "key UNIQUE",
      page: "key CHECK (page IN ('messages', 'customers'))",
      conditions: "text",
      who: "key",
      at: "int64",
    },
    addedBy: "notes and saved searches",
  },
  /** Forms that a page shows again: what was typed, without passwords. `until`: end of its time. */
  kept_form: {
    columns: {
      id_hash: "key PRIMARY KEY",
      session: "key",
      person: "key",
      content: "text",
      until: "int64",
    },
    addedBy: "kept forms",
    clustered: true,
    indexes: { kept_form_session: "(session, until)", kept_form_until: "(until)" },
  },
  /** Files that wait for a confirmation; `until`: end of their time. */
  upload: {
    columns: {
      id: "key PRIMARY KEY",
      owner: "key",
      kind: "key CHECK (kind IN ('prices', 'recipients'))",
      customer_id: "int64?",
      size: "int64",
      until: "int64",
    },
    addedBy: "files that wait",
    indexes: { upload_until: "(until, id)" },
  },
  /** The content of such a file. */
  upload_piece: {
    columns: {
      upload: "key REFERENCES upload (id) ON DELETE CASCADE",
      piece: "int64",
      content: "bytes",
    },
    addedBy: "files that wait",
    constraints: ["PRIMARY KEY (upload, piece)"],
  },
  /** Key by which sites know their own forms. */
  site_key: {
    columns: { id: "int64 PRIMARY KEY CHECK (id = 1)", value: "text" },
    addedBy: "kept forms",
  },
  /** `form`: the form of a change, so that one that is sent twice makes one change. `customer_id`: of the subject, if it has one. */
  audit: {
    columns: {
      id: "id",
      at: "int64",
      who: "text",
      source: "text",
      action: "text",
      facts: "text",
      form: "key?",
      customer_id: "int64?",
    },
    indexes: {
      audit_action: "(action, id)",
      audit_customer: "(customer_id, id) WHERE customer_id IS NOT NULL",
      audit_form: "UNIQUE (form) WHERE form IS NOT NULL",
      audit_who: "(who, id)",
    },
  },
  /**
   * Server processes that run. `clock_ahead`: milliseconds by which the clock of a process is ahead of the time of the
   * service.
   */
  process: {
    columns: {
      id: "key PRIMARY KEY",
      host: "text",
      pid: "int64",
      roles: "text",
      version: "text",
      since: "int64",
      heartbeat: "int64",
      clock_ahead: "int64 DEFAULT 0",
    },
    clustered: true,
    fillfactor: 50,
  },
  /** Traffic by minute, of the service (an empty link) and of its links. */
  traffic: {
    columns: {
      at: "int64",
      link: "key",
      accepted: "int64",
      delivered: "int64",
      failed: "int64",
      waiting: "int64",
      oldest: "int64",
    },
    constraints: ["PRIMARY KEY (at, link)"],
    clustered: true,
  },
  /** Of a link by minute: parts in flight at most, its window, and responses by their time in milliseconds. */
  link_traffic: {
    columns: {
      link: "key",
      at: "int64",
      used: "int64",
      window_size: "int64",
      within10: "int64",
      within20: "int64",
      within50: "int64",
      within100: "int64",
      within150: "int64",
      within200: "int64",
      within300: "int64",
      within400: "int64",
      within500: "int64",
      within750: "int64",
      within1000: "int64",
      within1500: "int64",
      within2000: "int64",
      within3000: "int64",
      within5000: "int64",
      within10000: "int64",
      within30000: "int64",
      longer: "int64",
    },
    constraints: ["PRIMARY KEY (link, at)"],
    addedBy: "what happens on links",
    clustered: true,
    indexes: { link_traffic_at: "(at)" },
  },
  /** What happened on a link: `at` the first time, `last_at` the last one of `times`. */
  link_event: {
    columns: {
      link_id: "int64 REFERENCES link (id) ON DELETE CASCADE",
      at: "int64",
      event: "key",
      process: "key",
      last_at: "int64",
      times: "int64",
      detail: "text",
    },
    constraints: ["PRIMARY KEY (link_id, at, event, process)"],
    addedBy: "what happens on links",
    clustered: true,
    indexes: { link_event_at: "(at)" },
  },
  /** Most messages of a customer within ten minutes of an hour since the epoch. */
  customer_traffic: {
    columns: { hour: "int64", customer_id: "int64", peak: "int64" },
    constraints: ["PRIMARY KEY (hour, customer_id)"],
    clustered: true,
    indexes: { customer_traffic_customer: "(customer_id, hour)" },
  },
  /** Calls over HTTP that were refused, by UTC day and code of the Result. */
  refused_call: {
    columns: { customer_id: "int64", day: "int64", code: "key", calls: "int64" },
    constraints: ["PRIMARY KEY (customer_id, day, code)"],
    clustered: true,
    indexes: { refused_call_day: "(day)" },
  },
  /**
   * Unusual traffic of customers. `last_at`: when it was last seen; a post to the server of the customer is due at
   * `next_at`, NULL for one without a server, and once it was accepted or given up.
   */
  unusual_traffic: {
    columns: {
      id: "counter",
      customer_id: "int64 REFERENCES customer (id)",
      kind: "key CHECK (kind IN ('volume', 'failures', 'destination'))",
      prefix: "key",
      messages: "int64",
      ended: "int64?",
      usual: "int64",
      at: "int64",
      last_at: "int64",
      attempts: "int64 DEFAULT 0",
      next_at: "int64?",
    },
    own: { postgres: { claimed_until: "int64 DEFAULT 0" } },
    indexes: {
      unusual_traffic_customer: "(customer_id, id)",
      unusual_traffic_due: "(next_at) WHERE next_at IS NOT NULL",
      unusual_traffic_last: "(last_at)",
    },
  },
};
