/** Repeated elements of responses, which a client can read item by item. */
import { freeName } from "../../data/identifiers.js";
import type { FieldPlan } from "../../data/members.js";
import type { QNamePlan } from "../../data/names.js";
import { resultField, type OutputPlan, type RepeatedPlan } from "../../data/operations.js";
import type { ListPlan, RecordPlan, TypesPlan } from "../../data/records.js";

/** Most elements around items, without the one in Body. */
const mostAround = 2;

/** The types that fields refer to. */
interface Types {
  readonly records: ReadonlyMap<string, RecordPlan>;
  readonly lists: ReadonlyMap<string, ListPlan>;
}

type Found = Omit<RepeatedPlan, "name" | "reader"> & { readonly property: string };

/** Finds the elements of an output that may occur any number of times, inside elements that occur once. */
export function repeatedElements({
  records,
  lists,
}: Pick<TypesPlan, "records" | "lists">): (stem: string, output: OutputPlan) => readonly RepeatedPlan[] {
  const types: Types = {
    records: new Map(records.map((record) => [record.type.unique, record])),
    lists: new Map(lists.map((list) => [list.type.unique, list])),
  };
  return (stem, output) => named(stem, inOutput(types, output));
}

function named(stem: string, found: readonly Found[]): readonly RepeatedPlan[] {
  const taken = new Set<string>();
  return byDepth(found).map(({ property, ...repeated }, at) => {
    const name = freeName(property, (free) => !taken.has(free));
    taken.add(name);
    return { ...repeated, name, reader: `${stem}Item${at === 0 ? "" : String(at + 1)}` };
  });
}

/** Where two have the same name, the outer one keeps it. */
function byDepth(found: readonly Found[]): readonly Found[] {
  return found.toSorted((one, other) => one.path.length - other.path.length);
}

/** The whole result is called Items. Parts beside each other have no element around them. */
function inOutput(types: Types, output: OutputPlan): readonly Found[] {
  const { body } = output;
  if (body === undefined || body.kind === "parts") return [];
  if (body.kind === "wrapped") {
    const result = resultField(output);
    return body.fields.flatMap((field) =>
      inField(types, field, [], result === undefined ? undefined : "Items"),
    );
  }
  return inValue(types, body.field, [], "Items");
}

/** @param own name of a repeated element that is the whole result */
function inField(
  types: Types,
  field: FieldPlan,
  around: readonly QNamePlan[],
  own?: string,
): readonly Found[] {
  const { kind, element, name, property, value, nillable, repeated, occurs } = field;
  if (kind !== "element") return [];
  if (!repeated) return inValue(types, field, [...around, element], own ?? property);
  const isUnlimited = occurs !== undefined && occurs.max === undefined;
  return isUnlimited
    ? [{ property: own ?? property, path: [...around, element], item: { name, value, nillable } }]
    : [];
}

/** In the content of an element that occurs once; `around` ends with it unless it is in Body. */
function inValue(
  types: Types,
  { value }: FieldPlan,
  around: readonly QNamePlan[],
  property: string,
): readonly Found[] {
  if (around.length > mostAround) return [];
  if (value.kind === "list") {
    const list = types.lists.get(value.type.unique);
    if (list === undefined || list.soapArray !== undefined || value.occurs.max !== undefined) return [];
    const { itemElement, item, nillable } = list;
    return [
      { property, path: [...around, itemElement], item: { name: itemElement.name, value: item, nillable } },
    ];
  }
  if (value.kind !== "record" || value.abstract) return [];
  const members = types.records.get(value.type.unique)?.allMembers ?? [];
  return members.flatMap((member) => (member.kind === "choice" ? [] : inField(types, member, around)));
}
