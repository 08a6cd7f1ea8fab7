import type { InterfaceDeclarationStructure } from "ts-morph";
import type { FieldPlan, Plan, RecordPlan } from "../plan/types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importTypeModules, importTypes } from "./imports.js";
import { assigned, indented, key } from "./layout.js";
import { codeWidth, docLines, jsDoc, literal } from "./text.js";
import { enumTypes, fieldType, runtimeTypes, typeModules, typeText, type Qualifiers } from "./ts-type.js";
import { StructureKind } from "./ts-morph.js";

/** One interface per record; an abstract one is the union of what is derived from it. */
export const recordsEmitter = sourceEmitter({
  id: "records",
  statements: recordStatements,
});

const here: Qualifiers = { enums: "", records: "" };

function recordStatements(plan: Plan): readonly Statement[] {
  const records = plan.records.filter(({ type }) => type.module === undefined);
  if (records.length === 0) return ["export {};"];
  const values = records.flatMap(({ fields }) => fields.map(({ value }) => value));
  return [
    ...importTypes(plan.runtime.index, runtimeTypes(values)),
    ...importTypes("./enums.js", enumTypes(values)),
    ...importTypeModules(plan, modulesOf(records)),
    ...records.flatMap((record) => recordTypes(record, here)),
  ];
}

/** Modules that these records name: those of fields, bases and derived types. */
export function modulesOf(records: readonly RecordPlan[]): ReadonlySet<string> {
  const others = records.flatMap(({ abstract, base, variants }) => [
    ...(base === undefined ? [] : [base]),
    ...(abstract ? variants : []),
  ]);
  return new Set([
    ...typeModules(records.flatMap(({ fields }) => fields.map(({ value }) => value))),
    ...others.flatMap(({ type }) => type.module ?? []),
  ]);
}

/** The interface of a record; for an abstract one that of its fields, and the union. */
export function recordTypes(record: RecordPlan, qualifiers: Qualifiers): readonly Statement[] {
  const doc = record.abstract
    ? [`Fields of \`${record.type.name}\`, shared by what is derived from it.`]
    : record.doc;
  const fields = interfaceOf(record.fieldsType.name, doc, record.fields, qualifiers);
  if (record.base !== undefined)
    fields.extends = [typeText(record.base.fieldsType, qualifiers.records, qualifiers.module)];
  return record.abstract ? [fields, unionOf(record, qualifiers)] : [fields];
}

/** An interface with one read-only property per field. */
export function interfaceOf(
  name: string,
  doc: readonly string[],
  fields: readonly FieldPlan[],
  qualifiers: Qualifiers,
): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name,
    docs: jsDoc(doc, 0),
    properties: fields.map((field) => ({
      name: key(field.property),
      docs: jsDoc(field.doc, 2),
      isReadonly: true,
      hasQuestionToken: !field.required,
      type: fieldType(field, qualifiers),
    })),
  };
}

function unionOf({ type: { name }, doc, variants }: RecordPlan, qualifiers: Qualifiers): string {
  const members = variants.map(({ type, tag }) => {
    const variant = typeText(type, qualifiers.records, qualifiers.module);
    return `({ readonly $type: ${literal(tag)} } & ${variant})`;
  });
  const docs = docLines([...doc, "A value is one of these; `$type` says which."], 0);
  const [only = "(never)", ...others] = members;
  const union = others.length === 0 ? only.slice(1, -1) : members.join(" | ");
  const lines = assigned(`export type ${name} =`, union);
  if (lines.every((line) => line.length <= codeWidth)) return [...docs, ...lines].join("\n");
  const broken = indented(members.map((member) => `| ${member}`));
  return [...docs, `export type ${name} =`, `${broken.join("\n")};`].join("\n");
}
