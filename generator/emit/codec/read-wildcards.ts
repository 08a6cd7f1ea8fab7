/** Which wildcard takes an element that no field of a content takes. */
import { both, everyNamespace, without, type Admitted } from "../../plan/data/admitted.js";
import type { AnyElementPlan, FieldPlan } from "../../plan/data/members.js";
import { block, code, joined, type Code } from "../printer/code.js";
import type { FieldsReader } from "./fields-reader.js";

/** A wildcard, the target of its elements, and the fields between it and the previous wildcard. */
export interface Wildcard {
  readonly value: AnyElementPlan;
  /** The variable of a wildcard for one element. */
  readonly single: Code | undefined;
  readonly keep: readonly Code[];
  readonly before: readonly FieldPlan[];
}

/** Statements that pass an element to a wildcard. */
export interface Passing {
  readonly statements: readonly Code[];
  /** True when they take every element. */
  readonly isAlways: boolean;
}

/**
 * An element is added to the first wildcard that is not full and not before a field that has been read; otherwise to
 * the last one that admits it, because the order of elements is free.
 */
export function passToWildcards(reader: FieldsReader, all: readonly Wildcard[]): readonly Passing[] {
  const chain = all.map((wildcard, at) => ({ wildcard, room: roomFor(reader, wildcard, all[at + 1]) }));
  const isLast = ({ value }: Wildcard, at: number): boolean =>
    !all.slice(at + 1).some((later) => admitsAll(later.value) || isSame(later.value, value));
  const others = all.filter((wildcard, at) => at < all.length - 1 && isLast(wildcard, at));
  let left = everyNamespace;
  return [...chain, ...others.toReversed().map((wildcard) => ({ wildcard, room: [] }))].flatMap((each) => {
    const value = remaining(each.wildcard.value, left);
    if (value.only?.length === 0) return [];
    if (each.room.length === 0) left = without(left, value);
    return [passTo(reader, { ...each.wildcard, value }, each.room)];
  });
}

/** What a wildcard admits of the namespaces that no wildcard before it takes: the compiler knows them too, where they are few. */
function remaining(value: AnyElementPlan, left: Admitted): AnyElementPlan {
  const isFew = left.only !== undefined || value.only !== undefined;
  return isFew && !admitsAll(value) ? { ...value, ...both(value, left) } : value;
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
