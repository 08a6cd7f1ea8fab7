/** Functions that write the members of a record: attributes, then text or elements in the order of the schema. */
import { fieldsOf, isOptional } from "../plan/member-fields.js";
import type {
  ChoicePlan,
  FieldPlan,
  ItemPlan,
  ItemsValuePlan,
  MemberPlan,
  RecordPlan,
  SimpleValuePlan,
} from "../plan/types.js";
import { writeBytes, writeContent } from "./codec-element.js";
import { declaredAttributes, isBase64, isReference, recordType, typeConstant } from "./codec-names.js";
import { eachRow, writeField, writeHead, writeMaybe } from "./codec-write.js";
import { access, guarded, indented, listed } from "./layout.js";
import { literal } from "./text.js";

/** Own members after those of the base; where attributes stand among the own ones, all at once. */
export function writeRecord({ fieldsType, base, members, allMembers }: RecordPlan): string {
  const inherited = base?.writes === true ? [`write${base.fieldsType.unique}(w, v);`] : [];
  const written = base?.writes === true ? members : allMembers;
  const statements = [...inherited, ...writeMembers(written, "v", 2)];
  const name = `write${fieldsType.unique}`;
  const type = recordType(fieldsType);
  if (statements.length === 0) {
    return `function ${name}(_w: XmlWriter, _v: ${type}): void {\n  // The record has no fields.\n}`;
  }
  return [...writeHead("", name, type), ...indented(statements), "}"].join("\n");
}

function writeMembers(members: readonly MemberPlan[], v: string, indent: number): string[] {
  const isAttribute = ({ kind }: MemberPlan): boolean => kind === "attribute" || kind === "attributes";
  const ordered = [...members.filter(isAttribute), ...members.filter((member) => !isAttribute(member))];
  const [mediaType] = fieldsOf(members).filter(isMediaType);
  const declared = declaredAttributes(fieldsOf(members));
  return ordered.flatMap((member) =>
    isBytes(member)
      ? [writeBytes(member.value, access(v, member.property), mediaType && [access(v, mediaType.property)])]
      : writeMember(member, v, indent, declared),
  );
}

/** The attribute that says what the bytes of its element are. */
function isMediaType({ kind, name, element }: FieldPlan): boolean {
  return kind === "attribute" && name === "contentType" && /\/xmlmime$/.test(element.namespace);
}

function isBytes(member: MemberPlan): member is FieldPlan & { readonly value: SimpleValuePlan } {
  return member.kind === "text" && isBase64(member.value);
}

function writeMember(member: MemberPlan, v: string, indent: number, declared: readonly string[]): string[] {
  if (member.kind === "choice") return writeBranches(member, v, indent);
  const value = access(v, member.property);
  const maybe = (statements: readonly string[]): string[] =>
    member.required ? [...statements] : guarded(`${value} !== undefined`, statements, indent);
  switch (member.kind) {
    case "attribute":
      return maybe([`w.attribute(${literal(member.element.tag)}, ${printed(member, value)});`]);
    case "attributes":
      return maybe(
        declared.length === 0
          ? [`w.attributes(${value});`]
          : listed(`w.attributes(${value}, [`, declared, "]);", indent + 2),
      );
    case "text":
      if (isReference(member.value)) return [writeContent(member.value, value)];
      return [`w.characters(${printed(member, value)});`];
    case "any":
      return member.repeated
        ? eachRow(value, member.required, ["w.element(item);"])
        : maybe([`w.element(${value});`]);
    case "items":
      return writeItems(member, value, indent);
    case "element":
    case "attachment":
      return writeField(member, indent, v);
  }
}

function printed({ value }: FieldPlan, v: string): string {
  if (value.kind !== "simple" && value.kind !== "enum")
    throw new Error(`An attribute holds a ${value.kind}.`);
  const constant = typeConstant(value);
  return constant === "string" ? v : `${constant}.print(${v})`;
}

function writeItems(field: FieldPlan, v: string, indent: number): string[] {
  if (field.value.kind !== "items") return [];
  if (field.repeated) return eachRow(v, field.required, writeItem(field.value, "item", indent + 2));
  const written = writeItem(field.value, v, indent);
  return field.required ? written : guarded(`${v} !== undefined`, written, indent);
}

function writeItem({ items, mixed }: ItemsValuePlan, v: string, indent: number): string[] {
  if (items.length === 0) return [`w.characters(${v});`];
  const cases = items.flatMap((item) => [
    `case ${literal(item.tag)}:`,
    ...indented([...writeTagged(item, `${v}.value`, indent + 4), "break;"]),
  ]);
  const elements = [`switch (${v}.name) {`, ...indented(cases), "}"];
  if (!mixed) return elements;
  return [`if (typeof ${v} === "string") {`, `  w.characters(${v});`, "} else {", ...indented(elements), "}"];
}

function writeTagged({ field }: ItemPlan, v: string, indent: number): string[] {
  return field.kind === "any" ? [`w.element(${v});`] : writeMaybe(field, v, indent);
}

/** At most one branch has fields; where branches share some, the others tell which one it is. */
function writeBranches(choice: ChoicePlan, outer: string, indent: number): string[] {
  const v = choice.property === undefined ? outer : access(outer, choice.property);
  const branches = choice.branches.map((branch) => branch.map(optional));
  const written = hasShared(choice)
    ? writeDistinct(choice, v, indent)
    : branches.flatMap((branch) => writeMembers(branch, v, indent));
  if (choice.property === undefined || !choice.optional) return written;
  return guarded(`${v} !== undefined`, written, indent);
}

function writeDistinct({ branches }: ChoicePlan, v: string, indent: number): string[] {
  const told = branches.map((branch, at) => ({ branch, ...marksOf(branches, at, v) }));
  const ordered = [...told.filter(({ isOwn }) => isOwn), ...told.filter(({ isOwn }) => !isOwn)];
  const lines = ordered.flatMap(({ branch, condition }, at) => {
    const isLast = at === ordered.length - 1 && !ordered[at]?.isOwn;
    const test = isLast ? "" : `if (${condition}) `;
    const written = indented(writeMembers(branch.map(optional), v, indent + 2));
    return [`${at === 0 ? "" : "} else "}${test}{`, ...written];
  });
  return [...lines, "}"];
}

/** How a value shows to be of a branch: by fields that no other branch has, else by those it has to have. */
function marksOf(
  branches: ChoicePlan["branches"],
  at: number,
  v: string,
): { readonly isOwn: boolean; readonly condition: string } {
  const fields = fieldsOf(branches[at] ?? []);
  const others = new Set(
    branches.flatMap((each, index) => (index === at ? [] : fieldsOf(each))).map(propertyOf),
  );
  const own = fields.filter((field) => !others.has(field.property));
  const test = ({ property }: FieldPlan): string => `${access(v, property)} !== undefined`;
  const required = own.filter((field) => field.required).slice(0, 1);
  if (own.length > 0) {
    return { isOwn: true, condition: (required.length > 0 ? required : own).map(test).join(" || ") };
  }
  const needed = fields.filter((field) => field.required);
  const tests = (needed.length > 0 ? needed : fields).map(test);
  return { isOwn: false, condition: tests.join(needed.length > 0 ? " && " : " || ") };
}

function propertyOf({ property }: FieldPlan): string {
  return property;
}

function hasShared({ branches }: ChoicePlan): boolean {
  const properties = branches.flatMap((branch) => fieldsOf(branch).map(({ property }) => property));
  return new Set(properties).size < properties.length;
}

/** A field of a branch is absent whenever the branch is. */
function optional(member: MemberPlan): MemberPlan {
  if (isOptional(member)) return member;
  return member.kind === "choice" ? { ...member, optional: true } : { ...member, required: false };
}
