import type { Tables } from "./description.js";

/** Transactions, their recipients, and what networks report. */
export const messages = {
  /**
   * `refunded`: number of refunded recipients, which the amount does not tell if each costs less than a thousandth of a
   * credit. `copy_of`: transaction from which an operator made this one. `valid_until`: when delivery is given up; NULL
   * for the time that the configuration sets.
   */
  txn: {
    columns: {
      seq: "int64 PRIMARY KEY",
      customer_id: "int64",
      charge: "int64 CHECK (charge >= 0)",
      created_at: "int64",
      due_at: "int64",
      refunded: "int32 DEFAULT 0",
      data_coding: "int16 CHECK (data_coding BETWEEN 0 AND 255)",
      parts: "int16 CHECK (parts >= 1)",
      flash: "flag",
      blink: "flag",
      hidden: "flag",
      id: "key",
      user_name: "text",
      operation: "text",
      originator: "text",
      charge_kind: "text",
      kind: "text CHECK (kind IN ('text', 'binary', 'mms'))",
      text: "text",
      copy_of: "key?",
      valid_until: "int64?",
    },
    added: { "API keys of messages": { api_key: "key?" }, "quiet hours": { quiet_hours: "text?" } },
    fileReferences: { customer_id: "customer (id)" },
    partitionBy: "seq",
    indexes: {
      txn_copy_of: "(copy_of) WHERE copy_of IS NOT NULL",
      txn_customer: "(customer_id, seq)",
    },
  },
  /**
   * State 0 is queued, 2 in flight, 3 to 5 wait for a final state, 6 and above are final, from 14 on never accepted. `next_at`: due time, end of a
   * lease, or since when the network has the message. The link is 0 before a message is routed, and -1 while no route
   * matches. `lane` is the number of a queue: `domain/delivery/customer-queue.ts`. `counted`: a recipient that is alone in
   * its transaction has no row of `recipient_count`; exceptions are one whose text was erased after its final state, and
   * any of a campaign. The columns of PostgreSQL are for its indexes: `postgres/schema/recipients.ts`.
   */
  recipient: {
    columns: {
      id: "int64 PRIMARY KEY",
      txn: "int64",
      next_at: "int64",
      at: "int64",
      lane: "int64",
      link: "int32 DEFAULT 0",
      attempts: "int32 DEFAULT 0",
      deferrals: "int32 DEFAULT 0",
      state: "int16 CHECK (state BETWEEN 0 AND 15)",
      uncertain: "int16 DEFAULT 0 CHECK (uncertain IN (0, 1))",
      phone: "key",
      counted: "flag DEFAULT true",
      worker: "key?",
      error: "text?",
    },
    own: {
      postgres: {
        late_since: "int64?",
        queued_at:
          "int64? GENERATED ALWAYS AS (CASE WHEN state = 0 THEN next_at END) STORED",
        held_at:
          "int64? GENERATED ALWAYS AS (CASE WHEN state = 2 AND worker IS NULL THEN at END) STORED",
      },
    },
    fileReferences: { txn: "txn (seq)" },
    partitionBy: "id",
    indexes: { recipient_txn: "(txn, id)" },
  },
  recipient_count: {
    columns: {
      txn: "int64",
      n: "int64 CHECK (n >= 0)",
      state: "int16 CHECK (state BETWEEN 0 AND 15)",
    },
    constraints: ["PRIMARY KEY (txn, state)"],
    fileReferences: { txn: "txn (seq)" },
    clustered: true,
    partitionBy: "txn",
  },
  /**
   * `key` is the id of a network without case and leading zeros, empty if there is none. The only part of a message has no state of its own,
   * unless its message had another one at some time: state, time and error are those of the recipient, so that a receipt does not change it.
   */
  sent_part: {
    columns: {
      recipient: "int64",
      network: "int64",
      at: "int64?",
      part: "int16 CHECK (part BETWEEN 1 AND 255)",
      state: "int16? CHECK (state BETWEEN 3 AND 14)",
      key: "key",
      error: "text?",
    },
    constraints: ["PRIMARY KEY (recipient, part)"],
    clustered: true,
    partitionBy: "recipient",
  },
  /**
   * Content other than text: octets of a binary message, parts of an MMS (whose subject is the text). A text has a row for a header of its
   * own, or for `parameters`: optional parameters of vendors, as SMPP writes them. `parts_hash`: `domain/delivery/split-parts.ts`.
   */
  binary_body: {
    columns: {
      txn: "int64 PRIMARY KEY",
      header: "bytes",
      body: "bytes",
      esm_class: "int32 CHECK (esm_class BETWEEN 0 AND 255)",
      protocol_id: "int32 CHECK (protocol_id BETWEEN 0 AND 255)",
      parameters: "bytes?",
    },
    added: { "parts that a customer splits": { parts_hash: "int32?" } },
    fileReferences: { txn: "txn (seq)" },
    partitionBy: "txn",
  },
  mms_part: {
    columns: {
      txn: "int64",
      position: "int32",
      content_type: "text",
      content_id: "text",
      body: "bytes",
    },
    constraints: ["PRIMARY KEY (txn, position)"],
    fileReferences: { txn: "txn (seq)" },
    partitionBy: "txn",
  },
  /** Options of an MMS for the network; no row if only a report is requested. */
  mms_wishes: {
    columns: {
      txn: "int64 PRIMARY KEY",
      expires_at: "int64?",
      priority: "text? CHECK (priority IN ('Low', 'Normal', 'High'))",
      delivery_report: "flag",
    },
    fileReferences: { txn: "txn (seq)" },
    partitionBy: "txn",
  },
  /** Recipients that have no rows yet. `phones`: 8 bytes each, doubles in little-endian order. */
  recipient_block: {
    columns: { id: "id", txn: "int64", rows: "text", phones: "bytes?" },
    own: { postgres: { lane: "int64" } },
    fileReferences: { txn: "txn (seq)" },
    indexes: { recipient_block_txn: "(txn, id)" },
  },
  client_transaction: {
    columns: {
      customer_id: "int64",
      id: "key",
      content_hash: "key",
      transaction_id: "key",
      refused: "text",
      balance_after: "int64",
      expires_at: "int64",
    },
    constraints: ["PRIMARY KEY (customer_id, id)"],
    fileReferences: { customer_id: "customer (id)" },
    clustered: true,
    indexes: { client_transaction_expiry: "(expires_at)" },
  },
  /** `free_at`, in microseconds: when the rate of a customer permits the next part. */
  lane: {
    columns: { customer_id: "int64 PRIMARY KEY", free_at: "int64" },
    fileReferences: { customer_id: "customer (id)" },
    fillfactor: 50,
  },
  /**
   * The latest failed attempts of a message. `number` counts its attempts and deferrals; `slot` is the number modulo the
   * attempts that are kept, so that the row of a new one replaces the oldest. An attempt that succeeds is in the row of
   * its recipient.
   */
  failed_attempt: {
    columns: {
      recipient: "int64",
      slot: "int16",
      number: "int64",
      at: "int64",
      link: "int64",
      outcome: "text",
      code: "text?",
    },
    constraints: ["PRIMARY KEY (recipient, slot)"],
    clustered: true,
    fillfactor: 80,
  },
  /** Messages that were refunded, by the policy of their customer or by an operator. */
  refunded_message: {
    columns: { recipient: "int64 PRIMARY KEY" },
    clustered: true,
  },
  unmatched_receipt: {
    columns: {
      id: "id",
      message_id: "text",
      phone: "text?",
      state: "int16 CHECK (state BETWEEN 3 AND 14)",
      at: "int64",
      code: "text?",
    },
    indexes: { unmatched_receipt_age: "(at)" },
  },
  unmatched_key: {
    columns: {
      network: "int64",
      key: "key",
      receipt: "int64 REFERENCES unmatched_receipt (id) ON DELETE CASCADE",
      likeliest: "int16 CHECK (likeliest IN (0, 1))",
    },
    constraints: ["PRIMARY KEY (network, key, receipt)"],
    clustered: true,
    indexes: { unmatched_key_receipt: "(receipt)" },
  },
  contradiction: {
    columns: {
      id: "id",
      recipient: "int64",
      part: "int16",
      state: "int16",
      at: "int64",
      code: "text?",
    },
    indexes: { contradiction_recipient: "(recipient)" },
  },
} satisfies Tables;
