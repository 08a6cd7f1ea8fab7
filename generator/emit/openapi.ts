import { resultField, type OperationPlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { notice, type Artefact } from "./emitter.js";
import { described, reference, Schemas } from "./openapi/schemas.js";
import type { Schema } from "./openapi/simple-schemas.js";

/** The document of OpenAPI 3.1.1 about the operations: `POST /{operation}`, with JSON in both directions. */
export function emitOpenApi(plan: Plan): Artefact {
  return { path: "openapi.json", text: `${JSON.stringify(openApi(plan), undefined, 2)}\n` };
}

export function openApi(plan: Plan): Schema {
  const schemas = new Schemas(plan);
  const [service] = plan.services;
  const description = plan.services.flatMap(({ doc }) => doc).join("\n\n");
  const names = uniqueNames(plan.operations.map(({ name }) => name));
  return {
    "x-generated": notice(plan, "openapi").join(" "),
    openapi: "3.1.1",
    info: {
      title: service?.name ?? "Service",
      version: "1",
      ...(description === "" ? {} : { description }),
    },
    paths: Object.fromEntries(
      plan.operations.map((operation, at) => {
        const name = names[at] ?? operation.name;
        return [`/${encodeURIComponent(name)}`, { post: operationOf(schemas, operation, name) }] as const;
      }),
    ),
    components: { schemas: { ...schemas.components(), "http.Problem": problem } },
  };
}

/** Each name; where several are equal, the first, and then `name-2`, `name-3` and so on, without the names of others. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  return names.map((name, at) => {
    if (names.indexOf(name) === at) return name;
    let count = 2;
    while (taken.has(`${name}-${String(count)}`)) count += 1;
    const unique = `${name}-${String(count)}`;
    taken.add(unique);
    return unique;
  });
}

function operationOf(schemas: Schemas, operation: OperationPlan, name: string): Schema {
  const { doc, input, headers } = operation;
  return {
    operationId: name,
    summary: operation.name,
    ...(doc.length === 0 ? {} : { description: doc.join("\n\n") }),
    requestBody: { required: true, content: json(schemas.message(input.body, headers.input)) },
    responses: { ...answers(schemas, operation), ...problems(schemas, operation) },
  };
}

function answers(schemas: Schemas, { output, headers }: OperationPlan): Schema {
  const { body, kind } = output;
  if (body === undefined) return { 202: { description: "The message was accepted." } };
  const empty = { 204: { description: "There is no value." } };
  if (kind === "nothing" && headers.output === undefined) return empty;
  const field = resultField(output);
  const found = {
    200: { description: "The response.", content: json(schemas.message(body, headers.output, field)) },
  };
  return field !== undefined && !field.required && !field.repeated && headers.output === undefined
    ? { ...found, ...empty }
    : found;
}

function problems(schemas: Schemas, { faults, headerFaults }: OperationPlan): Schema {
  const details = [...faults, ...headerFaults].map(({ doc, element }) =>
    described(doc, schemas.field(element.field)),
  );
  const refused = {
    default: {
      description: "The call failed (RFC 9457).",
      content: problemContent(reference("http.Problem")),
    },
  };
  if (details.length === 0) return refused;
  const fault = {
    allOf: [reference("http.Problem"), { type: "object", properties: { fault: { anyOf: details } } }],
  };
  return { 500: { description: "A declared fault.", content: problemContent(fault) }, ...refused };
}

function json(schema: Schema): Schema {
  return { "application/json": { schema } };
}

function problemContent(schema: Schema): Schema {
  return { "application/problem+json": { schema } };
}

/** RFC 9457, section 3.1. */
const problem: Schema = {
  type: "object",
  properties: {
    type: { type: "string", format: "uri-reference" },
    title: { type: "string" },
    status: { type: "integer", minimum: 100, maximum: 599 },
    detail: { type: "string" },
    instance: { type: "string", format: "uri-reference" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "detail"],
        properties: { pointer: { type: "string" }, detail: { type: "string" } },
      },
    },
  },
};
