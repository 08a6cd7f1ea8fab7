import type { SearchFilter } from "messenger-client/records";
import { readGuid, zeroGuid } from "messenger-gen-runtime";
import type { Filter } from "../domain/recipients/filter.js";
import { incorrect, missing, type Parameter, refuse, type Refused } from "../domain/refusals.js";
import type { ListStore } from "../ports/campaigns.js";
import type {
  DistributionListType,
  ListViewer,
  MemberSelection,
  RecipientList,
} from "../domain/recipients/lists.js";
import { inSlices } from "./slices.js";

/** Which members of a list a call names. */
export interface MemberRequest {
  readonly type: DistributionListType;
  readonly listId: string | undefined;
  readonly offset: number;
  readonly count: number;
  readonly filters: readonly (SearchFilter | null)[];
}

/** All members; no list has as many. */
const whole = { offset: 0, count: 2 ** 31, filters: [] } as const;

const wrong = {
  unknownList: "list",
  unknownColumn: "filterColumn",
  badOperands: "filterOperands",
  tooMany: "filters",
} as const satisfies Readonly<Record<string, Parameter>>;

/** The members of a list that are sent to, or the refusal of the call. */
export async function membersOf(
  lists: ListStore,
  viewer: ListViewer,
  request: MemberRequest,
): Promise<{ readonly ok: true; readonly phones: Float64Array } | Refused> {
  const selection = selectionOf(request);
  if (!selection.ok) return selection;
  const slices: Float64Array[] = [];
  const outcome = await lists.select(viewer, selection.selection, (phones) => {
    // A number has at most 15 digits, which a double holds.
    slices.push(Float64Array.from(phones, Number));
  });
  if (!outcome.ok) return incorrect(wrong[outcome.reason]);
  const phones = joined(slices);
  return phones.length === 0 ? refuse("noPhone") : { ok: true, phones };
}

/** Each number of several lists once, in their order. */
function* united(members: readonly Float64Array[]): Generator<undefined, Float64Array, undefined> {
  const numbers = new Set<number>();
  let count = 0;
  for (const phones of members)
    for (const phone of phones) {
      numbers.add(phone);
      if (++count % 10_000 === 0) yield;
    }
  return Float64Array.from(numbers);
}

/** The members of whole lists, each number once; of several, those without members add none. */
export async function membersOfAll(
  store: ListStore,
  viewer: ListViewer,
  lists: readonly Pick<RecipientList, "id" | "type">[],
): Promise<{ readonly ok: true; readonly phones: Float64Array } | Refused> {
  const found: Float64Array[] = [];
  for (const { id: listId, type } of lists) {
    const members = await membersOf(store, viewer, { ...whole, type, listId });
    if (members.ok) found.push(members.phones);
    else if (members.refusal.name !== "noPhone") return members;
  }
  const [only] = found;
  if (only === undefined) return refuse("noPhone");
  return { ok: true, phones: found.length === 1 ? only : await inSlices(united(found)) };
}

function joined(slices: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(slices.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const slice of slices) {
    all.set(slice, at);
    at += slice.length;
  }
  return all;
}

function selectionOf({
  type,
  listId: given = "",
  offset,
  count,
  filters,
}: MemberRequest): { readonly ok: true; readonly selection: MemberSelection } | Refused {
  const text = given.trim();
  const listId = readGuid(text);
  if (text === "" || listId === zeroGuid) return missing("list");
  if (listId === undefined) return incorrect("list");
  if (offset < 0) return incorrect("listOffset");
  if (count < 0) return incorrect("listCount");
  const conditions = filters.map(conditionOf).filter((filter) => filter !== undefined);
  if (conditions.length < filters.length) return incorrect("filters");
  return { ok: true, selection: { listId, type, filters: conditions, offset, count } };
}

/** A filter without nil operands; undefined for a nil filter, which must not match everyone. */
function conditionOf(filter: SearchFilter | null): Filter | undefined {
  if (filter === null) return undefined;
  const { ColumnName: column = "", Operator: operator, Operands = [] } = filter;
  return { column, operator, operands: Operands.map((operand) => operand ?? "") };
}
