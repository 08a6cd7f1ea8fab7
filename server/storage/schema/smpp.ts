import type { Tables } from "./description.js";

/** Clients of the SMPP server. */
export const smpp: Tables = {
  /** Users of customers who may bind; `from_addresses` is separated by spaces. */
  smpp_account: {
    columns: {
      user_id: "int64 PRIMARY KEY REFERENCES customer_user (id)",
      customer_id: "int64",
      system_id: "key UNIQUE",
      password_hash: "text",
      in_flight: "int64 CHECK (in_flight BETWEEN 1 AND 1000)",
      from_addresses: "text",
      receipts: "text CHECK (receipts IN ('any', 'same-bind'))",
      receipt_id: "text CHECK (receipt_id IN ('same', 'hex-decimal'))",
      interim: "flag",
      incoming: "flag",
      alphabet: "text CHECK (alphabet IN ('gsm', 'latin1'))",
      credit_status: "int64",
    },
    indexes: { smpp_account_customer: "(customer_id)" },
  },
  /**
   * Sessions of clients. `alive_until`: its process has to confirm it before. `kicked`: its process is to close it. `asked_at`: since when its
   * process is to ask it for a sign of life, as another bind wants its place; 0 if none does.
   */
  smpp_bind: {
    columns: {
      id: "key PRIMARY KEY",
      user_id: "int64 REFERENCES smpp_account (user_id) ON DELETE CASCADE",
      process: "key",
      kind: "text CHECK (kind IN ('receiver', 'transmitter', 'transceiver'))",
      address: "text",
      since: "int64",
      alive_until: "int64",
      kicked: "flag DEFAULT false",
      asked_at: "int64 DEFAULT 0",
      submitted: "int64 DEFAULT 0",
      refused: "int64 DEFAULT 0",
      throttled: "int64 DEFAULT 0",
      delivered: "int64 DEFAULT 0",
    },
    clustered: true,
    fillfactor: 50,
    indexes: { smpp_bind_user: "(user_id)" },
  },
  /** `empty_at`: state of the token bucket of a customer's rate, in microseconds since the epoch. */
  smpp_rate: {
    columns: { customer_id: "int64 PRIMARY KEY", empty_at: "int64" },
    fillfactor: 50,
  },
  /**
   * Receipts that a message requests. `wanted`: 1 for every final state, 2 for failures, and 16 for intermediate states; `options` is
   * JSON, repeated in receipts.
   */
  smpp_wish: {
    columns: {
      txn: "int64 PRIMARY KEY",
      user_id: "int64",
      bind: "key",
      wanted: "int16",
      options: "text",
    },
    fileReferences: { txn: "txn (seq)" },
    partitionBy: "txn",
  },
  /**
   * Receipts and incoming messages that wait for a client to accept them. Triggers write receipts with the state itself; an incoming
   * message has a text and no state. `claimed_by`: the process that has taken it; without binds that process has ended.
   */
  smpp_delivery: {
    columns: {
      id: "counter",
      user_id: "int64 REFERENCES smpp_account (user_id) ON DELETE CASCADE",
      bind: "key DEFAULT ''",
      transaction_id: "key DEFAULT ''",
      txn: "int64 DEFAULT 0",
      sender: "key",
      addressee: "text",
      state: "int16?",
      error: "text?",
      submitted_at: "int64 DEFAULT 0",
      parts: "int64 DEFAULT 1",
      options: "text DEFAULT ''",
      text: "text?",
      at: "int64",
      attempts: "int64 DEFAULT 0",
      next_at: "int64",
      until: "int64",
    },
    own: {
      postgres: {
        claimed_until: "int64 DEFAULT 0",
        claimed_by: "key DEFAULT ''",
      },
    },
    indexes: {
      smpp_delivery_due: "(user_id, next_at, id)",
      smpp_delivery_until: "(until)",
    },
  },
};
