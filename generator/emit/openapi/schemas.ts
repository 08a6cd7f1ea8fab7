/** JSON Schemas of records, lists and messages; names refer to `#/components/schemas`. */
import {
  isFlatChoice,
  type ChoicePlan,
  type FieldPlan,
  type MemberPlan,
  type FieldValuePlan,
} from "../../plan/data/members.js";
import { bodyFields, type BodyPlan, type HeadersPlan } from "../../plan/data/operations.js";
import { jsonNamesOf, type JsonNameOf } from "../../plan/data/json-names.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { Plan } from "../../plan/data/plan.js";
import type { RecordPlan } from "../../plan/data/records.js";
import type { EnumValuePlan, SimpleValuePlan } from "../../plan/data/simple-types.js";
import { isReference } from "../codec/codec-file.js";
import { isObjectMessage } from "../json/json-messages.js";
import { namedMembers, optionalField } from "../json/read-members.js";
import { JsonForm, type Json } from "../sample/json-form.js";
import { SimpleSchemas, type Schema } from "./simple-schemas.js";

type NamedSchema = readonly [name: string, schema: Schema];

/** What the schema of a field shows of it. */
type ShownField = Pick<FieldPlan, "value" | "nillable" | "repeated" | "occurs" | "required">;

export class Schemas {
  readonly #plan: Plan;
  readonly #simple: SimpleSchemas;
  readonly #nameOf: JsonNameOf;
  readonly #form: JsonForm;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#nameOf = jsonNamesOf(plan.jsonNames);
    this.#simple = new SimpleSchemas(plan);
    this.#form = new JsonForm(plan);
  }

  /** Every declared type. */
  components(): Schema {
    const { enums, records } = this.#plan;
    const enumerations = enums.map(({ type, members, numeric, doc }): NamedSchema => [
      componentName(type.unique),
      described(doc, { enum: members.map(({ value }) => (numeric ? Number(value) : value)) }),
    ]);
    const objects = records.flatMap((record) => this.#record(record));
    return Object.fromEntries<Schema>([...enumerations, ...objects, ...Object.entries(open)]);
  }

  #record(record: RecordPlan): readonly NamedSchema[] {
    const { type, doc, allMembers, variants, abstract } = record;
    const fields = [fieldsName(type), described(doc, this.object(allMembers))] as const;
    if (!abstract && variants.length === 1) return [[componentName(type.unique), fields[1]]];
    const branches = this.#variants(record, {});
    return [fields, [componentName(type.unique), described(doc, { oneOf: branches })]];
  }

  /** Schemas of a record and of those derived from it. */
  #variants(
    { variants, abstract }: RecordPlan,
    extra: Schema,
    without: ReadonlySet<string> = none,
  ): readonly Schema[] {
    return variants.map((variant, at) => {
      const members =
        this.#plan.records.find(({ type }) => type.unique === variant.type.unique)?.allMembers ?? [];
      return this.object(
        this.#rest(members, without),
        !abstract && at === 0 ? undefined : variant.tag,
        extra,
      );
    });
  }

  /** Schema of an object; with a tag, `$type` is required and has that value. */
  object(members: readonly MemberPlan[], tag?: string, extra: Schema = {}): Schema {
    const flat = members.filter(isFlatChoice);
    const plain = members.filter((each) => !isFlatChoice(each));
    const base = {
      type: "object",
      required: [
        ...(tag === undefined ? [] : ["$type"]),
        ...plain.filter(isRequired).map((each) => this.#named(each)),
      ],
      properties: {
        ...(tag === undefined ? {} : { $type: { const: tag } }),
        ...extra,
        ...this.#properties(plain, true),
      },
    };
    if (flat.length === 0) return { ...base, additionalProperties: false };
    return { allOf: [base, ...flat.map((choice) => this.#choice(choice))], unevaluatedProperties: false };
  }

  #properties(members: readonly MemberPlan[], isSure: boolean): Schema {
    return Object.fromEntries(members.map((each) => [this.#named(each), this.#member(each, isSure)]));
  }

  #named({ property = "" }: MemberPlan): string {
    return this.#nameOf(property);
  }

  #rest(members: readonly MemberPlan[], without: ReadonlySet<string>): readonly MemberPlan[] {
    return members.filter((each) => each.property === undefined || !without.has(this.#named(each)));
  }

  #member(member: MemberPlan, isSure: boolean): Schema {
    if (member.kind === "choice") return this.object([{ ...member, property: undefined, optional: false }]);
    return described(member.doc, this.field(member, isSure));
  }

  /** Members of a request: those of a message that is an object, or of one of its members. */
  documentMembers(body: BodyPlan, member: string | undefined): readonly MemberPlan[] {
    const all = body.kind === "bare" ? this.recordMembers(body.field) : bodyFields(body);
    if (member === undefined) return all;
    const field = all.find((each) => this.#named(each) === member);
    return field === undefined || field.kind === "choice" ? [] : this.recordMembers(field);
  }

  /** The same by name and without choices, whose members are among them. */
  documentFields(body: BodyPlan, member: string | undefined): ReadonlyMap<string, FieldPlan> {
    const fields = namedMembers(this.documentMembers(body, member)).filter(
      (each): each is FieldPlan & { readonly property: string } => each.kind !== "choice",
    );
    return new Map(fields.map((each) => [this.#named(each), each]));
  }

  /** Members of a field that is a record. */
  recordMembers({ value }: FieldPlan): readonly MemberPlan[] {
    const record = this.#plan.records.find(
      ({ type }) => value.kind === "record" && type.unique === value.type.unique,
    );
    return record?.allMembers ?? [];
  }

  /** The schema of some members of an object. */
  part(members: readonly MemberPlan[], without: ReadonlySet<string>): Schema {
    return this.object(this.#rest(members, without));
  }

  /** The field of a name. */
  fieldNamed(members: readonly MemberPlan[], name: string): FieldPlan | undefined {
    return namedMembers(members).find(
      (each): each is FieldPlan & { readonly property: string } =>
        each.kind !== "choice" && this.#named(each) === name,
    );
  }

  /** The content of a message: headers are a member of it, or are beside it. `without`: members that are elsewhere. */
  message(
    body: BodyPlan,
    headers: HeadersPlan | undefined,
    { result, without = none }: MessageParts = {},
  ): Schema {
    const blocks =
      headers === undefined
        ? {}
        : { $headers: this.object(headers.elements.map(({ field }) => optionalField(field))) };
    const field = result ?? (body.kind === "bare" ? body.field : undefined);
    if (field === undefined) return this.object(this.#rest(bodyFields(body), without), undefined, blocks);
    if (headers === undefined && without.size === 0)
      return this.field({ ...field, required: field.required && !field.repeated });
    if (!isObjectMessage(body, result)) {
      const required = field.required ? ["$value"] : [];
      return {
        type: "object",
        required,
        properties: { ...blocks, $value: this.field(field) },
        additionalProperties: false,
      };
    }
    const record = this.#plan.records.find(
      ({ type }) => field.value.kind === "record" && type.unique === field.value.type.unique,
    );
    if (record === undefined) return {};
    const [only, ...others] = this.#variants(record, blocks, without);
    return only === undefined || others.length > 0 || without.size === 0
      ? { oneOf: [only, ...others] }
      : only;
  }

  field({ value, nillable, repeated, occurs, required }: ShownField, isSure = true): Schema {
    const one = this.#nillable(this.value(value), nillable);
    if (!repeated) return one;
    const least = value.kind === "items" ? 0 : required || !isSure ? Math.max(1, occurs?.min ?? 1) : 0;
    const max = value.kind === "items" ? undefined : occurs?.max;
    return { type: "array", minItems: least, ...(max === undefined ? {} : { maxItems: max }), items: one };
  }

  #nillable(schema: Schema, nillable: boolean): Schema {
    return nillable ? { anyOf: [schema, { type: "null" }] } : schema;
  }

  /** One branch, and nothing of the others. */
  #choice({ branches, optional }: ChoicePlan): Schema {
    const all = namedMembers(branches.flat()).map((each) => this.#named(each));
    const schemas = branches.map((branch, at) => {
      const own = new Set(namedMembers(branch).map((each) => this.#named(each)));
      const others = all.filter((name) => !own.has(name));
      const isEmpty = !branch.some(isRequired);
      const isLater = branches.slice(0, at).some((each) => !each.some(isRequired));
      return {
        type: "object",
        required: branch.filter(isRequired).map((each) => this.#named(each)),
        properties: this.#properties(branch, false),
        ...(others.length === 0 ? {} : { not: { anyOf: others.map(requires) } }),
        ...(isEmpty && isLater ? { anyOf: [...own].map(requires) } : {}),
      };
    });
    const mayBeNone = optional && !branches.some((branch) => !branch.some(isRequired));
    const none = mayBeNone ? [{ type: "object", not: { anyOf: all.map(requires) } }] : [];
    return { oneOf: [...schemas, ...none] };
  }

  value(value: FieldValuePlan): Schema {
    switch (value.kind) {
      case "simple":
      case "enum":
        if (isReference(value)) return reference("xml.Attachment");
        if (this.#simple.isFixed(value)) return { const: fixedJson(value, this.#form) };
        return this.#simple.of(value, ({ type }) => reference(componentName(type.unique)));
      case "record": {
        const record = this.#plan.records.find(({ type }) => type.unique === value.type.unique);
        const isUnion = record !== undefined && (record.abstract || record.variants.length > 1);
        return reference(
          isUnion && !value.derived ? fieldsName(value.type) : componentName(value.type.unique),
        );
      }
      case "list":
        return this.#list(value, value.dimensions ?? 1);
      case "items": {
        const items = value.items.map(({ tag, field }) => ({
          type: "object",
          required: ["name", "value"],
          properties: {
            name: { const: tag },
            value: this.#nillable(this.value(field.value), field.nillable),
          },
          additionalProperties: false,
        }));
        return { oneOf: [...(value.mixed ? [{ type: "string" }] : []), ...items] };
      }
      case "anyType":
        // Without it, generators of types read an object without members.
        return { type: ["string", "object"], additionalProperties: true };
      case "anyElement":
        return reference("xml.Element");
      case "attributes":
        return { type: "array", items: reference("xml.Attribute") };
      case "prefixes":
        return { type: "array", items: reference("xml.Prefix") };
      case "content":
        return reference("xml.Content");
    }
  }

  #list(value: FieldValuePlan & { readonly kind: "list" }, dimensions: number): Schema {
    const list = this.#plan.lists.find(({ type }) => type.unique === value.type.unique);
    const nillable = value.nillable || list?.soapArray !== undefined;
    const items =
      dimensions > 1 ? this.#list(value, dimensions - 1) : this.#nillable(this.value(value.item), nillable);
    const { min, max } = value.occurs;
    if (list?.soapArray !== undefined) return { type: "array", items };
    return { type: "array", minItems: min, ...(max === undefined ? {} : { maxItems: max }), items };
  }
}

function fixedJson(value: SimpleValuePlan | EnumValuePlan, form: JsonForm): Json {
  return value.kind === "enum" ? form.enumeration(value) : form.simple(value, value.constraint?.lexical);
}

interface MessageParts {
  /** The value of a response, where that is the only field. */
  readonly result?: FieldPlan | undefined;
  readonly without?: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

function fieldsName({ unique }: TypeNamePlan): string {
  return `${componentName(unique)}.fields`;
}

function isRequired(each: MemberPlan): boolean {
  return each.kind === "choice" ? !each.optional : each.required;
}

function requires(name: string): Schema {
  return { required: [name] };
}

/** OpenAPI 3.1.1, section 4.8.7: only ASCII letters, digits, `.`, `-` and `_`. */
function componentName(unique: string): string {
  return unique.replace(/[^\w.-]/gu, (char) => `_${(char.codePointAt(0) ?? 0).toString(16)}_`);
}

export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function described(doc: readonly string[], schema: Schema): Schema {
  const description = doc.join("\n\n");
  return description === "" ? schema : { description, ...schema };
}

const text = { type: "string" };

function closed(properties: Schema, required: readonly string[]): Schema {
  return { type: "object", required, properties, additionalProperties: false };
}

const nodes = { type: "array", items: { anyOf: [text, reference("xml.Element")] } };
const prefixes = { type: "array", items: reference("xml.Prefix") };

/** Types of open content. */
const open: Readonly<Record<string, Schema>> = {
  "xml.Attribute": closed({ namespace: text, name: text, value: text }, ["namespace", "name", "value"]),
  "xml.Prefix": closed({ prefix: text, namespace: text }, ["prefix", "namespace"]),
  "xml.Element": closed(
    {
      namespace: text,
      name: text,
      attributes: { type: "array", items: reference("xml.Attribute") },
      namespaces: prefixes,
      children: nodes,
    },
    ["namespace", "name", "attributes", "children"],
  ),
  "xml.Content": closed({ children: nodes, namespaces: prefixes }, ["children"]),
  "xml.Attachment": closed({ contentType: text, content: { type: "string", contentEncoding: "base64" } }, [
    "contentType",
    "content",
  ]),
};
