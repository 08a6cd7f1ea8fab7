/** Walks over the members of a record. */
import type { ChoicePlan, FieldPlan, MemberPlan, ValuePlan } from "./types.js";

/** Every field, those of choices included; one that stands in several branches once. */
export function fieldsOf(members: readonly MemberPlan[]): readonly FieldPlan[] {
  const fields = new Map<string, FieldPlan>();
  for (const member of members) {
    const inner = member.kind === "choice" ? member.branches.flatMap(fieldsOf) : [member];
    for (const field of inner) if (!fields.has(field.property)) fields.set(field.property, field);
  }
  return [...fields.values()];
}

/** Every value that the members hold, directly or as an item. */
export function valuesOf(members: readonly MemberPlan[]): readonly ValuePlan[] {
  return fieldsOf(members).flatMap(({ value }) =>
    value.kind === "items" ? [value, ...value.items.map(({ field }) => field.value)] : [value],
  );
}

/** Every choice, those inside of others included, outer ones first. */
export function choicesOf(members: readonly MemberPlan[]): readonly ChoicePlan[] {
  return members.flatMap((member) =>
    member.kind === "choice" ? [member, ...member.branches.flatMap(choicesOf)] : [],
  );
}

/** True when a member may be absent. */
export function isOptional(member: MemberPlan): boolean {
  return member.kind === "choice" ? member.optional : !member.required;
}

export function isFlatChoice(member: MemberPlan): member is ChoicePlan {
  return member.kind === "choice" && member.property === undefined;
}
