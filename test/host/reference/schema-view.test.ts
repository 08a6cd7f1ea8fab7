import { expect, test } from "@jest/globals";
import { schemaView } from "#host/reference/schema-view.js";
import type { Schema } from "#host/reference/openapi.js";
import { shop } from "./document.js";

const view = (schema: Schema) => schemaView(schema, (name) => `types/${name}`);
const kindOf = (schema: Schema): string =>
  view(schema)
    .type.map(({ text, href }) => (href === undefined ? text : `[${text}](${href})`))
    .join("");

const reference = { $ref: "#/components/schemas/Book" };

test.each<{ schema: Schema; kind: string; facts?: readonly string[] }>([
  { schema: {}, kind: "any value" },
  { schema: { type: "string", format: "date-time" }, kind: "string", facts: ["date-time"] },
  { schema: { type: ["string", "object"] }, kind: "string or object" },
  { schema: { const: "a" }, kind: '"a"' },
  { schema: { enum: [1, 2] }, kind: "number" },
  { schema: reference, kind: "[Book](types/Book)" },
  { schema: { anyOf: [reference, { type: "null" }] }, kind: "[Book](types/Book) or null" },
  {
    schema: { type: "array", items: { type: "array", items: reference } },
    kind: "array of array of [Book](types/Book)",
  },
  { schema: { oneOf: [{ type: "object" }, { type: "object" }] }, kind: "object" },
  { schema: { allOf: [{ type: "object" }, { oneOf: [] }] }, kind: "object" },
  { schema: { type: "integer", minimum: 0, maximum: 9 }, kind: "integer", facts: ["0 to 9"] },
  { schema: { type: "integer", exclusiveMinimum: 0 }, kind: "integer", facts: ["more than 0"] },
  { schema: { type: "string", minLength: 3, maxLength: 3 }, kind: "string", facts: ["3 characters"] },
  {
    schema: { type: "string", pattern: "^a$", default: "a" },
    kind: "string",
    facts: ["pattern ^a$", 'default "a"'],
  },
  {
    schema: { type: "array", minItems: 1, items: { type: "string", contentEncoding: "base64" } },
    kind: "array of string",
    facts: ["at least 1 item", "each base64"],
  },
  {
    schema: {
      anyOf: [
        { type: "string", format: "int64" },
        { type: "integer", maximum: 5 },
      ],
    },
    kind: "string or integer",
    facts: ["int64", "at most 5"],
  },
])("$kind with $facts", ({ schema, kind, facts = [] }) => {
  expect(kindOf(schema)).toBe(kind);
  expect(view(schema).facts).toEqual(facts);
});

test("an object has its members, and the branches of its choices", () => {
  const { members, choices, values } = view(shop.components?.schemas?.["Book"] ?? {});
  expect(members.map(({ name, required }) => `${name}${required ? "!" : ""}`)).toEqual([
    ...["title!", "pages", "tags", "next", "cover", "author"],
  ]);
  // A named type has a page of its own; one without a name is shown in place.
  expect(members.map((each) => each.hasParts)).toEqual([false, false, false, false, false, true]);
  expect(choices.map((branches) => branches.map((each) => each.members.map(({ name }) => name)))).toEqual([
    [["isbn"], ["shelf"]],
  ]);
  expect(values).toEqual([]);
});

test("members of the items of an array are shown", () => {
  const item = { type: "object", properties: { a: { enum: ["x", "y"] } } };
  const { members } = view({ type: "array", items: { anyOf: [item, { type: "null" }] } });
  expect(members.map(({ name, values }) => [name, values])).toEqual([["a", ['"x"', '"y"']]]);
});

test("a choice with one branch is none", () => {
  const only = { type: "object", properties: { a: {} } };
  const { members, choices } = view({ oneOf: [only] });
  expect([members.map(({ name }) => name), choices]).toEqual([["a"], []]);
});
