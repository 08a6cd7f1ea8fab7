/** Types of members: unions of the branches of a choice, unions of tagged items. */
import {
  fieldsOf,
  isOptional,
  type ChoicePlan,
  type FieldPlan,
  type ItemsValuePlan,
  type MemberPlan,
} from "../../plan/data/members.js";
import { code, documented, key, objectType, type Code } from "../printer/code.js";
import type { AliasPart } from "../printer/declarations.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import { literal } from "../printer/text.js";
import { fieldType, nillableType, type TypeReferences } from "./value-types.js";

/** The type of a property, `undefined` included where it may be absent. */
export function memberType(member: MemberPlan, types: TypeReferences): Code {
  if (member.kind !== "choice") return fieldType(member, types);
  const type = types.record(member.type);
  return member.optional ? [type, " | undefined"] : type;
}

/** The union of the branches of a choice; fields of other branches are absent. */
export function choiceType(file: GeneratedFile, choice: ChoicePlan, types: TypeReferences): AliasPart {
  const all = propertiesOf(choice.branches.flat());
  const none =
    choice.optional &&
    choice.property === undefined &&
    !choice.branches.some((branch) => branch.every(isOptional));
  const members = [...choice.branches, ...(none ? [[]] : [])].map((branch) => branchType(branch, all, types));
  const doc = [choice.optional ? "At most one of these." : "Exactly one of these."];
  return { kind: "alias", symbol: file.exported(choice.type.name), doc, types: members };
}

function propertiesOf(members: readonly MemberPlan[]): readonly string[] {
  return [...new Set(members.map((member) => member.property ?? ""))];
}

function branchType(branch: readonly MemberPlan[], all: readonly string[], types: TypeReferences): Code {
  const own = new Set(propertiesOf(branch));
  const properties = branch.map((member) => {
    const mark = isOptional(member) ? "?" : "";
    const text = code`readonly ${key(member.property ?? "")}${mark}: ${memberType(member, types)}`;
    return member.kind === "choice" ? text : documented(member.doc, text);
  });
  const others = all.filter((name) => !own.has(name)).map((name) => `readonly ${key(name)}?: undefined`);
  const members = [...properties, ...others];
  return members.length === 0 ? [types.global("Record"), "<never, never>"] : objectType(members);
}

/** Per content whose order counts the type of one item. */
export function itemTypes(
  file: GeneratedFile,
  members: readonly MemberPlan[],
  types: TypeReferences,
): readonly AliasPart[] {
  return fieldsOf(members).flatMap((field) =>
    field.value.kind === "items" ? [itemType(file, field, field.value, types)] : [],
  );
}

function itemType(
  file: GeneratedFile,
  { repeated }: FieldPlan,
  value: ItemsValuePlan,
  types: TypeReferences,
): AliasPart {
  const elements = value.items.map(({ tag, field }) => {
    const type = nillableType(field.value, field.nillable, types);
    const members = [`readonly name: ${literal(tag)}`, code`readonly value: ${type}`];
    return objectType([documented(field.doc, members[0] ?? ""), ...members.slice(1)]);
  });
  const doc = repeated ? "One of the elements; their order is kept." : "Exactly one of these.";
  return {
    kind: "alias",
    symbol: file.exported(value.type.name),
    doc: [value.mixed ? "A text, or one of the elements between them." : doc],
    types: [...(value.mixed ? ["string"] : []), ...elements],
  };
}
