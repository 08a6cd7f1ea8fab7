import type { OpenApi } from "messenger-gen-host/reference";

const problem = { "application/problem+json": { schema: { $ref: "#/components/schemas/http.Problem" } } };

/** A document with every part that pages show, and texts that HTML must not take for markup. */
export const shop: OpenApi = {
  info: { title: "Shop", version: "3", description: "Sells `books`.\n\nAnd <b>pens</b>." },
  security: [{ key: [] }, { password: [] }],
  tags: [
    { name: "Orders", description: "What was bought." },
    { name: "Unused", description: "" },
  ],
  paths: {
    "/orders": {
      post: {
        operationId: "placeOrder",
        tags: ["Orders"],
        summary: "Place an order",
        description: "Takes a `Book`.",
        parameters: [
          {
            name: "Idempotency-Key",
            in: "header",
            description: "Yours.",
            schema: { type: "string" },
            example: "a",
          },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Book" },
              example: { title: 'It\'s "quoted" \\ <b>', pages: 12 },
            },
          },
        },
        responses: {
          201: { description: "It is placed." },
          default: { description: "Refused.", content: problem },
        },
      },
    },
    "/orders/{id}": {
      get: {
        operationId: "getOrder",
        deprecated: true,
        security: [],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 },
          { name: "word", in: "query", required: true, schema: { type: "string" }, example: "a&b" },
          { name: "limit", in: "query", schema: { type: "integer", default: 100 } },
        ],
        responses: {
          200: {
            description: "The order.",
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Book" } } },
            },
          },
        },
      },
    },
  },
  webhooks: {
    "order.sent": {
      post: { summary: "An order was sent", responses: { "2XX": { description: "Confirms it." } } },
    },
  },
  components: {
    securitySchemes: {
      key: { type: "http", scheme: "bearer", description: "A key." },
      password: { type: "http", scheme: "basic" },
    },
    schemas: {
      Book: {
        description: "Something to read.",
        allOf: [
          {
            type: "object",
            required: ["title"],
            properties: {
              title: { type: "string", minLength: 1, maxLength: 80 },
              pages: { type: "integer", minimum: 1 },
              tags: { type: "array", minItems: 0, maxItems: 5, items: { type: "string", maxLength: 9 } },
              next: { anyOf: [{ $ref: "#/components/schemas/Book" }, { type: "null" }] },
              cover: { $ref: "#/components/schemas/Cover" },
              author: { type: "object", properties: { name: { type: "string" } } },
            },
          },
          {
            oneOf: [
              {
                type: "object",
                required: ["isbn"],
                properties: { isbn: { type: "string", pattern: "^[0-9]+$" } },
              },
              { type: "object", properties: { shelf: { type: "integer", minimum: 3, maximum: 3 } } },
            ],
          },
        ],
      },
      Cover: { enum: ["hard", "soft"] },
      "http.Problem": { type: "object", properties: { code: { type: "string" } } },
    },
  },
};
