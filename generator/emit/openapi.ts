import { hasCaller, problemStatuses, type JsonCallPlan } from "../plan/data/json-calls.js";
import { outputFields, resultField, type OperationPlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { notice, type Artefact } from "./emitter.js";
import { Examples } from "./openapi/examples.js";
import { itemOf } from "./json/services.js";
import { pageOf } from "./openapi/pages.js";
import { jsonContent, ownValue, RequestParts, withoutMembers } from "./openapi/request-parts.js";
import { described, reference, Schemas } from "./openapi/schemas.js";
import type { Json } from "./sample/json-form.js";
import type { Schema } from "./openapi/simple-schemas.js";

/** The document of OpenAPI 3.1.1 about the operations over JSON. */
export function emitOpenApi(plan: Plan): Artefact {
  return { path: "openapi.json", text: `${JSON.stringify(openApi(plan), undefined, 2)}\n` };
}

export function openApi(plan: Plan): Schema {
  const schemas = new Schemas(plan);
  const [service] = plan.services;
  const description = plan.services.flatMap(({ doc }) => doc).join("\n\n");
  const parts = { schemas, examples: new Examples(plan) };
  const paths = pathsOf(parts, plan);
  const document = {
    "x-generated": notice(plan, "openapi").join(" "),
    openapi: "3.1.1",
    info: {
      title: service?.name ?? "Service",
      version: "1",
      ...(description === "" ? {} : { description }),
    },
    paths,
  };
  const problems = { "http.Problem": problem, "http.OtherProblem": otherProblem };
  const components = reached(paths, { ...schemas.components(), ...problems });
  return mergePatch({ ...document, components: { schemas: components } }, plan.openapi);
}

/** JSON Merge Patch (RFC 7396): null removes a member, objects are merged, other values replace. */
function mergePatch(document: Schema, patch: Schema): Schema {
  const merged = new Map(Object.entries(document));
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name);
    else if (isObject(value)) {
      const before = merged.get(name);
      merged.set(name, mergePatch(isObject(before) ? before : {}, value));
    } else merged.set(name, value);
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas that something refers to, in their order. */
function reached(from: Schema, all: Schema): Schema {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g))
      if (!names.has(name)) {
        names.add(name);
        visit(all[name] ?? {});
      }
  };
  visit(from);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

interface Parts {
  readonly schemas: Schemas;
  readonly examples: Examples;
}

/** Operations by path, and there by method. */
function pathsOf(parts: Parts, { operations }: Plan): Schema {
  const paths = new Map<string, Record<string, Schema>>();
  const isSecured = operations.some(({ json }) => json.some(hasCaller));
  for (const operation of operations)
    for (const call of operation.json) {
      const methods = paths.get(`/${call.path}`) ?? {};
      const described = operationOf(parts, operation, call);
      methods[call.method.toLowerCase()] =
        isSecured && !hasCaller(call) ? { ...described, security: [] } : described;
      paths.set(`/${call.path}`, methods);
    }
  return Object.fromEntries(paths);
}

function operationOf(parts: Parts, operation: OperationPlan, call: JsonCallPlan): Schema {
  const { doc } = operation;
  const request = new RequestParts(parts, operation, call);
  return {
    operationId: call.name,
    ...(call.tag === undefined ? {} : { tags: [call.tag] }),
    summary: call.summary ?? operation.name,
    ...(doc.length === 0 ? {} : { description: doc.join("\n\n") }),
    ...request.parameters(),
    ...request.body(),
    responses: { ...answers(parts, operation, call), ...problems(parts.schemas, operation, call) },
  };
}

function answers(parts: Parts, operation: OperationPlan, call: JsonCallPlan): Schema {
  const { schemas, examples } = parts;
  const { output, headers } = operation;
  const { body, kind } = output;
  if (body === undefined) return { 202: { description: "The message was accepted." } };
  const empty = { 204: { description: "There is no value." } };
  if (call.status === 204 || (kind === "nothing" && headers.output === undefined)) return empty;
  const { page, response, omit, status } = call;
  if (page !== undefined || response !== undefined || omit.length > 0)
    return { [status]: { description: "The response.", content: ownContent(parts, operation, call) } };
  const field = resultField(output);
  const content = jsonContent(
    schemas.message(body, headers.output, { result: field }),
    examples.output(operation),
  );
  const found = { [status]: { description: "The response.", content } };
  return field !== undefined && !field.required && !field.repeated && headers.output === undefined
    ? { ...found, ...empty }
    : found;
}

/** A response that differs from the output. */
function ownContent(
  { schemas, examples }: Parts,
  operation: OperationPlan,
  { page, response, omit }: JsonCallPlan,
): Schema {
  if (response !== undefined) return jsonContent(page === undefined ? response : pageOf(response), undefined);
  const field = resultField(operation.output);
  const members = field === undefined ? outputFields(operation.output) : schemas.recordMembers(field);
  const example = examples.output(operation);
  if (typeof page !== "string")
    return jsonContent(schemas.part(members, new Set(omit)), withoutMembers(example, new Set(omit)));
  const list = schemas.fieldNamed(members, page);
  if (list === undefined) throw new Error(`There is no member ${page}.`);
  const item = schemas.field({ ...list, ...itemOf(list), repeated: false });
  const items = ownValue(example, page);
  return jsonContent(pageOf(item), items === undefined ? undefined : { items: items as Json });
}

function problems(schemas: Schemas, operation: OperationPlan, call: JsonCallPlan): Schema {
  return {
    500: problemResponse("The service failed.", anyProblem),
    ...(hasCaller(call)
      ? {
          401: problemResponse("The credentials are missing or wrong.", anyProblem),
          429: problemResponse("There were too many wrong credentials.", anyProblem),
        }
      : {}),
    ...declaredFaults(schemas, operation, call),
    "4XX": problemResponse("The request was refused; nothing was changed.", anyProblem),
    default: problemResponse("The call failed (RFC 9457).", anyProblem),
  };
}

/** Responses with declared faults, by their statuses. */
function declaredFaults(
  schemas: Schemas,
  { faults, headerFaults }: OperationPlan,
  call: JsonCallPlan,
): Schema {
  const byStatus = new Map<number, Schema[]>();
  for (const { doc, className, element } of [...faults, ...headerFaults]) {
    const status = call.faults[className] ?? 500;
    const detail = {
      type: "object",
      required: ["faultName", "fault"],
      properties: { faultName: { const: className }, fault: described(doc, schemas.field(element.field)) },
    };
    byStatus.set(status, [...(byStatus.get(status) ?? []), detail]);
  }
  const responses = Array.from(byStatus, ([status, details]) => {
    const fault = { allOf: [anyProblem, ...(details.length === 1 ? details : [{ oneOf: details }])] };
    const isShared = problemStatuses.has(status) || (status === 429 && hasCaller(call));
    const schema = isShared ? { oneOf: [fault, reference("http.OtherProblem")] } : fault;
    const description = isShared ? "A declared fault, or another problem." : "A declared fault.";
    return [status, problemResponse(description, schema)] as const;
  });
  return Object.fromEntries(responses);
}

const anyProblem = reference("http.Problem");

function problemResponse(description: string, schema: Schema): Schema {
  return { description, content: problemContent(schema) };
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

/** A problem beside declared faults: their names are theirs alone, so that a fault with a wrong detail is not taken for another problem. */
const otherProblem: Schema = {
  allOf: [anyProblem],
  not: { required: ["faultName"], properties: { faultName: {} } },
};
