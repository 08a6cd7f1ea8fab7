/** What `openapi.json` has besides the operations: a JSON Merge Patch of the document. */

const text = { type: "string" };
const time = { type: "string", format: "date-time" };

/** @param {string} type @param {Readonly<Record<string, object>>} data @param {string} description */
function event(type, data, description, optional = /** @type {string[]} */ ([])) {
  const required = Object.keys(data).filter((name) => !optional.includes(name));
  return {
    post: {
      operationId: `on${type.replace(/(?:^|\.)([a-z])/g, (_, letter) => letter.toUpperCase())}`,
      tags: ["Webhooks"],
      summary: description,
      description:
        "Sent to the callback URL of the customer, signed as Standard Webhooks describe. Later versions may add members.",
      security: [],
      parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
        name,
        in: "header",
        required: true,
        schema: text,
      })),
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["type", "timestamp", "data"],
              properties: {
                type: { const: type },
                timestamp: time,
                data: { type: "object", required, properties: data },
              },
            },
          },
        },
      },
      responses: {
        "2XX": { description: "Any status from 200 to 299 confirms the event." },
        default: { description: "Any other status: the event is sent again, for up to a day." },
      },
    },
  };
}

const final = {
  customerId: { type: "integer" },
  transactionId: { type: "string", format: "uuid" },
  messageId: { type: "integer" },
  number: text,
  status: text,
  statusName: text,
  code: { type: ["string", "null"] },
};

/** @type {import("messenger-gen").JsonMembers} */
export const openapi = {
  info: {
    title: "Messenger",
    version: "1",
    description:
      "Send SMS and MMS, read their statuses and the inbox. A call that fails gets a problem (RFC 9457), whose `result` is the Result text of the same call over SOAP.",
    license: { name: "MIT", identifier: "MIT" },
  },
  security: [{ apiKey: [] }, { password: [] }],
  tags: [
    { name: "Messages", description: "Send text messages and read their statuses." },
    { name: "Lists", description: "Send to distribution lists and smart lists." },
    { name: "MMS", description: "Send multimedia messages." },
    { name: "Inbox", description: "Received messages." },
    { name: "Account", description: "Credit and originators." },
    { name: "Campaigns", description: "Messages to the phones at a location." },
    { name: "Webhooks", description: "Requests to the server of the customer." },
  ],
  components: {
    securitySchemes: {
      apiKey: { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer mk_...`." },
      password: {
        type: "http",
        scheme: "basic",
        description: "Customer and user with a slash between them, such as `42/api`, and the password.",
      },
    },
    schemas: {
      "http.Problem": {
        properties: {
          result: { type: "string", description: "The Result text of the same call over SOAP." },
          rejectedNumbers: {
            type: "array",
            items: text,
            description: "The recipients, if they are the reason; each as it was given if it is no number.",
          },
        },
      },
    },
  },
  webhooks: {
    "message.final": event("message.final", final, "A message has its final status"),
    "part.final": event(
      "part.final",
      { ...final, part: { type: "integer", minimum: 1 } },
      "A part of a message has its final status",
    ),
    "balance.low": event(
      "balance.low",
      { customerId: { type: "integer" }, kind: text, left: text, threshold: text },
      "The credit of an account is below the threshold",
    ),
    "message.received": {
      post: {
        operationId: "onMessageReceived",
        tags: ["Webhooks"],
        summary: "A message was received",
        description: "Sent to the URL that the operator has set for the number, as a form, without a signature.",
        security: [],
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                required: ["MessageID", "Sender", "Destination", "MessageText", "ReceivedAt"],
                properties: {
                  MessageID: text,
                  Sender: text,
                  Destination: text,
                  Subject: { type: "string", description: "Of an MMS." },
                  MessageType: text,
                  MessageText: text,
                  MessageTextRaw: { type: "string", description: "UTF-16BE in hexadecimal digits." },
                  CurrentPart: text,
                  NumberOfParts: text,
                  Complete: text,
                  ReceivedAt: time,
                },
              },
            },
          },
        },
        responses: {
          "2XX": { description: "Any status from 200 to 299 confirms the message." },
          default: { description: "Any other status: the message is sent again, for up to a day." },
        },
      },
    },
  },
};
