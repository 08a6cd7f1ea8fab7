import type { Tables } from "./description.js";

/** Lists of recipients, locations and campaigns. */
export const campaigns: Tables = {
  /**
   * A list points to its content, which an import fills before the list shows it. Contents that no list shows are
   * deleted bit by bit.
   */
  list_content: {
    columns: {
      id: "counter",
      state: "key CHECK (state IN ('filling', 'shown', 'dropped'))",
      recipients: "int64 DEFAULT 0 CHECK (recipients >= 0)",
      touched_at: "int64",
    },
  },
  list: {
    columns: {
      seq: "id",
      id: "key UNIQUE",
      customer_id: "int64 REFERENCES customer (id)",
      name: "text",
      name_key: "key",
      category: "text",
      category_key: "key",
      owner: "int64? REFERENCES customer_user (id)",
      type: "text CHECK (type IN ('DistributionList', 'SmartList'))",
      columns: "text",
      version: "int64 DEFAULT 1 CHECK (version >= 1)",
      content: "int64 UNIQUE REFERENCES list_content (id)",
    },
    constraints: ["UNIQUE (customer_id, name_key)"],
    indexes: {
      list_category: "(customer_id, category_key, seq)",
      list_customer: "(customer_id, seq)",
      list_owner: "(owner) WHERE owner IS NOT NULL",
    },
  },
  /**
   * `pos` counts from 0 without gaps; `attributes` is a JSON array of texts, one for each column after the first of
   * `list.columns`, which is the phone.
   */
  list_member: {
    columns: {
      content: "int64",
      pos: "int64 CHECK (pos >= 0)",
      phone: "key",
      attributes: "text",
    },
    constraints: ["PRIMARY KEY (content, pos)", "UNIQUE (content, phone)"],
    fileReferences: { content: "list_content (id)" },
    clustered: true,
  },
  location: {
    columns: {
      id: "id CHECK (id BETWEEN 1 AND 2147483647)",
      name: "key UNIQUE",
      description: "text",
      active: "flag DEFAULT true",
      audience: "int64 DEFAULT 0 CHECK (audience >= 0)",
      created_at: "int64",
    },
  },
  /** Rows are added under the lock of their location, so that `seq` is in the order of the commits. */
  location_audience: {
    columns: {
      seq: "counter",
      location_id: "int64 REFERENCES location (id)",
      phone: "key",
    },
    constraints: ["UNIQUE (location_id, phone)"],
    indexes: { location_audience_order: "(location_id, seq)" },
  },
  /** A transaction whose recipients are added slice by slice from an audience. Days and hours are bits. */
  campaign: {
    columns: {
      id: "counter CHECK (id <= 2147483647)",
      txn: "int64 UNIQUE",
      customer_id: "int64 REFERENCES customer (id)",
      start_at: "int64?",
      end_at: "int64?",
      days: "int64 CHECK (days BETWEEN 1 AND 127)",
      hours: "int64 CHECK (hours BETWEEN 1 AND 16777215)",
      time_zone: "text",
      recipient_limit: "int64 CHECK (recipient_limit >= 1)",
      taken: "int64 DEFAULT 0 CHECK (taken BETWEEN 0 AND recipient_limit)",
      status: "key",
      completion: "text",
      completed_at: "int64?",
      look_at: "int64",
      billed: "int64? CHECK (billed IS NULL OR billed BETWEEN 0 AND taken)",
    },
    fileReferences: { txn: "txn (seq)" },
    indexes: {
      campaign_customer: "(customer_id, id)",
      campaign_due: "(look_at) WHERE status <> 'CompletedAndBilled'",
    },
  },
  /** `position`: the last `seq` of the audience that was read. */
  campaign_location: {
    columns: {
      campaign_id: "int64 REFERENCES campaign (id)",
      number: "int64",
      location_id: "int64 REFERENCES location (id)",
      recipient_limit:
        "int64? CHECK (recipient_limit IS NULL OR recipient_limit >= 1)",
      position: "int64 DEFAULT 0",
      taken:
        "int64 DEFAULT 0 CHECK (recipient_limit IS NULL OR taken <= recipient_limit)",
    },
    constraints: [
      "PRIMARY KEY (campaign_id, number)",
      "UNIQUE (campaign_id, location_id)",
    ],
    clustered: true,
  },
  campaign_recipient: {
    columns: { campaign_id: "int64 REFERENCES campaign (id)", phone: "key" },
    constraints: ["PRIMARY KEY (campaign_id, phone)"],
    clustered: true,
  },
};
