/** Parameters and body of the request of an operation. */
import { isBodyless } from "../../plan/data/json-calls.js";
import type { OperationPlan } from "../../plan/data/operations.js";
import type { Json } from "../sample/json-form.js";
import type { Examples } from "./examples.js";
import { described, type Schemas } from "./schemas.js";
import type { Schema } from "./simple-schemas.js";

export class RequestParts {
  readonly #schemas: Schemas;
  readonly #operation: OperationPlan;
  /** Members that are parameters. */
  readonly #names: ReadonlySet<string>;
  readonly #example: Json;

  constructor(
    { schemas, examples }: { readonly schemas: Schemas; readonly examples: Examples },
    operation: OperationPlan,
  ) {
    this.#schemas = schemas;
    this.#operation = operation;
    this.#names = new Set(operation.json.parameters.map(({ property }) => property));
    this.#example = examples.input(operation);
  }

  parameters(): Schema {
    const fields = new Map(
      this.#schemas.fieldsOf(this.#operation.input.body).map((each) => [each.property, each]),
    );
    const parameters = this.#operation.json.parameters.flatMap(({ property: name, in: place }) => {
      const field = fields.get(name);
      if (field === undefined) return [];
      const example = ownValue(this.#example, name);
      return {
        name,
        in: place,
        ...(field.required ? { required: true } : {}),
        ...described(field.doc, {}),
        // A parameter cannot be null.
        schema: this.#schemas.field({ ...field, nillable: false }),
        ...(example === undefined || example === null ? {} : { example }),
      };
    });
    return parameters.length === 0 ? {} : { parameters };
  }

  body(): Schema {
    const { input, headers, json } = this.#operation;
    const isAll = this.#names.size > 0 && this.#names.size === this.#schemas.membersOf(input.body).length;
    if (isBodyless(json.method) || (isAll && headers.input === undefined)) return {};
    const schema = this.#schemas.message(input.body, headers.input, { without: this.#names });
    return { requestBody: { required: true, content: jsonContent(schema, this.#bodyExample()) } };
  }

  #bodyExample(): Json {
    if (this.#names.size === 0 || typeof this.#example !== "object" || this.#example === null)
      return this.#example;
    const members = Object.entries(this.#example).filter(([name]) => !this.#names.has(name));
    return Object.fromEntries(members);
  }
}

function ownValue(value: Json, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([each]) => each === name)?.[1];
}

export function jsonContent(schema: Schema, example: Json): Schema {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}
