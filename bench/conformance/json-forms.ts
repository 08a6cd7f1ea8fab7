/** Sends values of every message of a contract through JSON, and says what is lost on the way. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { AnyOperation, AnyService } from "messenger-gen-runtime/host";
import { type JsonOperation, parseJson, printJson } from "messenger-gen-runtime/json";
import { emitAll } from "#generator/emit/all.js";
import { emitJson } from "#generator/emit/json.js";
import { openApi } from "#generator/emit/openapi.js";
import { lostFacets, renamedOperations } from "#generator/emit/openapi/losses.js";
import { compileModules } from "./compiled-modules.js";
import type { OperationPlan } from "#generator/plan/data/operations.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { difference } from "./difference.js";
import type { Source } from "./source.js";
import { NoValue, Values } from "./values.js";
import { asXml, fromXml, type XmlMessage } from "./xml-message.js";

/** Result of the documents. */
export interface JsonExercised {
  /** What is lost, and what is wrong with `openapi.json`. */
  readonly flaws: readonly string[];
  /** Operations in `openapi.json`. */
  readonly operations: number;
  /** Documents that are valid by their schema, and whose values are the same XML as before. */
  readonly documents: number;
  /** Warnings about what `openapi.json` does not state. */
  readonly warnings: number;
}

/** The messages of an operation as JSON. */
export type JsonMessages = JsonOperation<unknown, unknown, unknown, unknown>;

/** Input or output of an operation. */
interface Side {
  readonly label: string;
  readonly json: JsonMessages["input"];
  readonly xml: XmlMessage;
  /** Of JSON by `openapi.json`. */
  readonly validate: ValidateFunction;
  readonly draw: (source: Source) => unknown;
}

/** An operation with its codecs. */
interface Served {
  readonly operation: OperationPlan;
  readonly path: string;
  readonly xml: AnyOperation;
  readonly json: JsonMessages;
}

export async function exerciseJson(plan: Plan, sources: ReadonlyMap<string, Source>): Promise<JsonExercised> {
  const document = JSON.parse(JSON.stringify(openApi(plan))) as { readonly paths: object };
  const warnings = lostFacets(plan).length + renamedOperations(plan).length;
  const paths = Object.keys(document.paths);
  const flaws: string[] = [];
  let documents = 0;
  const { valid, errors } = await new Validator().validate({ ...document });
  if (!valid) flaws.push(`openapi.json: ${JSON.stringify(errors).slice(0, 300)}`);
  const schemaAt = schemasOf(document);
  const values = new Values(plan);
  for (const served of await servedBy(plan, paths))
    for (const side of sidesOf(served, values, schemaAt))
      for (const [name, source] of sources) {
        const flaw = flawOf(side, source);
        if (flaw === undefined) documents++;
        else if (flaw !== noValue) flaws.push(`${side.label} as JSON, ${name}: ${flaw}`);
      }
  return { flaws, operations: paths.length, documents, warnings };
}

async function servedBy(plan: Plan, paths: readonly string[]): Promise<readonly Served[]> {
  const load = await compileModules([...emitAll(plan), ...emitJson(plan)]);
  return plan.services.flatMap(({ constant, operations }) => {
    const { operations: codecs } = load("service")[constant] as AnyService;
    return operations.flatMap((operation) => {
      const xml = codecs[operation.method];
      const path = paths[plan.operations.findIndex(({ stem }) => stem === operation.stem)] ?? "";
      const json = load("json")[operation.stem] as JsonMessages;
      return xml === undefined ? [] : [{ operation, path, xml, json }];
    });
  });
}

/** The schema at `requestBody` or a response of a path. */
export type SchemaAt = (path: string, place: string) => ValidateFunction;

export function schemasOf(document: object): SchemaAt {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat("decimal", true).addFormat("int64", true);
  ajv.addSchema(document, "openapi.json");
  return (path, place) => {
    const pointer = `paths/~1${encodeURIComponent(path.slice(1))}/post/${place}/content/application~1json/schema`;
    const validate = ajv.getSchema(`openapi.json#/${pointer}`);
    if (validate === undefined) throw new Error(`openapi.json has no ${pointer}`);
    return validate;
  };
}

function sidesOf(
  { operation, path, xml, json }: Served,
  values: Values,
  schemaAt: SchemaAt,
): readonly Side[] {
  const { name, input, output } = operation;
  const asked: Side = {
    label: `input of ${name}`,
    json: json.input,
    xml: xml.input,
    validate: schemaAt(path, "requestBody"),
    draw: (source) => values.input(input.body, source),
  };
  if (json.output === undefined || xml.output === undefined || output.body === undefined) return [asked];
  const answered: Side = {
    label: `output of ${name}`,
    json: json.output,
    xml: xml.output,
    validate: schemaAt(path, "responses/200"),
    draw: (source) => values.output(output, source),
  };
  return [asked, answered];
}

/** A message that has no value with an end. */
const noValue = Symbol("no value");

/** What is wrong with the JSON of a value; undefined for nothing. */
function flawOf({ json, xml, validate, draw }: Side, source: Source): string | typeof noValue | undefined {
  try {
    const drawn = draw(source);
    const before = throughXml(xml, drawn);
    const value = before === undefined ? drawn : before.value;
    const text = printJson(json, value);
    if (text !== "" && !validate(JSON.parse(text)))
      return `not valid by the schema: ${JSON.stringify(validate.errors?.slice(0, 2))} ${text.slice(0, 300)}`;
    const after = parseJson(json, text).value;
    if (before === undefined) return difference(value, after);
    return asXml(xml, after) === asXml(xml, value) ? undefined : `other XML: ${text.slice(0, 300)}`;
  } catch (error) {
    if (error instanceof NoValue) return noValue;
    return String(error);
  }
}

/** The value through XML; undefined where it cannot be written without MIME parts. */
function throughXml(xml: XmlMessage, value: unknown): { readonly value: unknown } | undefined {
  try {
    return { value: fromXml(xml, asXml(xml, value)) };
  } catch (error) {
    if (error instanceof Error && /attachment/.test(error.message)) return undefined;
    throw error;
  }
}
