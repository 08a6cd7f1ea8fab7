/** Responses that are pages of a list. */
import type { Schema } from "./simple-schemas.js";

/** Parameters of a request for a page. */
export const pageParameters: readonly Schema[] = [
  {
    name: "limit",
    in: "query",
    description: "Most items in the response.",
    schema: { type: "integer", minimum: 1, maximum: 500, default: 100 },
  },
  {
    name: "cursor",
    in: "query",
    description: "Where the page begins: `next` of the page before. The first page without it.",
    schema: { type: "string" },
  },
];

export function pageOf(item: Schema): Schema {
  return {
    type: "object",
    required: ["items"],
    properties: {
      items: { type: "array", maxItems: 500, items: item },
      next: { type: "string", description: "The `cursor` of the next page; absent on the last one." },
    },
    additionalProperties: false,
  };
}
