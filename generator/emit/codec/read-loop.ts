/** The loop of a function that reads: statements for the elements of each name, and for all others. */
import {
  fieldsOf,
  type AnyElementPlan,
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
  joined,
  list,
  newLine,
  value as asValue,
  type Code,
} from "../printer/code.js";
import { literal } from "../printer/text.js";
import type { FieldsReader } from "./fields-reader.js";
import { ifNamed, readInto, readValue, takeItem } from "./read-values.js";

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

/** A wildcard, the target of its elements, and the fields between it and the previous wildcard. */
interface Wildcard {
  readonly value: AnyElementPlan;
  /** The variable of a wildcard for one element. */
  readonly single: Code | undefined;
  readonly keep: readonly Code[];
  readonly before: readonly FieldPlan[];
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

/** Statements that pass an element to a wildcard. */
interface Passing {
  readonly statements: readonly Code[];
  /** True when they take every element. */
  readonly isAlways: boolean;
}

/**
 * An element is added to the first wildcard that is not full and not before a field that has been read; otherwise to
 * the last one that admits it, because the order of elements is free.
 */
function passToWildcards(reader: FieldsReader, all: readonly Wildcard[]): readonly Passing[] {
  const chain = all.map((wildcard, at) => passTo(reader, wildcard, roomFor(reader, wildcard, all[at + 1])));
  const isLast = ({ value }: Wildcard, at: number): boolean =>
    !all.slice(at + 1).some((later) => admitsAll(later.value) || isSame(later.value, value));
  const others = all.filter((wildcard, at) => at < all.length - 1 && isLast(wildcard, at));
  return [...chain, ...others.toReversed().map((wildcard) => passTo(reader, wildcard, []))];
}

function admitsAll({ only, except }: AnyElementPlan): boolean {
  return only === undefined && except.length === 0;
}

function isSame(one: AnyElementPlan, other: AnyElementPlan): boolean {
  return JSON.stringify([one.only, one.except]) === JSON.stringify([other.only, other.except]);
}

/** Conditions for an element to belong to a wildcard that another wildcard follows. */
function roomFor(reader: FieldsReader, { single }: Wildcard, next: Wildcard | undefined): readonly Code[] {
  if (next === undefined) return [];
  const unread = next.before.map(
    (field) => code`${reader.field(field)}${field.repeated ? ".length === 0" : " === undefined"}`,
  );
  return single === undefined ? unread : [code`${single} === undefined`, ...unread];
}

function passTo(reader: FieldsReader, { value, keep }: Wildcard, room: readonly Code[]): Passing {
  const admitted = admits(reader, value);
  const isLoose = room.length > 0 && (value.only?.length ?? 0) > 1;
  const conditions = [...room, ...admitted.map((test) => (isLoose ? code`(${test})` : test))];
  const statements = [...keep, "continue;"];
  if (conditions.length === 0) return { statements, isAlways: true };
  return { statements: [block(code`if (${joined(conditions, " && ")})`, statements)], isAlways: false };
}

function admits({ codecs, r }: FieldsReader, { only, except }: AnyElementPlan): readonly Code[] {
  const test = (operator: string, uri: string): Code =>
    code`${r}.namespace ${operator} ${codecs.namespaces.of(uri)}`;
  if (only === undefined) return except.map((uri) => test("!==", uri));
  return [
    joined(
      only.map((uri) => test("===", uri)),
      " || ",
    ),
  ];
}
