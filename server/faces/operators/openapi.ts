import { isAction, isList } from "../../actions/action.js";
import type { Member } from "../../actions/members.js";
import type { Rights } from "../../actions/rights.js";
import { type ApiCall, type ApiTable, inputOf, operatorsPath } from "./calls.js";
import { itemLimits } from "./items.js";
import { problems } from "./problems.js";
import { fieldSchema, memberSchema, type Schema } from "./values.js";

/** `key add` is `keyAdd`. */
const idOf = (name: string): string =>
  name.replace(/[ -](?<first>[a-z])/gu, (_, first: string) => first.toUpperCase());

/** Help of a command without its example, which is one of the command line. */
const withoutExample = (help: string): string => help.split(/\. Example: /u)[0] ?? help;

function needText({ operator, identity }: Rights): string {
  const trusted = identity === undefined ? "" : ", and a trusted key";
  return `Needs the role ${operator}${trusted}.`;
}

const objectOf = (members: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: "object",
  required,
  properties: members,
});

/** The fields of a call by name. */
const fieldsOf = ({
  entry,
}: ApiCall): readonly (readonly [name: string, schema: Schema, isRequired: boolean])[] =>
  Object.entries(inputOf(entry)).map(([name, field]) => [
    name,
    fieldSchema(entry, name, field),
    field.required && field.unless === undefined,
  ]);

function rowSchema({ entry: { members } }: ApiCall): Schema {
  const schemas = Object.entries(members).map(([name, member]) => [name, memberSchema(member)]);
  // A secret is there if the call has made it.
  const isAlways = ({ secret = false, optional = false }: Member): boolean => !secret && !optional;
  const required = Object.entries(members).flatMap(([name, member]) => (isAlways(member) ? [name] : []));
  return objectOf(Object.fromEntries(schemas) as Record<string, Schema>, required);
}

const text = (description: string): Schema => ({ type: "string", description });

const doneSchema = (row: Schema): Schema =>
  objectOf(
    {
      row,
      text: {
        type: ["string", "null"],
        description: "what was done, in a sentence; null where the row says all",
      },
      repeated: { type: "boolean", description: "true in the response to a repeated call" },
    },
    ["row", "text"],
  );

const pageSchema = (row: Schema): Schema =>
  objectOf(
    {
      items: { type: "array", items: row, maxItems: itemLimits.most },
      next: text("cursor of the next part; absent at the end"),
      stopped: text("why the part ends early; absent if nothing stopped it"),
    },
    ["items"],
  );

const problemResponse = (description: string): Schema => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

const refusals: Readonly<Record<string, Schema>> = {
  401: problemResponse(`${problems.WrongKey.title}.`),
  403: problemResponse(`${problems.NotAllowed.title}.`),
  422: problemResponse(`${problems.RefusedValue.title}.`),
  429: problemResponse(`${problems.TooManyAttempts.title}.`),
  500: problemResponse(`${problems.Internal.title}.`),
  "4XX": problemResponse("The request was refused; nothing was changed."),
  default: problemResponse("The call failed (RFC 9457)."),
};

const json = (schema: Schema): Schema => ({ "application/json": { schema } });

const partParameters: readonly Schema[] = [
  {
    name: "limit",
    in: "query",
    description: "maximum items",
    schema: { type: "integer", minimum: 1, maximum: itemLimits.most, default: itemLimits.usual },
  },
  {
    name: "cursor",
    in: "query",
    description: "where the part begins: `next` of the one before it",
    schema: { type: "string" },
  },
];

const onceParameter = (required: boolean): Schema => ({
  name: "Idempotency-Key",
  in: "header",
  required,
  description:
    "the caller's own identifier of this call: a repeated one gets the first response within 24 hours, and changes nothing",
  schema: { type: "string", maxLength: 255 },
});

function requestOf(call: ApiCall): Schema {
  const { entry } = call;
  const fields = fieldsOf(call);
  if (isAction(entry)) {
    const required = fields.flatMap(([name, , isRequired]) => (isRequired ? [name] : []));
    const members = Object.fromEntries(fields.map(([name, schema]) => [name, schema] as const));
    const schema = { ...objectOf(members, required), additionalProperties: false };
    return {
      parameters: [onceParameter(entry.once === true)],
      requestBody: { required: true, content: json(schema) },
    };
  }
  const filters = fields.map(([name, { description, ...schema }, required]) => ({
    name,
    in: "query",
    required,
    description,
    schema,
  }));
  return { parameters: [...filters, ...(isList(entry) ? partParameters : [])] };
}

function operationOf(call: ApiCall): Schema {
  const { entry, tag } = call;
  const help = withoutExample(entry.help);
  const row = rowSchema(call);
  const schema = isAction(entry) ? doneSchema(row) : isList(entry) ? pageSchema(row) : row;
  return {
    operationId: idOf(entry.name),
    tags: [tag],
    summary: help.split(/[;:(.]/u)[0]?.trim(),
    description: `${help}. ${needText(entry.may)}`,
    ...requestOf(call),
    responses: { 200: { description: "The call was carried out.", content: json(schema) }, ...refusals },
  };
}

const problemSchema: Schema = objectOf(
  {
    type: { ...text("page of the code"), format: "uri-reference" },
    title: text("what the code means"),
    status: { type: "integer", description: "HTTP status" },
    code: { ...text("one of a closed table"), enum: Object.keys(problems) },
    detail: text("what was refused, and why"),
    errors: {
      type: "array",
      description: "places in the document",
      items: objectOf({ pointer: text("JSON pointer (RFC 6901)"), detail: text("what is wrong there") }, [
        "pointer",
        "detail",
      ]),
    },
  },
  ["type", "title", "status", "code", "detail"],
);

/** The OpenAPI document of the table, as text. */
export function openApiText({ subjects, calls }: ApiTable, version: string): string {
  const paths = [...calls.values()].map((call) => [
    `/${call.path}`,
    { [call.method.toLowerCase()]: operationOf(call) },
  ]);
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Messenger for operators",
      version,
      description:
        "Every action and list of the command line and the console, for programs of operators. A call that fails gets a problem (RFC 9457).",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: operatorsPath }],
    security: [{ operatorKey: [] }],
    tags: subjects.map(({ name, help }) => ({ name, description: `${help}.` })),
    paths: Object.fromEntries(paths) as Schema,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        operatorKey: {
          type: "http",
          scheme: "bearer",
          description: "A key of an operator: `messenger operator key add`.",
        },
      },
    },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
