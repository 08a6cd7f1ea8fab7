import type { InterfaceDeclarationStructure } from "ts-morph";
import { choicesOf, isFlatChoice, isOptional, valuesOf } from "../plan/member-fields.js";
import type { MemberPlan, Plan, RecordPlan, TypeNamePlan } from "../plan/types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importTypeModules, importTypes } from "./imports.js";
import { assigned, key } from "./layout.js";
import { choiceType, itemTypes, memberType, unionLines } from "./member-types.js";
import { docLines, jsDoc, literal } from "./text.js";
import { enumTypes, runtimeTypes, typeModules, typeText, type Qualifiers } from "./ts-type.js";
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
  const values = records.flatMap(({ members }) => valuesOf(members));
  return [
    ...importTypes(plan.runtime.index, runtimeTypes(values)),
    ...importTypes("./enums.js", enumTypes(values)),
    ...importTypeModules(plan, modulesOf(records)),
    ...records.flatMap((record) => recordTypes(record, here)),
  ];
}

/** Modules that these records name: those of fields, bases and derived types. */
export function modulesOf(records: readonly RecordPlan[]): ReadonlySet<string> {
  return new Set([
    ...typeModules(records.flatMap(({ members }) => valuesOf(members))),
    ...relatedTypes(records).flatMap(({ module }) => module ?? []),
  ]);
}

/** Bases, and derived types that stand in a union. */
export function relatedTypes(records: readonly RecordPlan[]): readonly TypeNamePlan[] {
  return records.flatMap((record) => [
    ...(record.base === undefined ? [] : [record.base.type]),
    ...(isUnion(record) ? record.variants.map(({ type }) => type) : []),
  ]);
}

/** True for a record whose name stands for the types derived from it too. */
function isUnion({ abstract, variants }: RecordPlan): boolean {
  return abstract || variants.length > 1;
}

/** What a record is made of: the interface of its members, unions of choices and items, the union of derived types. */
export function recordTypes(record: RecordPlan, qualifiers: Qualifiers): readonly Statement[] {
  const { type, doc, fieldsType, interfaceType, members } = record;
  const own = isUnion(record) ? [`Fields of \`${type.name}\`, shared by what is derived from it.`] : doc;
  const flat = members.filter(isFlatChoice);
  const parts = [
    ...choicesOf(members).flatMap((choice) => choiceType(choice, qualifiers)),
    ...itemTypes(members, qualifiers),
  ];
  const plain = members.filter((each) => !isFlatChoice(each));
  const base =
    record.base === undefined
      ? []
      : [typeText(record.base.fieldsType, qualifiers.records, qualifiers.module)];
  const needed = interfaceType !== undefined && (plain.length > 0 || flat.length === 0);
  const fields: Statement[] = [];
  if (needed)
    fields.push(interfaceText(interfaceType.name, flat.length > 0 ? [] : own, plain, qualifiers, base));
  if (flat.length > 0 && interfaceType !== undefined) {
    const all = [...(needed ? [interfaceType.name] : base), ...flat.map((choice) => choice.type.name)].join(
      " & ",
    );
    fields.push([...docLines(own, 0), ...assigned(`export type ${fieldsType.name} =`, all)].join("\n"));
  }
  return isUnion(record) ? [...fields, ...parts, unionOf(record, qualifiers)] : [...fields, ...parts];
}

/** `ts-morph` has no short form for an interface without properties. */
function interfaceText(
  name: string,
  doc: readonly string[],
  members: readonly MemberPlan[],
  qualifiers: Qualifiers,
  base: readonly string[],
): Statement {
  const extending = base.length === 0 ? "" : ` extends ${base.join(", ")}`;
  if (members.length === 0)
    return [...docLines(doc, 0), `export interface ${name}${extending} {}`].join("\n");
  return { ...interfaceOf(name, doc, members, qualifiers), extends: [...base] };
}

/** An interface with one read-only property per field. */
export function interfaceOf(
  name: string,
  doc: readonly string[],
  members: readonly MemberPlan[],
  qualifiers: Qualifiers,
): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name,
    docs: jsDoc(doc, 0),
    properties: members.map((each) => ({
      name: key(each.property ?? ""),
      docs: each.kind === "choice" ? [] : jsDoc(each.doc, 2),
      isReadonly: true,
      hasQuestionToken: isOptional(each),
      type: memberType(each, qualifiers),
    })),
  };
}

function unionOf(record: RecordPlan, qualifiers: Qualifiers): string {
  const { type: declared, doc, abstract, variants } = record;
  const members = variants.map(({ fieldsType, tag }, at) => {
    const variant = typeText(fieldsType, qualifiers.records, qualifiers.module);
    const own = !abstract && at === 0;
    return `({ readonly $type${own ? "?: undefined" : `: ${literal(tag)}`} } & ${variant})`;
  });
  const [only = "(never)", ...others] = members;
  return [
    ...docLines([...doc, "A value is one of these; `$type` says which."], 0),
    ...unionLines(declared.name, others.length === 0 ? [[only.slice(1, -1)]] : members.map((text) => [text])),
  ].join("\n");
}
