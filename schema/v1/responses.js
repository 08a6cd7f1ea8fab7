/** JSON Schemas of responses of `/v1` that are XML in the WSDL. */

const count = { type: "integer", minimum: 0 };
const time = { type: "string", format: "date-time" };
const credit = {
  type: "string",
  description: "Remaining credit: a whole number, or `POSTPAID` for a postpaid customer.",
};

/** @param {Readonly<Record<string, object>>} properties @param {readonly string[]} optional */
function closed(properties, optional = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", required, properties, additionalProperties: false };
}

const status = {
  status: { type: "string", description: "Status, such as `SMSC_DELIVERED`.", examples: ["SMSC_DELIVERED"] },
  statusName: { type: "string", description: "The status in words, such as `Delivered`.", examples: ["Delivered"] },
  final: { type: "boolean", description: "True if the status never changes again." },
};

export const transaction = closed({
  transactionId: { type: "string", format: "uuid" },
  final: { type: "boolean", description: "True if the status of no recipient changes again." },
  statuses: {
    type: "array",
    maxItems: 100,
    description: "Recipients by status.",
    items: closed({ ...status, recipients: count }),
  },
  netPoints: credit,
});

export const recipient = closed({
  number: { type: "string", description: "Number of the recipient, without `+`.", examples: ["12025550123"] },
  ...status,
  at: { ...time, description: "When the status was reached." },
});

const entry = {
  id: { ...count, description: "Number of the message." },
  unread: { type: "boolean", description: "True if no call has returned the text." },
  type: { enum: ["SMS", "MMS"] },
  from: { type: "string", examples: ["12025550123"] },
  to: { type: "string", examples: ["12025550100"] },
  receivedAt: time,
  size: { ...count, description: "Bytes of the text in UTF-8." },
  subject: { type: "string", description: "Of an MMS." },
};

export const inboxEntry = closed(entry, ["subject"]);

const message = closed({ ...entry, text: { type: "string" } }, ["subject"]);

export const inboxMessages = closed({ items: { type: "array", items: message } });

export const inboxCounts = closed({ unread: count, total: count });

export const deleted = closed({ deleted: { ...count, description: "Number of deleted messages." } });
