/** Messages that contain repeated elements, XML or bytes at any depth. */
import { fieldsOf, valuesOf, type FieldPlan, type FieldValuePlan } from "../../data/members.js";
import type { RecordPlan } from "../../data/records.js";

/** Finds out whether some field holds repeated elements or XML. */
export function holdRows(records: readonly RecordPlan[]): (fields: readonly FieldPlan[]) => boolean {
  const isRow = ({ kind }: FieldValuePlan): boolean =>
    kind === "list" || kind === "content" || kind === "anyElement" || kind === "anyType";
  const isRepeated = ({ repeated, value }: FieldPlan): boolean => repeated || isRow(value);
  return holding(
    records,
    ({ allMembers }) => valuesOf(allMembers).some(isRow) || fieldsOf(allMembers).some(isRepeated),
    isRepeated,
  );
}

/** Finds out whether some field holds bytes, which may travel as a part of their own, or names an attachment. */
export function holdBytes(records: readonly RecordPlan[]): (fields: readonly FieldPlan[]) => boolean {
  return holding(
    records,
    ({ allMembers }) => valuesOf(allMembers).some(isBytes),
    ({ value }) => isBytes(value),
  );
}

function isBytes(value: FieldValuePlan): boolean {
  if (value.kind === "list") return isBytes(value.item);
  if (value.kind !== "simple") return false;
  if (value.constant === "base64Binary" || value.constant === "swaRef") return true;
  return value.shape?.kind === "list"
    ? isBytes(value.shape.item)
    : (value.shape?.members.some(isBytes) ?? false);
}

function holding(
  records: readonly RecordPlan[],
  isHolder: (record: RecordPlan) => boolean,
  holds: (field: FieldPlan) => boolean,
): (fields: readonly FieldPlan[]) => boolean {
  const holders = withUsers(records, isHolder);
  return (fields) =>
    fields.some((field) => holds(field) || recordNames([field.value]).some((name) => holders.has(name)));
}

/** Names of such records, and of records that contain them. */
function withUsers(
  records: readonly RecordPlan[],
  isFound: (record: RecordPlan) => boolean,
): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found = new Set<string>();
  for (const record of records) {
    const { type, allMembers, variants } = record;
    const inner = [...recordNames(valuesOf(allMembers)), ...variants.map((each) => each.type.unique)];
    for (const name of inner) {
      const known = users.get(name);
      if (known === undefined) users.set(name, [type.unique]);
      else known.push(type.unique);
    }
    if (isFound(record)) found.add(type.unique);
  }
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

function recordNames(values: readonly FieldValuePlan[]): readonly string[] {
  return values.flatMap((value) => {
    if (value.kind === "list") return recordNames([value.item]);
    if (value.kind === "items") return recordNames(value.items.map(({ field }) => field.value));
    return value.kind === "record" ? [value.type.unique] : [];
  });
}
