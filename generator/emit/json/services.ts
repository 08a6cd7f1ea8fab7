/** The services of `json.ts`: their operations over JSON. */
import { fieldsOf, type FieldPlan } from "../../plan/data/members.js";
import { bodyFields, type OperationPlan, type ServicePlan } from "../../plan/data/operations.js";
import type { JsonParameterPlan } from "../../plan/data/json-calls.js";
import type { Plan } from "../../plan/data/plan.js";
import { code, documented, key, object, openObject, value as asValue, type Code } from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import { literal } from "../printer/text.js";
import type { JsonFile } from "./json-file.js";
import { jsonFormOf } from "./json-form.js";

export function printServices(file: GeneratedFile, plan: Plan, json: JsonFile): void {
  const operations = file.module("operations", "./operations.js");
  const callOf = (operation: OperationPlan): Code => {
    const { method, path, parameters, status } = operation.json;
    const kinds = new ParameterKinds(plan, operation);
    const members = parameters.map((parameter) => kinds.print(parameter));
    const printed = [
      code`path: ${literal(path)}`,
      ...(method === "POST" ? [] : [code`method: ${literal(method)}`]),
      ...(members.length === 0 ? [] : [object("parameters: ", members)]),
      ...(status === 200 ? [] : [code`status: ${String(status)}`]),
      code`operation: ${asValue(file.member(operations, operation.stem))}`,
      code`messages: ${asValue(file.exported(operation.stem))}`,
    ];
    return object(code`${key(operation.method)}: `, printed);
  };
  const constantOf = ({ name, jsonConstant, operations: own }: ServicePlan): Code => {
    const calls = own.map(callOf);
    const head = code`export const ${asValue(file.exported(jsonConstant))}: ${json.type("JsonService")} =`;
    return documented(
      [`The operations of the service \`${name}\` as JSON, by method.`],
      calls.length === 0 ? code`${head} {};` : openObject(head, calls, "};"),
    );
  };
  for (const service of plan.services)
    file.print({ kind: "code", codes: [constantOf(service)], place: { module: "services", name: "" } });
}

/** What the texts of parameters are in JSON. */
class ParameterKinds {
  readonly #fields: readonly FieldPlan[];
  readonly #numeric: ReadonlySet<string>;

  constructor({ records, enums }: Plan, { input: { body } }: OperationPlan) {
    const { value } = body.kind === "bare" ? body.field : {};
    const record = records.find(({ type }) => value?.kind === "record" && type.unique === value.type.unique);
    this.#fields = record === undefined ? bodyFields(body) : fieldsOf(record.allMembers);
    this.#numeric = new Set(enums.filter(({ numeric }) => numeric).map(({ type }) => type.unique));
  }

  print({ property, in: place }: JsonParameterPlan): Code {
    const { kind, list } = this.#kindOf(property);
    const parts = [
      code`in: ${literal(place)}`,
      code`kind: ${literal(kind)}`,
      ...(list ? ["list: true"] : []),
    ];
    return object(code`${key(property)}: `, parts);
  }

  #kindOf(property: string): { readonly kind: string; readonly list: boolean } {
    const field = this.#fields.find((each) => each.property === property);
    if (field === undefined) throw new Error(`There is no member ${property}.`);
    const { value, repeated } = field;
    const one = value.kind === "list" ? value.item : value;
    if (one.kind !== "simple" && one.kind !== "enum") throw new Error(`${property} is no parameter.`);
    const inList = one.kind === "simple" && one.shape?.kind === "list" ? one.shape.item : undefined;
    const form = jsonFormOf(inList ?? one, ({ type }) => this.#numeric.has(type.unique));
    const list = repeated || value.kind === "list" || inList !== undefined || form === "list";
    const kind = form === "boolean" ? form : form === "number" || form === "float" ? "number" : "text";
    return { kind, list };
  }
}
