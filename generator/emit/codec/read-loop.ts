/** The loop of a function that reads: statements for the elements of each name, and for all others. */
import {
  fieldsOf,
  type FieldPlan,
  type ItemsValuePlan,
  type MemberPlan,
  type ValueFieldPlan,
} from "../../plan/data/members.js";
import type { QNamePlan } from "../../plan/data/names.js";
import {
  assigned,
  block,
  code,
  indented,
  list,
  newLine,
  value as asValue,
  type Code,
} from "../printer/code.js";
import { literal } from "../printer/text.js";
import type { FieldsReader } from "./fields-reader.js";
import { ifNamed, readInto, readValue, takeItem } from "./read-values.js";
import { passToWildcards, type Wildcard } from "./read-wildcards.js";

/** Statements for the elements of one name. */
interface Case {
  readonly element: QNamePlan;
  readonly statements: readonly Code[];
  /** Declares variables. */
  readonly scoped: boolean;
}

/** The loop over elements, which distinguishes them by name; `loop` is its head. */
export function readLoop(
  reader: FieldsReader,
  members: readonly MemberPlan[],
  fields: readonly FieldPlan[],
  loop: Code,
): readonly Code[] {
  if (fields.some(({ kind }) => kind === "text")) return [];
  const wildcards = wildcardsOf(reader, members);
  const cases = casesOf(reader, members, wildcards.length > 0);
  const passed = passToWildcards(reader, wildcards);
  const takesAll = passed.at(-1)?.isAlways === true;
  const rest = [...passed.flatMap(({ statements }) => statements), code`${reader.r}.skip();`];
  const after = takesAll ? rest.slice(0, -2) : rest;
  const mixed = fields.find(({ value }) => value.kind === "items" && value.mixed);
  const prefixes = fields.filter(({ kind }) => kind === "prefixes").map((field) => reader.field(field));
  const begin =
    mixed === undefined
      ? loop
      : code`while (${reader.codecs.call("mixedChild", reader.r, reader.field(mixed), ...prefixes)})`;
  const [only, ...others] = cases;
  if (only === undefined) {
    const [single, ...more] = after;
    if (single !== undefined && more.length === 0 && mixed === undefined) return [code`${begin} ${single}`];
    return [block(begin, after)];
  }
  if (others.length === 0 && wildcards.length === 0 && !only.scoped)
    return [block(begin, [ifNamed(reader, only.element, only.statements)])];
  return [block(begin, [switches(reader, cases), ...after])];
}

function switches({ codecs, r }: FieldsReader, cases: readonly Case[]): Code {
  const namespaces = [...new Set(cases.map(({ element }) => element.namespace))];
  const tests = namespaces.map((namespace, at) => {
    const own = cases.filter(({ element }) => element.namespace === namespace).map(caseOf);
    return [
      at === 0 ? "" : "} else ",
      code`if (${r}.namespace === ${codecs.namespaces.of(namespace)}) {`,
      indented(newLine, block(code`switch (${r}.name)`, own)),
      newLine,
    ];
  });
  return [...tests, "}"];
}

function caseOf({ element, statements, scoped }: Case): Code {
  const body = [...statements, "continue;"];
  const head = `case ${literal(element.name)}:`;
  return scoped ? block(head, body) : [head, indented(body.map((each) => [newLine, each]))];
}

function casesOf(
  reader: FieldsReader,
  members: readonly MemberPlan[],
  hasWildcards: boolean,
): readonly Case[] {
  const marks = branchMarks(reader, members);
  return fieldsOf(members).flatMap((field): readonly Case[] => {
    const mark = marks.get(field.property) ?? [];
    if (field.kind === "items") return itemCases(reader, field, field.value, mark);
    if (field.kind !== "element") return [];
    const again =
      hasWildcards && !field.repeated ? [code`if (${reader.field(field)} !== undefined) break;`] : [];
    const statements = [...again, ...mark, ...readField(reader, field)];
    return [{ element: field.element, statements, scoped: field.repeated && !field.nillable }];
  });
}

/** Statements that read one occurrence of an element. */
export function readField(reader: FieldsReader, field: ValueFieldPlan): readonly Code[] {
  const { value, nillable, repeated } = field;
  const variable = reader.field(field);
  if (!repeated) return [readInto(reader, variable, field)];
  const read = readValue(reader, value, nillable);
  if (nillable) return [list(code`${variable}.push(`, [read], ");")];
  const item = asValue(reader.scope.inner().local("$item"));
  return [assigned(code`const ${item} =`, read), takeItem(reader, item, code`${variable}.push(${item});`)];
}

function itemCases(
  reader: FieldsReader,
  holder: FieldPlan,
  { items }: ItemsValuePlan,
  mark: readonly Code[],
): readonly Case[] {
  return items.flatMap(({ tag, field }) => {
    if (field.kind === "any") return [];
    const statements = [...mark, ...keptItem(reader, holder, tag, field)];
    return [{ element: field.element, statements, scoped: true }];
  });
}

function keptItem(
  reader: FieldsReader,
  holder: FieldPlan,
  tag: string,
  field: ValueFieldPlan,
): readonly Code[] {
  const variable = reader.field(holder);
  const item = asValue(reader.scope.inner().local("$item"));
  const tagged = code`{ name: ${literal(tag)}, value: ${item} }`;
  const keep = holder.repeated ? code`${variable}.push(${tagged});` : code`${variable} = ${tagged};`;
  const once = holder.repeated ? [] : [refusedSecond(reader, variable)];
  return [
    ...once,
    assigned(code`const ${item} =`, readValue(reader, field.value, field.nillable)),
    field.nillable ? keep : takeItem(reader, item, keep),
  ];
}

/** The statement that refuses an element when there is one before it. */
function refusedSecond({ codecs, r }: FieldsReader, variable: Code): Code {
  return code`if (${variable} !== undefined) throw ${codecs.call("excludedElement", r)};`;
}

/** By property, the statements that record the branch of a field; none for fields of several branches. */
function branchMarks(
  reader: FieldsReader,
  members: readonly MemberPlan[],
): ReadonlyMap<string, readonly Code[]> {
  const marks = new Map<string, readonly Code[]>();
  const counts = new Map<string, number>();
  const walk = (inner: readonly MemberPlan[], around: readonly Code[]): void => {
    for (const each of inner) {
      if (each.kind !== "choice") {
        marks.set(each.property, around);
        counts.set(each.property, (counts.get(each.property) ?? 0) + 1);
        continue;
      }
      const variable = reader.branch(each);
      each.branches.forEach((branch, at) => {
        const entered = reader.codecs.call("enterBranch", reader.r, variable, String(at + 1));
        walk(branch, [...around, code`${variable} = ${entered};`]);
      });
    }
  };
  walk(members, []);
  return new Map([...marks].filter(([property]) => counts.get(property) === 1));
}

function wildcardsOf(reader: FieldsReader, members: readonly MemberPlan[]): readonly Wildcard[] {
  const marks = branchMarks(reader, members);
  const wildcards: Wildcard[] = [];
  let before: FieldPlan[] = [];
  for (const field of fieldsOf(members)) {
    if (field.kind === "element") before.push(field);
    const value =
      field.kind === "items"
        ? field.value.items.find((item) => item.field.kind === "any")?.field.value
        : field.value;
    if (value?.kind !== "anyElement") continue;
    const keep = [...(marks.get(field.property) ?? []), ...keptAny(reader, field)];
    wildcards.push({ value, single: field.repeated ? undefined : reader.field(field), keep, before });
    before = [];
  }
  return wildcards;
}

/** A second element of a wildcard for one is refused. */
function keptAny(reader: FieldsReader, field: FieldPlan): readonly Code[] {
  const { codecs, r } = reader;
  const variable = reader.field(field);
  const element = codecs.call("readElement", r);
  if (field.kind === "items") {
    const item = code`{ name: "$any", value: ${element} }`;
    if (field.repeated) return [code`${variable}.push(${item});`];
    return [refusedSecond(reader, variable), code`${variable} = ${item};`];
  }
  if (field.repeated) return [code`${variable}.push(${element});`];
  return [code`${variable} = ${codecs.call("readElement", r, variable)};`];
}
