import { fieldsOf, type FieldPlan, type MemberPlan } from "../plan/data/members.js";
import type { TypeNamePlan } from "../plan/data/names.js";
import { bodyFields, resultField, type OperationPlan, type ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import type { RecordPlan } from "../plan/data/records.js";
import type { EnumPlan } from "../plan/data/simple-types.js";
import { documentEmitter } from "./emitter.js";
import type { Code } from "./printer/code.js";
import { GeneratedFile } from "./printer/generated-file.js";
import { declaredName, flatText } from "./printer/flat-text.js";
import { visible } from "./printer/text.js";
import { bindingText } from "./type-text/api-types.js";
import { importedTypes } from "./type-text/references.js";
import { leafOf, listType, nillableType, type TypeReferences } from "./type-text/value-types.js";

/** The data of `templates/reference/index.hbs`. */
export interface ReferenceView {
  readonly services: readonly ServiceView[];
  readonly records: readonly RecordView[];
  readonly enumerations: readonly EnumerationView[];
}

interface ServiceView {
  readonly name: string;
  readonly namespace: string;
  readonly paragraphs: readonly string[];
  readonly operations: readonly OperationView[];
}

interface OperationView {
  readonly name: string;
  readonly anchor: string;
  readonly method: string;
  readonly paragraphs: readonly string[];
  readonly bindings: string;
  readonly fields: readonly FieldView[];
  readonly result: TypeView | undefined;
}

/** A type, and the anchor of its record or enumeration; empty if there is none. */
interface TypeView {
  readonly text: string;
  readonly link: string;
}

interface FieldView {
  readonly name: string;
  readonly type: TypeView;
  readonly need: "required" | "optional" | "choice";
  readonly doc: string;
}

interface RecordView {
  readonly name: string;
  readonly paragraphs: readonly string[];
  readonly base: TypeView | undefined;
  readonly abstract: boolean;
  /** Records that extend it, at any depth. */
  readonly derived: readonly TypeView[];
  readonly fields: readonly FieldView[];
}

interface EnumerationView {
  readonly name: string;
  readonly paragraphs: readonly string[];
  readonly members: readonly EnumerationMemberView[];
}

interface EnumerationMemberView {
  readonly value: string;
  /** False for a value that a code span cannot show. */
  readonly plain: boolean;
  readonly doc: string;
}

/** Every operation with its input and result, every record and every enumeration. */
export const referenceEmitter = documentEmitter({
  id: "reference",
  path: "reference.md",
  template: "reference/index.hbs",
  view: referenceView,
});

/** Common part of the views of a page. */
interface Page {
  readonly types: TypeReferences;
  /** Anchors of operations, and of types by their unique names. */
  readonly anchors: ReadonlyMap<OperationPlan | string, string>;
}

function referenceView(plan: Plan): ReferenceView {
  const types = importedTypes(new GeneratedFile("reference.md"), plan);
  const page = { types, anchors: anchorsOf(plan) };
  return {
    services: plan.services.map((service) => serviceView(service, page)),
    records: plan.records.map((record) => recordView(record, page)),
    enumerations: plan.enums.map(enumerationView),
  };
}

/** Anchors as Markdown viewers derive them from the headings, in their order: a repeated one gets a number. */
function anchorsOf({ services, records, enums }: Plan): Page["anchors"] {
  const headings: readonly (readonly [OperationPlan | string, string])[] = [
    ...services.flatMap(({ name, operations }) => [
      ["", name] as const,
      ...operations.map((operation) => [operation, operation.name] as const),
    ]),
    ["", "Records"],
    ...records.map(({ type }) => [type.unique, headingOf(type)] as const),
    ["", "Enumerations"],
    ...enums.map(({ type }) => [type.unique, headingOf(type)] as const),
  ];
  const used = new Map<string, number>();
  return new Map(
    headings.map(([key, heading]) => {
      const anchor = heading.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "");
      const before = used.get(anchor) ?? 0;
      used.set(anchor, before + 1);
      return [key, before === 0 ? anchor : `${anchor}-${before}`];
    }),
  );
}

function headingOf({ module, name }: TypeNamePlan): string {
  return module === undefined ? name : `${module}.${name}`;
}

function serviceView({ name, namespace, doc, operations }: ServicePlan, page: Page): ServiceView {
  return {
    name,
    namespace,
    paragraphs: doc.map(markdown),
    operations: operations.map((operation) => operationView(operation, page)),
  };
}

function operationView(operation: OperationPlan, page: Page): OperationView {
  const { name, method, doc, bindings, input } = operation;
  return {
    name,
    anchor: page.anchors.get(operation) ?? "",
    method,
    paragraphs: doc.map(markdown),
    bindings: bindingText(bindings),
    fields: bodyFields(input.body).map((field) => fieldView(field, page)),
    result: resultView(operation, page),
  };
}

function resultView({ output }: OperationPlan, page: Page): TypeView | undefined {
  const field = resultField(output);
  if (field === undefined) return output.kind === "record" ? { text: output.typeName, link: "" } : undefined;
  const { text, link } = typeView(field, page);
  return { text: field.required ? text : `${text} or undefined`, link };
}

function recordView(record: RecordPlan, page: Page): RecordView {
  const { type, doc, abstract, base, variants, allMembers } = record;
  const derived = variants.filter((variant) => variant.type.unique !== type.unique);
  return {
    name: headingOf(type),
    paragraphs: doc.map(markdown),
    base: base && nameView(base.type, page),
    abstract,
    derived: derived.map((variant) => nameView(variant.type, page)),
    fields: allMembers.flatMap((member) => memberViews(member, page)),
  };
}

/** Fields of a choice exclude each other, so that none of them is required on its own. */
function memberViews(member: MemberPlan, page: Page): readonly FieldView[] {
  if (member.kind !== "choice") return [fieldView(member, page)];
  return fieldsOf([member]).map((field) => ({ ...fieldView(field, page), need: "choice" }));
}

function enumerationView({ type, doc, members }: EnumPlan): EnumerationView {
  return {
    name: headingOf(type),
    paragraphs: doc.map(markdown),
    members: members.map(({ value, doc: memberDoc }) => {
      const isPlain = /^[\w .:/+-]+$/u.test(value);
      const shown = isPlain ? value : markdown(JSON.stringify(value));
      return { value: shown, plain: isPlain, doc: markdown(memberDoc.join(" ")) };
    }),
  };
}

function fieldView(field: FieldPlan, page: Page): FieldView {
  const { property, required, doc } = field;
  const need = required ? "required" : "optional";
  return { name: property, type: typeView(field, page), need, doc: markdown(doc.join(" ")) };
}

function typeView({ value, nillable, repeated }: FieldPlan, { types, anchors }: Page): TypeView {
  const type = repeated ? listType(value, nillable, types) : nillableType(value, nillable, types);
  const held = leafOf(value);
  const isNamed = held.kind === "record" || held.kind === "enum";
  return { text: plain(type), link: (isNamed ? anchors.get(held.type.unique) : undefined) ?? "" };
}

function nameView(type: TypeNamePlan, { anchors }: Page): TypeView {
  return { text: headingOf(type), link: anchors.get(type.unique) ?? "" };
}

/** Types by their names; a bar would end the cell of a table. */
function plain(type: Code): string {
  return flatText(type, declaredName).replaceAll("|", "or");
}

/** Text in which Markdown markup is escaped. */
function markdown(text: string): string {
  return visible(text.replace(/[\\`*_|[\]#]/g, "\\$&"));
}
