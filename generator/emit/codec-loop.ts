/** The loop of a function that reads: what happens with an element of each name, and with all others. */
import { fieldsOf } from "../plan/member-fields.js";
import type { AnyElementPlan, FieldPlan, ItemsValuePlan, MemberPlan, QNamePlan } from "../plan/types.js";
import { ifNamed, readCall, readValue } from "./codec-read.js";
import { assigned, guarded, indented, listed } from "./layout.js";
import { literal } from "./text.js";

/** What happens with an element of a name. */
interface Case {
  readonly element: QNamePlan;
  readonly statements: readonly string[];
  /** Names variables of its own. */
  readonly scoped: boolean;
}

/** The loop that goes from element to element and tells them by their names; `loop` is how it begins. */
export function readLoop(
  members: readonly MemberPlan[],
  fields: readonly FieldPlan[],
  loop: string,
): string[] {
  if (fields.some(({ kind }) => kind === "text")) return [];
  const wildcards = wildcardsOf(members);
  const cases = casesOf(members, wildcards.length > 0);
  const rest = [...passToWildcards(wildcards), "r.skip();"];
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
  /** The variable of a wildcard for one element. */
  readonly single: string | undefined;
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
    const keep = [...(marks.get(field.property) ?? []), ...keptAny(field)];
    wildcards.push({ value, single: field.repeated ? undefined : field.variable, keep, before });
    before = [];
  }
  return wildcards;
}

/** A second element of a wildcard for one is refused. */
function keptAny({ kind, variable, repeated }: FieldPlan): readonly string[] {
  if (kind === "items") {
    const item = '{ name: "$any", value: r.element() }';
    if (repeated) return [`${variable}.push(${item});`];
    return [`if (${variable} !== undefined) throw r.excluded();`, `${variable} = ${item};`];
  }
  return [repeated ? `${variable}.push(r.element());` : `${variable} = r.element(${variable});`];
}

/**
 * An element goes to the first wildcard that has room for it and is not before a field that has been read; else to the last
 * one that admits it, for the order of elements is free.
 */
function passToWildcards(all: readonly Wildcard[]): string[] {
  const chain = all.flatMap((wildcard, at) => passTo(wildcard, roomFor(wildcard, all[at + 1])));
  const tests = all.map(({ value }) => admits(value).join(" && "));
  const isLast = (test: string, at: number): boolean =>
    !tests.slice(at + 1).some((later) => later === "" || later === test);
  const others = all.filter((_, at) => at < all.length - 1 && isLast(tests[at] ?? "", at));
  return [...chain, ...others.toReversed().flatMap((wildcard) => passTo(wildcard, []))];
}

/** What must hold for an element to belong to a wildcard, where there is another one behind it. */
function roomFor({ single }: Wildcard, next: Wildcard | undefined): readonly string[] {
  if (next === undefined) return [];
  const unread = next.before.map(({ variable, repeated }) =>
    repeated ? `${variable}.length === 0` : `${variable} === undefined`,
  );
  return single === undefined ? unread : [`${single} === undefined`, ...unread];
}

function passTo({ value, keep }: Wildcard, room: readonly string[]): string[] {
  const admitted = admits(value);
  const isLoose = room.length > 0 && admitted.some((test) => test.includes(" || "));
  const conditions = [...room, ...admitted.map((test) => (isLoose ? `(${test})` : test))];
  if (conditions.length === 0) return [...keep, "continue;"];
  return [`if (${conditions.join(" && ")}) {`, ...indented([...keep, "continue;"]), "}"];
}

function admits({ only, except }: AnyElementPlan): string[] {
  if (only === undefined) return except.map((constant) => `r.namespace !== ${constant}`);
  const tests = only.map((constant) => `r.namespace === ${constant}`);
  return [tests.join(" || ")];
}
