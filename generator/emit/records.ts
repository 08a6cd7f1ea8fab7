import type { InterfaceDeclarationStructure } from "ts-morph";
import type { FieldPlan, Plan, RecordPlan } from "../plan/types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importTypes } from "./imports.js";
import { assigned, indented, key } from "./layout.js";
import { codeWidth, docLines, jsDoc, literal } from "./text.js";
import { enumTypes, fieldType, runtimeTypes, type Qualifiers } from "./ts-type.js";
import { StructureKind } from "./ts-morph.js";

/** One interface per record; an abstract one is the union of what is derived from it. */
export const recordsEmitter = sourceEmitter({
  id: "records",
  statements: recordStatements,
});

const here: Qualifiers = { enums: "", records: "" };

function recordStatements({ records, runtime }: Plan): readonly Statement[] {
  if (records.length === 0) return ["export {};"];
  const values = records.flatMap(({ fields }) => fields.map(({ value }) => value));
  return [
    ...importTypes(runtime.index, runtimeTypes(values)),
    ...importTypes("./enums.js", enumTypes(values)),
    ...records.flatMap(statementsOf),
  ];
}

function statementsOf(record: RecordPlan): readonly Statement[] {
  const doc = record.abstract
    ? [`Fields of \`${record.name}\`, shared by what is derived from it.`]
    : record.doc;
  const fields = interfaceOf(record.interfaceName, doc, record.fields, here);
  if (record.base !== undefined) fields.extends = [record.base.interfaceName];
  return record.abstract ? [fields, unionOf(record)] : [fields];
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

function unionOf({ name, doc, variants }: RecordPlan): string {
  const members = variants.map(
    (variant) => `({ readonly $type: ${literal(variant.name)} } & ${variant.name})`,
  );
  const docs = docLines([...doc, "A value is one of these; `$type` says which."], 0);
  const [only = "(never)", ...others] = members;
  const union = others.length === 0 ? only.slice(1, -1) : members.join(" | ");
  const lines = assigned(`export type ${name} =`, union);
  if (lines.every((line) => line.length <= codeWidth)) return [...docs, ...lines].join("\n");
  const broken = indented(members.map((member) => `| ${member}`));
  return [...docs, `export type ${name} =`, `${broken.join("\n")};`].join("\n");
}
