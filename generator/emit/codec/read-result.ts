/** The object at the end of a function that reads: its choices, then its properties. */
import { fieldsOf, type ChoicePlan, type FieldPlan, type MemberPlan } from "../../plan/data/members.js";
import {
  access,
  assigned,
  block,
  code,
  guarded,
  indented,
  isSequence,
  joined,
  key,
  member,
  newLine,
  object,
  openObject,
  property,
  type Code,
  typing,
} from "../printer/code.js";
import { literal } from "../printer/text.js";
import type { FieldsReader } from "./fields-reader.js";
import { orAbsent } from "./read-values.js";

/** Statements that build the value of a choice from its fields. */
export function builtChoice(reader: FieldsReader, choice: ChoicePlan): readonly Code[] {
  const { branches, optional, property: name } = choice;
  const variable = reader.choice(choice);
  const isAbsent = optional && name !== undefined;
  const cases = branches.map((branch, at) => {
    const inner = branch
      .filter((each) => each.kind === "choice")
      .flatMap((each) => builtChoice(reader, each));
    const statements = [...inner, objectOf(reader, code`${variable} =`, branch), "break;"];
    const head = `case ${at + 1}:`;
    return inner.length === 0
      ? [head, indented(statements.map((each) => [newLine, each]))]
      : block(head, statements);
  });
  const names = branches.map((branch) => fieldsOf(branch)[0]?.name ?? "").join(", ");
  const refused = (): Code => reader.codecs.call("absentChoice", reader.r, literal(names));
  const none = isAbsent ? "undefined" : optional ? "{}" : refused();
  return [
    ...sharedBranch(reader, choice),
    code`let ${variable}${typing`: ${reader.record(choice.type)}${isAbsent ? " | undefined" : ""}`};`,
    block(code`switch (${reader.branch(choice)})`, [
      ...cases,
      ["default:", indented(newLine, code`${variable} = ${none};`)],
    ]),
  ];
}

/** If no element of a single branch was read, elements of several branches select the first branch that they complete. */
function sharedBranch(reader: FieldsReader, choice: ChoicePlan): readonly Code[] {
  const { branches } = choice;
  const counts = new Map<string, number>();
  for (const field of branches.flatMap((branch) => fieldsOf(branch)))
    counts.set(field.property, (counts.get(field.property) ?? 0) + 1);
  const variable = reader.branch(choice);
  return branches.flatMap((branch, at) => {
    const plain = branch.filter((each) => each.kind !== "choice");
    const shared = plain.filter((field) => (counts.get(field.property) ?? 0) > 1);
    const required = plain.filter((field) => field.required);
    if (shared.length === 0 || required.some((field) => !shared.includes(field))) return [];
    const present = (required.length > 0 ? required : shared).map((field) => presence(reader, field));
    const isEither = required.length === 0 && present.length > 1;
    const condition = isEither ? code`(${joined(present, " || ")})` : joined(present, " && ");
    return [guarded(code`${variable} === 0 && ${condition}`, [code`${variable} = ${String(at + 1)};`])];
  });
}

function presence(reader: FieldsReader, field: FieldPlan): Code {
  return code`${reader.field(field)}${field.repeated ? ".length > 0" : " !== undefined"}`;
}

/** The statement that returns the object. */
export function returned(reader: FieldsReader, members: readonly MemberPlan[]): Code {
  return objectOf(reader, "return", members);
}

/** Statements that fill a copy of the constant, and return it. */
export function filled(
  reader: FieldsReader,
  members: readonly MemberPlan[],
  blank: Code,
  type: Code,
): readonly Code[] {
  const record = reader.variable("record");
  const filling = members.map((each) => {
    const [name = "", value] =
      each.kind === "choice" ? [each.property, reader.choice(each)] : [each.property, valueOf(reader, each)];
    return assigned(code`${access(record, name)} =`, value);
  });
  return [
    code`const ${record} = { ...${blank} };`,
    ...filling,
    code`return ${record}${typing` as ${type}`};`,
  ];
}

/** `head { a, b: c ?? d };` */
function objectOf(reader: FieldsReader, head: Code, members: readonly MemberPlan[]): Code {
  const properties = members.map((each) => propertyOf(reader, each));
  return members.length < 2 ? object([head, " "], properties, ";") : openObject(head, properties, "};");
}

function propertyOf(reader: FieldsReader, each: MemberPlan): Code {
  if (each.kind === "choice") {
    const value = reader.choice(each);
    return each.property === undefined ? code`...${value}` : named(each.property, value);
  }
  return named(each.property, valueOf(reader, each));
}

function named(name: string, value: Code): Code {
  if (typeof value === "object" && !isSequence(value) && value.kind === "reference")
    return property(key(name), value.symbol);
  return member(key(name), value);
}

/** The value of a field in the object: its variable, checked if the field is required. */
export function valueOf(reader: FieldsReader, field: FieldPlan): Code {
  const { kind, repeated, required, name } = field;
  const variable = reader.field(field);
  if (kind === "attribute") {
    return required && field.absent === undefined
      ? code`${variable} ?? ${reader.codecs.call("absentAttribute", reader.r, literal(name))}`
      : variable;
  }
  if (kind === "attributes" || kind === "text" || kind === "attachment" || (kind === "items" && repeated))
    return variable;
  if (kind === "prefixes") return code`${variable}.length > 0 ? ${variable} : undefined`;
  if (!repeated) return orAbsent(reader, field, variable);
  const none = required ? reader.codecs.call("noItems", reader.r, literal(name)) : "undefined";
  return code`${variable}.length > 0 ? ${variable} : ${none}`;
}
