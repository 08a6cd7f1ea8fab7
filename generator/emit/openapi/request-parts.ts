/** Parameters and body of the request of a call. */
import {
  elsewhere,
  isBodyless,
  type JsonCallPlan,
  type JsonParameterPlan,
} from "../../plan/data/json-calls.js";
import type { OperationPlan } from "../../plan/data/operations.js";
import type { Json } from "../sample/json-form.js";
import type { Examples } from "./examples.js";
import { pageParameters } from "./pages.js";
import { described, type Schemas } from "./schemas.js";
import type { Schema } from "./simple-schemas.js";

export class RequestParts {
  readonly #schemas: Schemas;
  readonly #operation: OperationPlan;
  readonly #call: JsonCallPlan;
  /** Members that are not in the document. */
  readonly #elsewhere: ReadonlySet<string>;
  readonly #example: Json;

  constructor(
    { schemas, examples }: { readonly schemas: Schemas; readonly examples: Examples },
    operation: OperationPlan,
    call: JsonCallPlan,
  ) {
    this.#schemas = schemas;
    this.#operation = operation;
    this.#call = call;
    this.#elsewhere = elsewhere(call);
    this.#example = (call.example ?? madeExample(examples.input(operation), call)) as Json;
  }

  parameters(): Schema {
    const parameters = [
      ...this.#call.parameters.flatMap((parameter) => this.#parameter(parameter)),
      ...(this.#call.page === undefined ? [] : pageParameters),
    ];
    return parameters.length === 0 ? {} : { parameters };
  }

  #parameter({ name, in: place, header }: JsonParameterPlan): readonly Schema[] {
    const { body } = this.#operation.input;
    const field = this.#schemas.documentFields(body, this.#call.body).get(name);
    if (field === undefined) return [];
    const { defaults, required } = this.#call;
    const example = ownValue(this.#example, name);
    const isDefault = Object.hasOwn(defaults, name);
    const isRequired = place === "path" || required.includes(name) || (field.required && !isDefault);
    // A parameter cannot be null.
    const schema = this.#schemas.field({ ...field, nillable: false });
    return [
      {
        name: header ?? name,
        in: place,
        ...(isRequired ? { required: true } : {}),
        ...described(field.doc, {}),
        schema: isDefault ? { ...schema, default: defaults[name] } : schema,
        ...(example === undefined || example === null ? {} : { example }),
      },
    ];
  }

  body(): Schema {
    const { input, headers } = this.#operation;
    const { method, body, defaults } = this.#call;
    const names = this.#elsewhere;
    const isAll = names.size > 0 && names.size === this.#schemas.documentMembers(input.body, body).length;
    if (isBodyless(method) || (isAll && headers.input === undefined)) return {};
    const schema =
      body === undefined
        ? this.#schemas.message(input.body, headers.input, { without: names })
        : this.#schemas.part(this.#schemas.documentMembers(input.body, body), names);
    const needed = this.#call.required.filter((name) => !names.has(name));
    const content = jsonContent(withRequired(withDefaults(schema, defaults), needed), this.#bodyExample());
    return { requestBody: { required: true, content } };
  }

  #bodyExample(): Json {
    if (this.#elsewhere.size === 0) return this.#example;
    return withoutMembers(this.#example, this.#elsewhere);
  }
}

/** The request in the sample of an input. */
function madeExample(input: Json, { body }: JsonCallPlan): unknown {
  return body === undefined ? input : ownValue(input, body);
}

/** An example without some of its members. */
export function withoutMembers(example: Json, names: ReadonlySet<string>): Json {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return example;
  return Object.fromEntries(Object.entries(example).filter(([name]) => !names.has(name)));
}

/** The schema of an object some of whose members may be absent. */
function withDefaults(schema: Schema, defaults: Schema): Schema {
  if (Object.keys(defaults).length === 0) return schema;
  const { allOf } = schema;
  if (Array.isArray(allOf)) {
    const [base, ...others] = allOf as readonly Schema[];
    return { ...schema, allOf: [withDefaults(base ?? {}, defaults), ...others] };
  }
  const { required = [], properties = {} } = schema as {
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, Schema>>;
  };
  return {
    ...schema,
    required: required.filter((name) => !Object.hasOwn(defaults, name)),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [
        name,
        Object.hasOwn(defaults, name) ? { ...each, default: defaults[name] } : each,
      ]),
    ),
  };
}

/** The schema of an object that must have some members. */
function withRequired(schema: Schema, names: readonly string[]): Schema {
  if (names.length === 0) return schema;
  const { allOf, required = [] } = schema as {
    readonly allOf?: readonly Schema[];
    readonly required?: readonly string[];
  };
  if (allOf !== undefined) {
    const [base = {}, ...others] = allOf;
    return { ...schema, allOf: [withRequired(base, names), ...others] };
  }
  return { ...schema, required: [...new Set([...required, ...names])] };
}

export function ownValue(value: Json, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([each]) => each === name)?.[1];
}

export function jsonContent(schema: Schema, example: Json): Schema {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}
