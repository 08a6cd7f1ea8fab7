import { fieldsOf, valuesOf, type FieldPlan, type ValuePlan } from "../../data/members.js";
import { bodyFields, type BodyPlan } from "../../data/operations.js";
import type { RecordPlan } from "../../data/records.js";

/** Finds out whether a message holds repeated elements or XML, at any depth. */
export function bodiesWithRows(records: readonly RecordPlan[]): (body: BodyPlan) => boolean {
  const withRows = recordsWithRows(records);
  const holds = (field: FieldPlan): boolean =>
    isRepeated(field) || recordNames([field.value]).some((name) => withRows.has(name));
  return (body) => bodyFields(body).some(holds);
}

function isRepeated({ repeated, value }: FieldPlan): boolean {
  return repeated || holdsRows(value);
}

/** Items of a list, or XML. */
function holdsRows({ kind }: ValuePlan): boolean {
  return kind === "list" || kind === "content" || kind === "anyElement";
}

/** Names of the records that hold repeated elements, or records that do. */
function recordsWithRows(records: readonly RecordPlan[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found = new Set<string>();
  for (const { type, allMembers, variants } of records) {
    const inner = [...recordNames(valuesOf(allMembers)), ...variants.map((each) => each.type.unique)];
    for (const name of inner) {
      const known = users.get(name);
      if (known === undefined) users.set(name, [type.unique]);
      else known.push(type.unique);
    }
    if (valuesOf(allMembers).some(holdsRows) || fieldsOf(allMembers).some(isRepeated)) found.add(type.unique);
  }
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

function recordNames(values: readonly ValuePlan[]): readonly string[] {
  return values.flatMap((value) => {
    if (value.kind === "list") return recordNames([value.item]);
    if (value.kind === "items") return recordNames(value.items.map(({ field }) => field.value));
    return value.kind === "record" ? [value.type.unique] : [];
  });
}
