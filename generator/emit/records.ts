import { choicesOf, isFlatChoice, isOptional, type MemberPlan } from "../plan/data/members.js";
import type { RecordPlan } from "../plan/data/records.js";
import { writeOpenTypes } from "./open-types.js";
import { sourceEmitter } from "./emitter.js";
import { code, joined, type as asType } from "./printer/code.js";
import type { AliasPart, InterfacePart } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { literal } from "./printer/text.js";
import { choiceType, itemTypes, memberType } from "./type-text/member-types.js";
import { enumsModule, typesFrom } from "./type-text/references.js";
import type { TypeReferences } from "./type-text/value-types.js";

/** One interface per record; an abstract record is the union of its derived types. */
export const recordsEmitter = sourceEmitter({
  id: "records",
  write: (file, plan) => {
    const types = typesFrom(file, plan, {
      main: {
        enumeration: ({ name }) => asType(file.imported(name, enumsModule)),
        record: ({ name }) => asType(file.exported(name)),
      },
    });
    for (const record of plan.records) if (record.type.module === undefined) writeRecord(file, record, types);
    if (plan.openTypes !== undefined) writeOpenTypes(file, plan.openTypes, types);
  },
});

/** True for a record whose name is the union with the types derived from it. */
function isUnion({ abstract, variants }: RecordPlan): boolean {
  return abstract || variants.length > 1;
}

/** Declarations of a record: the interface of its members, unions of choices and items, the union of derived types. */
export function writeRecord(file: GeneratedFile, record: RecordPlan, types: TypeReferences): void {
  const { members } = record;
  writeFields(file, record, types);
  file.print(
    ...choicesOf(members).map((choice) => choiceType(file, choice, types)),
    ...itemTypes(file, members, types),
    ...(isUnion(record) ? [unionOf(file, record, types)] : []),
  );
}

/** The interface of the members, joined with choices that are members themselves. */
function writeFields(file: GeneratedFile, record: RecordPlan, types: TypeReferences): void {
  const { type, doc, fieldsType, interfaceType, members } = record;
  const own = isUnion(record) ? [`Fields of \`${type.name}\`, shared with its derived types.`] : doc;
  const flat = members.filter(isFlatChoice);
  const plain = members.filter((each) => !isFlatChoice(each));
  const bases = record.base === undefined ? [] : [types.record(record.base.fieldsType)];
  if (interfaceType === undefined) return;
  const needed = plain.length > 0 || flat.length === 0;
  if (needed) {
    const declared = interfaceOf(file, interfaceType.name, flat.length > 0 ? [] : own, plain, types);
    file.print({ ...declared, bases });
  }
  if (flat.length === 0) return;
  const all = [
    ...(needed ? [types.record(interfaceType)] : bases),
    ...flat.map((choice) => types.record(choice.type)),
  ];
  file.print({
    kind: "alias",
    symbol: file.exported(fieldsType.name),
    doc: own,
    types: [joined(all, " & ")],
  });
}

/** An interface with one read-only property per field. */
export function interfaceOf(
  file: GeneratedFile,
  name: string,
  doc: readonly string[],
  members: readonly MemberPlan[],
  types: TypeReferences,
): InterfacePart {
  return {
    kind: "interface",
    symbol: file.exported(name),
    doc,
    properties: members.map((each) => ({
      name: each.property ?? "",
      doc: each.kind === "choice" ? [] : each.doc,
      isOptional: isOptional(each),
      type: memberType(each, types),
    })),
  };
}

function unionOf(file: GeneratedFile, record: RecordPlan, types: TypeReferences): AliasPart {
  const { type, doc, abstract, variants } = record;
  const members = variants.map(({ fieldsType, tag }, at) => {
    const own = !abstract && at === 0;
    return code`{ readonly $type${own ? "?: undefined" : `: ${literal(tag)}`} } & ${types.record(fieldsType)}`;
  });
  return {
    kind: "alias",
    symbol: file.exported(type.name),
    doc: [...doc, "Union of these types; `$type` names the one of a value."],
    types: members.length > 1 ? members.map((each) => code`(${each})`) : members,
  };
}
