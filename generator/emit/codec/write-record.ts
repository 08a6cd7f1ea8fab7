/** Functions that write the members of a record: attributes, then text or elements in the order of the schema. */
import {
  fieldsOf,
  isOptional,
  type ChoicePlan,
  type FieldPlan,
  type ItemPlan,
  type ItemsFieldPlan,
  type ItemsValuePlan,
  type MemberPlan,
  type ValueFieldPlan,
} from "../../plan/data/members.js";
import type { RecordPlan } from "../../plan/data/records.js";
import type { SimpleValuePlan } from "../../plan/data/simple-types.js";
import {
  access,
  block,
  code,
  guarded,
  indented,
  joined,
  list,
  newLine,
  value as asValue,
  type Code,
  typing,
} from "../printer/code.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { declaredAttributes, isBase64, isPlainString, isReference, type CodecFile } from "./codec-file.js";
import {
  casePart,
  eachRow,
  writeBytes,
  writeContent,
  writeField,
  writeFunction,
  writeMaybe,
  type Writer,
} from "./write-values.js";

/** Own members after those of the base; all together if the own ones include attributes. */
export function writeRecord(codecs: CodecFile, self: ConstantSymbol, record: RecordPlan): Code {
  const { fieldsType, base, members, allMembers } = record;
  const head = code`function ${asValue(self)}`;
  const type = codecs.types.record(fieldsType);
  const inherits = base?.writes === true;
  if (!inherits && allMembers.length === 0) {
    return [
      code`${head}(_w${typing`: ${codecs.type("XmlWriter")}`}, _v${typing`: ${type}`})${typing`: void`} {`,
      indented(newLine, "// The record has no fields."),
      newLine,
      "}",
    ];
  }
  return writeFunction(codecs, head, type, (writer, v) => [
    ...(inherits ? [code`${codecs.write(base.fieldsType)}(${writer.w}, ${v});`] : []),
    ...writeMembers(writer, inherits ? members : allMembers, v),
  ]);
}

function writeMembers(writer: Writer, members: readonly MemberPlan[], v: Code): readonly Code[] {
  const ordered = members.toSorted((one, other) => placeOf(one) - placeOf(other));
  const [mediaType] = fieldsOf(members).filter(isMediaType);
  const declared = declaredAttributes(writer.codecs, fieldsOf(members));
  return ordered.flatMap((member) => {
    if (!isBytes(member)) return writeMember(writer, member, v, declared);
    const type = mediaType === undefined ? undefined : [access(v, mediaType.property)];
    return [writeBytes(writer, member.value, access(v, member.property), type)];
  });
}

/** Prefixes of data first: those of other attributes are chosen around them. Elements come after the start tag. */
function placeOf({ kind }: MemberPlan): number {
  if (kind === "prefixes") return 0;
  return kind === "attribute" || kind === "attributes" ? 1 : 2;
}

/** The attribute with the media type of an element's bytes. */
function isMediaType({ kind, name, element }: FieldPlan): boolean {
  return kind === "attribute" && name === "contentType" && /\/xmlmime$/.test(element.namespace);
}

function isBytes(member: MemberPlan): member is FieldPlan & { readonly value: SimpleValuePlan } {
  return member.kind === "text" && isBase64(member.value);
}

function writeMember(
  writer: Writer,
  member: MemberPlan,
  v: Code,
  declared: readonly Code[],
): readonly Code[] {
  if (member.kind === "choice") return writeBranches(writer, member, v);
  const { codecs, w } = writer;
  const value = access(v, member.property);
  const writeElement = (element: Code): Code => code`${codecs.call("writeElement", w, element)};`;
  const maybe = (statement: Code): readonly Code[] =>
    member.required ? [statement] : [guarded(code`${value} !== undefined`, [statement])];
  switch (member.kind) {
    case "attribute":
      return maybe(code`${w}.attribute(${literal(member.element.tag)}, ${printed(writer, member, value)});`);
    case "prefixes":
      return maybe(code`${codecs.call("declarePrefixes", w, value)};`);
    case "attributes":
      return maybe(
        declared.length === 0
          ? code`${codecs.call("writeAttributes", w, value)};`
          : list(code`${codecs.runtime("writeAttributes")}(${w}, ${value}, [`, declared, "]);"),
      );
    case "text":
      if (isReference(member.value)) return [writeContent(writer, member.value, value)];
      return [code`${w}.characters(${printed(writer, member, value)});`];
    case "any":
      return member.repeated
        ? [eachRow(writer, value, member.required, (_, item) => [writeElement(item)])]
        : maybe(writeElement(value));
    case "items":
      return writeItems(writer, member, value);
    case "element":
    case "attachment":
      return writeField(writer, member, v);
  }
}

function printed({ codecs, w }: Writer, { value }: ValueFieldPlan, v: Code): Code {
  if (value.kind !== "simple" && value.kind !== "enum")
    throw new Error(`An attribute holds a ${value.kind}.`);
  return isPlainString(value) ? v : codecs.printed(w, value, v);
}

function writeItems(writer: Writer, { value, repeated, required }: ItemsFieldPlan, v: Code): readonly Code[] {
  if (repeated) return [eachRow(writer, v, required, (inner, item) => writeItem(inner, value, item))];
  const written = writeItem(writer, value, v);
  return required ? written : [guarded(code`${v} !== undefined`, written)];
}

function writeItem(writer: Writer, { items, mixed }: ItemsValuePlan, v: Code): readonly Code[] {
  const text = code`${writer.w}.characters(${v});`;
  if (items.length === 0) return [text];
  const cases = items.map((item) =>
    casePart(`case ${literal(item.tag)}:`, [...writeTagged(writer, item, code`${v}.value`), "break;"]),
  );
  const elements = block(code`switch (${v}.name)`, cases);
  if (!mixed) return [elements];
  return [[block(code`if (typeof ${v} === "string")`, [text]), block(" else", [elements])]];
}

function writeTagged(writer: Writer, { field }: ItemPlan, v: Code): readonly Code[] {
  return field.kind === "any"
    ? [code`${writer.codecs.call("writeElement", writer.w, v)};`]
    : writeMaybe(writer, field, v);
}

/** At most one branch has fields. If branches share fields, the other fields identify the branch. */
function writeBranches(writer: Writer, choice: ChoicePlan, outer: Code): readonly Code[] {
  const v = choice.property === undefined ? outer : access(outer, choice.property);
  const branches = choice.branches.map((branch) => branch.map(optional));
  const written = hasShared(choice)
    ? [writeDistinct(writer, choice, v)]
    : branches.flatMap((branch) => writeMembers(writer, branch, v));
  if (choice.property === undefined || !choice.optional) return written;
  return [guarded(code`${v} !== undefined`, written)];
}

function writeDistinct(writer: Writer, { branches }: ChoicePlan, v: Code): Code {
  const marked = branches.map((branch, at) => ({ branch, ...marksOf(branches, at, v) }));
  const ordered = [...marked.filter(({ isOwn }) => isOwn), ...marked.filter(({ isOwn }) => !isOwn)];
  return ordered.map(({ branch, condition, isOwn }, at) => {
    const isLast = at === ordered.length - 1 && !isOwn;
    const test = isLast ? "" : code`if (${condition})`;
    const head = at === 0 ? test : isLast ? " else" : code` else ${test}`;
    return block(head, writeMembers(writer, branch.map(optional), v));
  });
}

/** Condition for a value to belong to a branch: fields that no other branch has, otherwise the required fields. */
function marksOf(
  branches: ChoicePlan["branches"],
  at: number,
  v: Code,
): { readonly isOwn: boolean; readonly condition: Code } {
  const fields = fieldsOf(branches[at] ?? []);
  const others = new Set(
    branches.flatMap((each, index) => (index === at ? [] : fieldsOf(each))).map(propertyOf),
  );
  const own = fields.filter((field) => !others.has(field.property));
  const tests = (shown: readonly FieldPlan[], operator: string): Code =>
    joined(
      shown.map(({ property }) => code`${access(v, property)} !== undefined`),
      ` ${operator} `,
    );
  const required = own.filter((field) => field.required).slice(0, 1);
  if (own.length > 0) return { isOwn: true, condition: tests(required.length > 0 ? required : own, "||") };
  const needed = fields.filter((field) => field.required);
  return {
    isOwn: false,
    condition: needed.length > 0 ? tests(needed, "&&") : tests(fields, "||"),
  };
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
