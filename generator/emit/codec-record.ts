/** Functions that read the members of a record or message: one switch on the name, one object at the end. */
import { choicesOf, fieldsOf } from "../plan/member-fields.js";
import type {
  AnyElementPlan,
  ChoicePlan,
  FieldPlan,
  ItemsValuePlan,
  MemberPlan,
  QNamePlan,
  RecordPlan,
} from "../plan/types.js";
import { qualifiers, recordType, typeConstant } from "./codec-names.js";
import { ifNamed, orAbsent, readCall, readValue } from "./codec-read.js";
import { assigned, guarded, indented, key, listed, member } from "./layout.js";
import { namespaceMember } from "./namespaces.js";
import { codeWidth, literal } from "./text.js";
import { arrayText, nillableType } from "./ts-type.js";

export function readRecord({ type, allMembers, fieldsType, interfaceType }: RecordPlan): string {
  return readFields({
    before: "",
    name: `read${type.unique}`,
    type: recordType(fieldsType),
    fields: allMembers,
    parameters: ["r: XmlReader"],
    loop: "while (r.child()) {",
    isUnion: interfaceType === undefined,
  });
}

/** What a function that reads fields looks like around them. */
export interface FieldsReader {
  readonly before: string;
  readonly name: string;
  readonly type: string;
  readonly fields: readonly MemberPlan[];
  readonly parameters: readonly string[];
  /** Goes from element to element. */
  readonly loop: string;
  /** True when the only member is a choice, which is the value. */
  readonly isUnion?: boolean;
}

/** Reads members in any order, up to the end tag of the element around them. */
export function readFields(reader: FieldsReader): string {
  const { before, name, type, fields: members, parameters, loop } = reader;
  const head = listed(`${before}function ${name}(`, parameters, `): ${type} {`);
  if (members.length === 0) {
    return [...head, `  ${loop.replace(/ \{$/, "")} r.skip();`, "  return {};", "}"].join("\n");
  }
  const fields = fieldsOf(members);
  const choices = choicesOf(members);
  const attributes = fields
    .filter(({ kind }) => kind === "attributes")
    .flatMap((field) => otherAttributes(field, fields));
  const ends = members.filter((each) => each.kind === "choice").flatMap((choice) => builtChoice(choice));
  const result = reader.isUnion === true ? [`return ${choiceVariable(choices[0])};`] : returned(members);
  return [
    ...head,
    ...indented([
      ...attachmentsIn(fields),
      ...fields.filter(({ kind }) => kind !== "attachment").flatMap(variableOf),
      ...attributes,
      ...choices.map(({ number }) => `let $branch${number} = 0;`),
      ...readLoop(members, fields, loop),
      ...ends,
      ...result,
    ]),
    "}",
  ].join("\n");
}

/** Reads what stands beside the message. */
function attachmentsIn(fields: readonly FieldPlan[]): string[] {
  return fields
    .filter(({ kind }) => kind === "attachment")
    .flatMap(({ variable, name }, at) =>
      assigned(`const ${variable} =`, `r.attachment(${literal(name)}, ${at})`, 2),
    );
}

/** Declares the variable of a field, or reads what stands in the start tag. */
export function variableOf(field: FieldPlan): string[] {
  const { kind, variable, value, nillable, repeated, name, absent } = field;
  const wire = `${field.element.constant}, ${literal(name)}`;
  switch (kind) {
    case "attribute": {
      const type = typeConstantOf(field);
      const read =
        absent === undefined
          ? `attributeValue(${type}, ${wire})`
          : `attributeOr(${type}, ${wire}, ${literal(absent)})`;
      return assigned(`const ${variable} =`, `r.${read}`, 2);
    }
    case "attributes":
      return [];
    case "text":
      return assigned(`const ${variable} =`, `r.simple(${typeConstantOf(field)})`, 2);
    default: {
      const type = nillableType(value, nillable, qualifiers);
      return repeated
        ? [`const ${variable}: ${arrayText(type)} = [];`]
        : [`let ${variable}: ${type} | undefined;`];
    }
  }
}

function otherAttributes({ variable }: FieldPlan, fields: readonly FieldPlan[]): string[] {
  const known = fields
    .filter(({ kind }) => kind === "attribute")
    .map(({ element }) => `{ ${namespaceMember(element.constant)}, name: ${literal(element.name)} }`);
  const rest = listed(`const ${variable} = r.otherAttributes([`, known, "]);", 2);
  return rest;
}

function typeConstantOf({ value }: FieldPlan): string {
  return value.kind === "simple" || value.kind === "enum" ? typeConstant(value) : "string";
}

/** What happens with an element of a name. */
interface Case {
  readonly element: QNamePlan;
  readonly statements: readonly string[];
  /** Names variables of its own. */
  readonly scoped: boolean;
}

function readLoop(members: readonly MemberPlan[], fields: readonly FieldPlan[], loop: string): string[] {
  if (fields.some(({ kind }) => kind === "text")) return [];
  const wildcards = wildcardsOf(members);
  const cases = casesOf(members, wildcards.length > 0);
  const rest = [...wildcards.flatMap((any, at) => passTo(any, at, wildcards)), "r.skip();"];
  const mixed = fields.find(({ value }) => value.kind === "items" && value.mixed);
  const begin = mixed === undefined ? loop : `while (r.mixedChild(${mixed.variable})) {`;
  const [only, ...others] = cases;
  const after = wildcards.length > 0 && rest.at(-2) === "continue;" ? rest.slice(0, -2) : rest;
  if (only === undefined) {
    if (after.length === 1 && mixed === undefined) return [`${begin.replace(/ \{$/, "")} ${after.join("")}`];
    return [begin, ...indented(after), "}"];
  }
  if (others.length === 0 && wildcards.length === 0 && !only.scoped)
    return [begin, ...indented(ifNamed(only.element, only.statements)), "}"];
  return [begin, ...indented([...switches(cases), ...after]), "}"];
}

function switches(cases: readonly Case[]): string[] {
  const namespaces = [...new Set(cases.map(({ element }) => element.constant))];
  const tests = namespaces.flatMap((constant, at) => {
    const own = cases.filter(({ element }) => element.constant === constant).flatMap(caseLines);
    return [
      `${at === 0 ? "" : "} else "}if (r.namespace === ${constant}) {`,
      ...indented(["switch (r.name) {", ...indented(own), "}"]),
    ];
  });
  return [...tests, "}"];
}

function caseLines({ element, statements, scoped }: Case): string[] {
  const body = indented([...statements, "continue;"]);
  const head = `case ${literal(element.name)}:`;
  return scoped ? [`${head} {`, ...body, "}"] : [head, ...body];
}

function casesOf(members: readonly MemberPlan[], hasWildcards: boolean): readonly Case[] {
  const marks = branchMarks(members);
  return fieldsOf(members).flatMap((field) => {
    const mark = marks.get(field.property) ?? [];
    if (field.kind === "items" && field.value.kind === "items") return itemCases(field, field.value, mark);
    if (field.kind !== "element") return [];
    const again = hasWildcards && !field.repeated ? [`if (${field.variable} !== undefined) break;`] : [];
    const statements = [...again, ...mark, ...readField(field)];
    return [{ element: field.element, statements, scoped: field.repeated && !field.nillable }];
  });
}

/** Statements that read one occurrence of an element. */
export function readField(field: FieldPlan, indent = 10): string[] {
  const { variable, value, nillable, repeated } = field;
  if (repeated) return added(variable, readValue(value, nillable, "undefined"), nillable, indent);
  const { method, values } = readCall(value, nillable, variable);
  return listed(`${variable} = r.${method}(`, values, ");", indent);
}

/** Statements that add a value to an array; only lenient reading has none. */
function added(array: string, read: string, nillable: boolean, indent: number): string[] {
  if (nillable) return listed(`${array}.push(`, [read], ");", indent);
  return [...assigned("const $item =", read, indent), `if ($item !== undefined) ${array}.push($item);`];
}

function itemCases(list: FieldPlan, { items }: ItemsValuePlan, mark: readonly string[]): readonly Case[] {
  return items.flatMap(({ tag, field }) => {
    if (field.kind === "any") return [];
    const read = readValue(field.value, field.nillable, "undefined");
    return [
      {
        element: field.element,
        statements: [...mark, ...keptItem(list, tag, read, field.nillable)],
        scoped: true,
      },
    ];
  });
}

function keptItem(list: FieldPlan, tag: string, read: string, always: boolean): string[] {
  const item = `{ name: ${literal(tag)}, value: $item }`;
  const keep = list.repeated ? `${list.variable}.push(${item});` : `${list.variable} = ${item};`;
  const once = list.repeated ? [] : [`if (${list.variable} !== undefined) throw r.excluded();`];
  const kept = always ? [keep] : guarded("$item !== undefined", [keep], 10);
  return [...once, ...assigned("const $item =", read, 10), ...kept];
}

/** By property, the statements that note which branch a field belongs to; fields of several branches note nothing. */
function branchMarks(members: readonly MemberPlan[]): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  const walk = (inner: readonly MemberPlan[], around: readonly string[]): void => {
    for (const each of inner) {
      if (each.kind !== "choice") {
        marks.set(each.property, around);
        counts.set(each.property, (counts.get(each.property) ?? 0) + 1);
        continue;
      }
      const variable = `$branch${each.number}`;
      each.branches.forEach((branch, at) => {
        walk(branch, [...around, `${variable} = r.branch(${variable}, ${at + 1});`]);
      });
    }
  };
  walk(members, []);
  return new Map([...marks].filter(([property]) => counts.get(property) === 1));
}

/** A wildcard, what it adds an element to, and the fields that stand between it and the one before it. */
interface Wildcard {
  readonly value: AnyElementPlan;
  readonly keep: readonly string[];
  readonly before: readonly FieldPlan[];
}

function wildcardsOf(members: readonly MemberPlan[]): readonly Wildcard[] {
  const marks = branchMarks(members);
  const wildcards: Wildcard[] = [];
  let before: FieldPlan[] = [];
  for (const field of fieldsOf(members)) {
    if (field.kind === "element") before.push(field);
    const value =
      field.value.kind === "items"
        ? field.value.items.find((item) => item.field.kind === "any")?.field.value
        : field.value;
    if (value?.kind !== "anyElement") continue;
    wildcards.push({ value, keep: [...(marks.get(field.property) ?? []), ...keptAny(field)], before });
    before = [];
  }
  return wildcards;
}

function keptAny({ kind, variable, repeated }: FieldPlan): readonly string[] {
  if (kind === "items") {
    const item = '{ name: "$any", value: r.element() }';
    return [repeated ? `${variable}.push(${item});` : `${variable} = ${item};`];
  }
  return [repeated ? `${variable}.push(r.element());` : `${variable} = r.element();`];
}

/** An element goes to the last wildcard that it can belong to: one behind a field that has been read. */
function passTo({ value, keep }: Wildcard, at: number, all: readonly Wildcard[]): string[] {
  const next = all[at + 1];
  const behind =
    next === undefined
      ? []
      : next.before.map(({ variable, repeated }) =>
          repeated ? `${variable}.length === 0` : `${variable} === undefined`,
        );
  const admitted = admits(value);
  const isLoose = behind.length > 0 && admitted.some((test) => test.includes(" || "));
  const conditions = [...behind, ...admitted.map((test) => (isLoose ? `(${test})` : test))];
  if (conditions.length === 0) return [...keep, "continue;"];
  return [`if (${conditions.join(" && ")}) {`, ...indented([...keep, "continue;"]), "}"];
}

function admits({ only, except }: AnyElementPlan): string[] {
  if (only === undefined) return except.map((constant) => `r.namespace !== ${constant}`);
  const tests = only.map((constant) => `r.namespace === ${constant}`);
  return [tests.join(" || ")];
}

function choiceVariable(choice: ChoicePlan | undefined): string {
  return `$choice${choice?.number ?? ""}`;
}

/** Statements that put the fields of a choice together. */
function builtChoice(choice: ChoicePlan): string[] {
  const { branches, number, optional, property } = choice;
  const variable = choiceVariable(choice);
  const isAbsent = optional && property !== undefined;
  const cases = branches.flatMap((branch, at) => {
    const inner = branch.filter((each) => each.kind === "choice").flatMap(builtChoice);
    const lines = [...inner, ...objectOf(`${variable} = `, branch, ";", 6), "break;"];
    return inner.length === 0
      ? [`case ${at + 1}:`, ...indented(lines)]
      : [`case ${at + 1}: {`, ...indented(lines), "}"];
  });
  const names = branches.map((branch) => fieldsOf(branch)[0]?.name ?? "").join(", ");
  const none = isAbsent ? "undefined" : optional ? "{}" : `r.absentChoice(${literal(names)})`;
  const type = recordType(choice.type) + (isAbsent ? " | undefined" : "");
  return [
    ...sharedBranch(choice),
    `let ${variable}: ${type};`,
    `switch ($branch${number}) {`,
    ...indented([...cases, "default:", `  ${variable} = ${none};`]),
    "}",
  ];
}

/** Elements that stand in several branches tell the branch where nothing else did: it is the first that they are enough for. */
function sharedBranch({ branches, number }: ChoicePlan): string[] {
  const counts = new Map<string, number>();
  for (const field of branches.flatMap((branch) => fieldsOf(branch)))
    counts.set(field.property, (counts.get(field.property) ?? 0) + 1);
  return branches.flatMap((branch, at) => {
    const plain = branch.filter((each) => each.kind !== "choice");
    const shared = plain.filter(({ property }) => (counts.get(property) ?? 0) > 1);
    const required = plain.filter((field) => field.required);
    if (shared.length === 0 || required.some((field) => !shared.includes(field))) return [];
    const present = (required.length > 0 ? required : shared).map(presence);
    const isEither = required.length === 0 && present.length > 1;
    const condition = isEither ? `(${present.join(" || ")})` : present.join(" && ");
    return guarded(`$branch${number} === 0 && ${condition}`, [`$branch${number} = ${at + 1};`], 2);
  });
}

function presence({ variable, repeated }: FieldPlan): string {
  return repeated ? `${variable}.length > 0` : `${variable} !== undefined`;
}

function returned(members: readonly MemberPlan[]): string[] {
  return objectOf("return ", members, ";", 2);
}

/** `head { a, b: c ?? d };` */
function objectOf(head: string, members: readonly MemberPlan[], end: string, indent: number): string[] {
  const properties = members.map((each) => property(each));
  const [first, ...others] = properties;
  const line = `${head}{ ${first?.text ?? ""} }${end}`;
  if (first === undefined) return [`${head}{}${end}`];
  if (others.length === 0 && line.length + indent <= codeWidth) return [line];
  return [`${head}{`, ...indented(properties.flatMap(({ lines }) => lines)), `}${end}`];
}

function property(each: MemberPlan): { readonly text: string; readonly lines: readonly string[] } {
  if (each.kind === "choice" && each.property === undefined) {
    return { text: `...${choiceVariable(each)}`, lines: [`...${choiceVariable(each)},`] };
  }
  const name = key(each.property ?? "");
  const value = each.kind === "choice" ? choiceVariable(each) : valueOf(each);
  if (value === each.property) return { text: value, lines: [`${value},`] };
  return { text: `${name}: ${value}`, lines: member(name, value, 4) };
}

export function valueOf(field: FieldPlan): string {
  const { kind, variable, repeated, required, name } = field;
  if (kind === "attribute") {
    return required && field.absent === undefined
      ? `${variable} ?? r.absentAttribute(${literal(name)})`
      : variable;
  }
  if (kind === "attributes" || kind === "text" || kind === "attachment" || (kind === "items" && repeated))
    return variable;
  if (repeated)
    return `${variable}.length > 0 ? ${variable} : ${required ? `r.absentRecord(${literal(name)})` : "undefined"}`;
  return orAbsent(field, variable);
}
