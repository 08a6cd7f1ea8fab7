import { resultField, type OperationPlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { notice, type Artefact } from "./emitter.js";
import { Examples } from "./openapi/examples.js";
import { jsonContent, RequestParts } from "./openapi/request-parts.js";
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
  const parts = { schemas, examples: new Examples(plan) };
  return {
    "x-generated": notice(plan, "openapi").join(" "),
    openapi: "3.1.1",
    info: {
      title: service?.name ?? "Service",
      version: "1",
      ...(description === "" ? {} : { description }),
    },
    paths: pathsOf(parts, plan),
    components: { schemas: { ...schemas.components(), "http.Problem": problem } },
  };
}

interface Parts {
  readonly schemas: Schemas;
  readonly examples: Examples;
}

/** Operations by path, and there by method. */
function pathsOf(parts: Parts, { operations }: Plan): Schema {
  const paths = new Map<string, Record<string, Schema>>();
  for (const operation of operations) {
    const { path, method } = operation.json;
    const methods = paths.get(`/${path}`) ?? {};
    methods[method.toLowerCase()] = operationOf(parts, operation);
    paths.set(`/${path}`, methods);
  }
  return Object.fromEntries(paths);
}

function operationOf(parts: Parts, operation: OperationPlan): Schema {
  const { doc, json: call } = operation;
  const request = new RequestParts(parts, operation);
  return {
    operationId: call.name,
    ...(call.tag === undefined ? {} : { tags: [call.tag] }),
    summary: call.summary ?? operation.name,
    ...(doc.length === 0 ? {} : { description: doc.join("\n\n") }),
    ...request.parameters(),
    ...request.body(),
    responses: { ...answers(parts, operation), ...problems(parts.schemas, operation) },
  };
}

function answers({ schemas, examples }: Parts, operation: OperationPlan): Schema {
  const { output, headers } = operation;
  const { body, kind } = output;
  if (body === undefined) return { 202: { description: "The message was accepted." } };
  const empty = { 204: { description: "There is no value." } };
  if (kind === "nothing" && headers.output === undefined) return empty;
  const field = resultField(output);
  const content = jsonContent(
    schemas.message(body, headers.output, { result: field }),
    examples.output(operation),
  );
  const found = { [operation.json.status]: { description: "The response.", content } };
  return field !== undefined && !field.required && !field.repeated && headers.output === undefined
    ? { ...found, ...empty }
    : found;
}

function problems(schemas: Schemas, { faults, headerFaults }: OperationPlan): Schema {
  const details = [...faults, ...headerFaults].map(({ doc, className, element }) => ({
    type: "object",
    required: ["faultName", "fault"],
    properties: { faultName: { const: className }, fault: described(doc, schemas.field(element.field)) },
  }));
  const refused = {
    default: {
      description: "The call failed (RFC 9457).",
      content: problemContent(reference("http.Problem")),
    },
  };
  if (details.length === 0) return refused;
  const fault = {
    allOf: [reference("http.Problem"), ...(details.length === 1 ? details : [{ oneOf: details }])],
  };
  return { 500: { description: "A declared fault.", content: problemContent(fault) }, ...refused };
}

function problemContent(schema: Schema): Schema {
  return { "application/problem+json": { schema } };
}

/** RFC 9457, section 3.1; `code` is one of `problemTable`. */
const problem: Schema = {
  type: "object",
  required: ["type", "title", "status", "code"],
  properties: {
    type: { type: "string", format: "uri-reference" },
    title: { type: "string" },
    status: { type: "integer", minimum: 400, maximum: 599 },
    code: { type: "string" },
    detail: { type: "string" },
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
