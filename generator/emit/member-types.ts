/** Types of members: unions of the branches of a choice, unions of tagged items. */
import { fieldsOf, isOptional } from "../plan/member-fields.js";
import type { ChoicePlan, FieldPlan, MemberPlan } from "../plan/types.js";
import { indented, key } from "./layout.js";
import { codeWidth, docLines, literal } from "./text.js";
import { fieldType, nillableType, typeText, type Qualifiers } from "./ts-type.js";

/** The type of a property, `undefined` included where it may be absent. */
export function memberType(member: MemberPlan, qualifiers: Qualifiers): string {
  if (member.kind !== "choice") return fieldType(member, qualifiers);
  const type = typeText(member.type, qualifiers.records, qualifiers.module);
  return member.optional ? `${type} | undefined` : type;
}

/** The union of what the branches of a choice hold; a field of another branch is absent. */
export function choiceType(choice: ChoicePlan, qualifiers: Qualifiers): string {
  const all = propertiesOf(choice.branches.flat());
  const none =
    choice.optional &&
    choice.property === undefined &&
    !choice.branches.some((branch) => branch.every(isOptional));
  const members = [...choice.branches, ...(none ? [[]] : [])].map((branch) =>
    objectType(branch, all, qualifiers),
  );
  const doc = ["Exactly one of these."];
  return [
    ...docLines(none || choice.optional ? ["At most one of these."] : doc, 0),
    ...unionLines(choice.type.name, members),
  ].join("\n");
}

function propertiesOf(members: readonly MemberPlan[]): readonly string[] {
  return [...new Set(members.map((member) => member.property ?? ""))];
}

/** An object type as one line where it fits, else as lines. */
function objectType(
  branch: readonly MemberPlan[],
  all: readonly string[],
  qualifiers: Qualifiers,
): readonly string[] {
  const own = new Set(propertiesOf(branch));
  const properties = branch.map((member) => {
    const mark = isOptional(member) ? "?" : "";
    return `readonly ${key(member.property ?? "")}${mark}: ${memberType(member, qualifiers)}`;
  });
  const others = all.filter((name) => !own.has(name)).map((name) => `readonly ${key(name)}?: undefined`);
  const docs = branch.map((member) => (member.kind === "choice" ? [] : docLines(member.doc, 6)));
  const texts = [...properties, ...others];
  const line = texts.length === 0 ? "Record<never, never>" : `{ ${texts.join("; ")} }`;
  if (docs.every((doc) => doc.length === 0) && line.length + 4 <= codeWidth) return [line];
  return ["{", ...indented(texts.flatMap((text, at) => [...(docs[at] ?? []), `${text};`])), "}"];
}

/** Per content whose order counts the type of one item. */
export function itemTypes(members: readonly MemberPlan[], qualifiers: Qualifiers): readonly string[] {
  return fieldsOf(members).flatMap((field) =>
    field.value.kind === "items" ? [itemType(field, qualifiers)] : [],
  );
}

function itemType({ value, repeated }: FieldPlan, qualifiers: Qualifiers): string {
  if (value.kind !== "items") return "";
  const elements = value.items.map(({ tag, field }) => {
    const type = nillableType(field.value, field.nillable, qualifiers);
    const texts = [`readonly name: ${literal(tag)}`, `readonly value: ${type}`];
    const line = `{ ${texts.join("; ")} }`;
    const doc = docLines(field.doc, 6);
    return doc.length === 0 && line.length + 4 <= codeWidth
      ? [line]
      : ["{", ...indented([...doc, ...texts.map((text) => `${text};`)]), "}"];
  });
  const doc = repeated ? "One of the elements; their order is kept." : "Exactly one of these.";
  const text = value.mixed ? ["A text, or one of the elements between them."] : [doc];
  return [
    ...docLines(text, 0),
    ...unionLines(value.type.name, [...(value.mixed ? [["string"]] : []), ...elements]),
  ].join("\n");
}

/** `export type name = a | b;` as prettier lays it out; a member is one line, or several. */
export function unionLines(name: string, members: readonly (readonly string[])[]): string[] {
  const head = `export type ${name} =`;
  const line = `${head} ${members.map((lines) => lines.join(" ")).join(" | ")};`;
  const isInline = members.every((lines) => lines.length === 1);
  if (isInline && line.length <= codeWidth) return [line];
  const next = `  ${line.slice(head.length + 1)}`;
  if (isInline && next.length <= codeWidth) return [head, next];
  const [only = [], ...others] = members;
  if (others.length === 0) {
    const [first = "", ...rest] = only;
    if (rest.length > 0) return [`${head} ${first}`, ...rest.slice(0, -1), `${rest.at(-1) ?? ""};`];
    return [head, `  ${first};`];
  }
  const lines = members.flatMap(([first = "", ...rest]) => [
    `  | ${first}`,
    ...rest.map((each) => `    ${each}`),
  ]);
  return [head, ...lines.slice(0, -1), `${lines.at(-1) ?? ""};`];
}
