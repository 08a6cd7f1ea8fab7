import { fieldsOf, valuesOf } from "./member-fields.js";
import { outputFields } from "./reach.js";
import type { FieldPlan, OutputPlan, RecordPlan, ValuePlan } from "./types.js";

/** Finds out whether an output holds repeated elements or XML, at any depth. */
export function outputsWithRows(records: readonly RecordPlan[]): (output: OutputPlan) => boolean {
  const withRows = recordsWithRows(records);
  const holds = (field: FieldPlan): boolean =>
    isRepeated(field) || recordNames([field.value]).some((name) => withRows.has(name));
  return (output) => outputFields(output).some(holds);
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
