/** The services of `json.ts`: their operations over JSON. */
import type { JsonCallPlan, JsonMembers, JsonParameterPlan } from "../../plan/data/json-calls.js";
import { fieldsOf, type FieldPlan, type MemberPlan } from "../../plan/data/members.js";
import {
  bodyFields,
  outputFields,
  resultField,
  type OperationPlan,
  type ServicePlan,
} from "../../plan/data/operations.js";
import type { Plan } from "../../plan/data/plan.js";
import {
  code,
  documented,
  key,
  list,
  object,
  openObject,
  value as asValue,
  type Code,
  typing,
} from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import { literal } from "../printer/text.js";
import type { JsonFile } from "./json-file.js";
import { jsonFormOf } from "./json-form.js";
import { writeObject } from "./write-members.js";

export function printServices(file: GeneratedFile, plan: Plan, json: JsonFile): void {
  const calls = new Calls(file, plan, json);
  const constantOf = ({ name, jsonConstant, operations: own }: ServicePlan): Code => {
    const members = own.map((operation) =>
      list(
        code`${key(operation.method)}: [`,
        operation.json.map((call, at) => calls.print(operation, call, at)),
        "]",
      ),
    );
    const head = code`export const ${asValue(file.exported(jsonConstant))}${typing`: ${json.type("JsonService")}`} =`;
    return documented(
      [`The operations of the service \`${name}\` as JSON, by method.`],
      members.length === 0 ? code`${head} {};` : openObject(head, members, "};"),
    );
  };
  for (const service of plan.services) {
    const constant = constantOf(service);
    file.print({
      kind: "code",
      print: () => constant,
      place: { module: "services", name: "" },
      exported: service.jsonConstant,
    });
  }
}

class Calls {
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #json: JsonFile;

  constructor(file: GeneratedFile, plan: Plan, json: JsonFile) {
    this.#file = file;
    this.#plan = plan;
    this.#json = json;
  }

  print(operation: OperationPlan, call: JsonCallPlan, at: number): Code {
    const { name, method, path, parameters, body, fixed, defaults, supplied, beside, status, faults } = call;
    const operations = this.#file.module("operations", "./operations.js");
    const kinds = new ParameterKinds(
      this.#plan,
      this.#json,
      documentFields(this.#plan, this.#json, operation, body),
    );
    const members = parameters.map((parameter) => kinds.print(parameter));
    const answer = this.#answer(operation, call, at);
    return object("", [
      code`name: ${literal(name)}`,
      code`path: ${literal(path)}`,
      ...(method === "POST" ? [] : [code`method: ${literal(method)}`]),
      ...(members.length === 0 ? [] : [object("parameters: ", members)]),
      ...(body === undefined ? [] : [code`body: ${literal(body)}`]),
      ...values("fixed", fixed),
      ...values("defaults", defaults),
      ...(supplied.length === 0 ? [] : [list("supplied: [", supplied.map(literal), "]")]),
      ...(beside.length === 0
        ? []
        : [
            list(
              "beside: [",
              beside.map((each) => literal(each.name)),
              "]",
            ),
          ]),
      ...(status === 200 ? [] : [code`status: ${String(status)}`]),
      ...values("faults", faults),
      ...(answer === undefined ? [] : [answer]),
      code`operation: ${asValue(this.#file.member(operations, operation.stem))}`,
      code`messages: ${asValue(this.#file.exported(operation.stem))}`,
    ]);
  }

  /** How the response differs from the output; undefined where it does not. */
  #answer(operation: OperationPlan, { omit, page, response }: JsonCallPlan, at: number): Code | undefined {
    if (response !== undefined)
      return object("answer: ", [`kind: "own"`, ...(page === undefined ? [] : ["page: true"])]);
    const { members, type } = outputMembers(this.#plan, operation);
    const isNamed = ({ property }: MemberPlan, name: string): boolean =>
      property !== undefined && this.#json.nameOf(property) === name;
    if (typeof page === "string") {
      const field = fieldsOf(members).find((each) => isNamed(each, page));
      if (field === undefined) throw new Error(`There is no member ${page}.`);
      const { write } = this.#json.one(itemOf(field));
      return object("answer: ", [
        `kind: "page"`,
        code`member: ${literal(field.property)}`,
        code`write: ${write}`,
      ]);
    }
    if (omit.length === 0 || type === undefined) return undefined;
    const rest = members.filter((each) => !omit.some((name) => isNamed(each, name)));
    const named = `write${operation.stem}Answer${at === 0 ? "" : String(at + 1)}`;
    const place = { module: "messages", name: named };
    const types = this.#json.codecs.types;
    const of = type === "message" ? this.#json.codecs.message(operation.output.typeName) : types.record(type);
    const symbol = this.#file.constant(
      named,
      (self) => writeObject(this.#json, code`function ${asValue(self)}`, of, rest),
      place,
    );
    return object("answer: ", [`kind: "members"`, code`write: ${asValue(symbol)}`]);
  }
}

/** The value of an array. */
export function itemOf({ value, nillable, repeated }: FieldPlan): Pick<FieldPlan, "value" | "nillable"> {
  if (!repeated && value.kind === "list") return { value: value.item, nillable: value.nillable };
  return { value, nillable };
}

/** Members of an output that is an object, and the type that has them. */
export function outputMembers(
  { records }: Plan,
  { output }: OperationPlan,
): {
  readonly members: readonly MemberPlan[];
  readonly type: Plan["records"][number]["fieldsType"] | "message" | undefined;
} {
  const { value } = resultField(output) ?? {};
  if (value === undefined) return { members: outputFields(output), type: "message" };
  const record = records.find(({ type }) => value.kind === "record" && type.unique === value.type.unique);
  return { members: record?.allMembers ?? [], type: record?.fieldsType };
}

function values(name: string, members: JsonMembers): readonly Code[] {
  const entries = Object.entries(members);
  if (entries.length === 0) return [];
  const printed = entries.map(([member, value]) => code`${key(member)}: ${valueText(value)}`);
  return [object(`${name}: `, printed)];
}

function valueText(value: unknown): string {
  return typeof value === "string" ? literal(value) : JSON.stringify(value);
}

/** Fields of the request. */
function documentFields(
  { records }: Plan,
  json: JsonFile,
  { input: { body } }: OperationPlan,
  member: string | undefined,
): readonly FieldPlan[] {
  const fieldsIn = (value: FieldPlan["value"] | undefined): readonly FieldPlan[] | undefined => {
    const record = records.find(({ type }) => value?.kind === "record" && type.unique === value.type.unique);
    return record && fieldsOf(record.allMembers);
  };
  const { value } = body.kind === "bare" ? body.field : {};
  const input = fieldsIn(value) ?? bodyFields(body);
  if (member === undefined) return input;
  return fieldsIn(input.find(({ property }) => json.nameOf(property) === member)?.value) ?? [];
}

/** What the texts of parameters are in JSON. */
class ParameterKinds {
  readonly #fields: ReadonlyMap<string, FieldPlan>;
  readonly #numeric: ReadonlySet<string>;

  constructor({ enums }: Plan, { nameOf }: JsonFile, fields: readonly FieldPlan[]) {
    this.#fields = new Map(fields.map((field) => [nameOf(field.property), field]));
    this.#numeric = new Set(enums.filter(({ numeric }) => numeric).map(({ type }) => type.unique));
  }

  print({ name, in: place, header }: JsonParameterPlan): Code {
    const { kind, list: isList } = this.#kindOf(name);
    const parts = [
      code`in: ${literal(place)}`,
      ...(header === undefined ? [] : [code`header: ${literal(header.toLowerCase())}`]),
      code`kind: ${literal(kind)}`,
      ...(isList ? ["list: true"] : []),
    ];
    return object(code`${key(name)}: `, parts);
  }

  #kindOf(name: string): { readonly kind: string; readonly list: boolean } {
    const field = this.#fields.get(name);
    if (field === undefined) throw new Error(`There is no member ${name}.`);
    const { value, repeated } = field;
    const one = value.kind === "list" ? value.item : value;
    if (one.kind !== "simple" && one.kind !== "enum") throw new Error(`${name} is no parameter.`);
    const inList = one.kind === "simple" && one.shape?.kind === "list" ? one.shape.item : undefined;
    const form = jsonFormOf(inList ?? one, ({ type }) => this.#numeric.has(type.unique));
    const isList = repeated || value.kind === "list" || inList !== undefined || form === "list";
    const kind = form === "boolean" ? form : form === "number" || form === "float" ? "number" : "text";
    return { kind, list: isList };
  }
}
