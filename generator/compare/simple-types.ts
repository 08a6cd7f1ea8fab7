/** Changes of the values of a simple type. */
import { builtInType, LexicalError } from "messenger-gen-runtime/xsd";
import type { ContractIndex } from "../plan/rules/contract/contract-index.js";
import type { Facets, Id, SimpleTypeModel } from "../model/types.js";
import { unclark, xsdNamespace } from "../read/names.js";
import { isWider } from "./built-in-order.js";
import type { Pair, Places } from "./pairs.js";
import { typeLabel } from "./versions.js";

type Bound = "minInclusive" | "minExclusive" | "maxInclusive" | "maxExclusive";

/** The values of a simple type, through all that it restricts. */
interface SimpleForm {
  /** The built-in type, the list or the union at the end of the restrictions. */
  readonly root: Id;
  readonly variety: SimpleTypeModel["variety"] | undefined;
  /** The nearest enumeration. */
  readonly values: readonly string[];
  /** Alternatives of each step of the derivation; a value must match all steps. */
  readonly patterns: readonly string[];
  readonly facets: Readonly<Partial<Record<Exclude<keyof Facets, "enumeration" | "patterns">, string>>>;
}

/** What two simple types are called in messages, and where they are. */
export interface SimpleOwner {
  readonly owner: string;
  readonly places: Places;
  readonly pair: Pair;
}

/** The types that the two consist of, to be compared as well: items of lists, members of unions. */
export type SimpleParts = readonly (readonly [old: Id, fresh: Id])[];

/** Reports how the values of two simple types differ. */
export function compareSimpleTypes(
  contracts: { readonly old: ContractIndex; readonly new: ContractIndex },
  ids: { readonly old: Id; readonly new: Id },
  on: SimpleOwner & { readonly isSame: (old: Id, fresh: Id) => boolean },
): SimpleParts {
  const [old, fresh] = [formOf(contracts.old, ids.old), formOf(contracts.new, ids.new)];
  compareValues(old, fresh, on);
  comparePatterns(old, fresh, on);
  compareFacets(old, fresh, on);
  return compareRoots(old, fresh, on);
}

function formOf(contract: ContractIndex, id: Id): SimpleForm {
  const type = contract.simpleType(id);
  if (type === undefined) return { root: id, variety: undefined, values: [], patterns: [], facets: {} };
  const { enumeration, patterns, ...limits } = type.facets;
  const { variety } = type;
  const base: SimpleForm =
    variety.kind === "restriction"
      ? formOf(contract, textTypeOf(contract, variety.base))
      : { root: id, variety, values: [], patterns: [], facets: {} };
  const given = Object.entries(limits).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return {
    ...base,
    values: enumeration.length > 0 ? enumeration.map((each) => each.value) : base.values,
    patterns: patterns.length > 0 ? [...base.patterns, patterns.toSorted().join(" | ")] : base.patterns,
    facets: { ...base.facets, ...Object.fromEntries(given) },
  };
}

/** The simple type itself, or that of the text of a complex one. */
export function textTypeOf(contract: ContractIndex, id: Id): Id {
  const content = contract.complexType(id)?.content;
  return content?.kind === "simple" ? textTypeOf(contract, content.type) : id;
}

function compareValues(old: SimpleForm, fresh: SimpleForm, { owner, places, pair }: SimpleOwner): void {
  if (old.values.length === 0 || fresh.values.length === 0) {
    const values = fresh.values.map(quoted).join(", ");
    if (fresh.values.length > 0) pair.report("MD4003", places, { owner, values });
    if (old.values.length > 0) pair.report("MD4004", places, { owner });
    return;
  }
  const [before, after] = [new Set(old.values), new Set(fresh.values)];
  for (const value of after)
    if (!before.has(value)) pair.report("MD4001", places, { owner, value: quoted(value) });
  for (const value of before)
    if (!after.has(value)) pair.report("MD4002", places, { owner, value: quoted(value) });
}

function comparePatterns(old: SimpleForm, fresh: SimpleForm, { owner, places, pair }: SimpleOwner): void {
  for (const pattern of fresh.patterns)
    if (!old.patterns.includes(pattern)) pair.report("MD4008", places, { owner, pattern });
  for (const pattern of old.patterns)
    if (!fresh.patterns.includes(pattern)) pair.report("MD4009", places, { owner, pattern });
}

/** Facets of which a higher value permits fewer values, and those of which it permits more; the others have no order. */
const lower: readonly string[] = ["minLength", "minInclusive", "minExclusive"];
const upper: readonly string[] = [
  "maxLength",
  "maxInclusive",
  "maxExclusive",
  "totalDigits",
  "fractionDigits",
];
const bounds: readonly string[] = [
  "minInclusive",
  "minExclusive",
  "maxInclusive",
  "maxExclusive",
] satisfies Bound[];

function compareFacets(old: SimpleForm, fresh: SimpleForm, { owner, places, pair }: SimpleOwner): void {
  const names = new Set([...Object.keys(old.facets), ...Object.keys(fresh.facets)]) as Set<
    keyof SimpleForm["facets"]
  >;
  for (const facet of names) {
    const [before, after] = [old.facets[facet], fresh.facets[facet]];
    if (before === after) continue;
    const values = { owner, facet, old: before ?? "none", new: after ?? "none" };
    const more = permitsMore(facet, before, after, fresh.root);
    if (more === undefined) pair.report("MD4012", places, values);
    else if (more !== 0) pair.report(more > 0 ? "MD4011" : "MD4010", places, values);
  }
}

/** Above 0 if the new facet permits more values, below 0 if fewer, 0 for the same; undefined if neither is a part of the other. */
function permitsMore(
  facet: string,
  before: string | undefined,
  after: string | undefined,
  root: Id,
): number | undefined {
  if (facet === "whiteSpace") return undefined;
  if (before === undefined) return -1;
  if (after === undefined) return 1;
  const order = bounds.includes(facet)
    ? orderOf(root, before, after)
    : Math.sign(Number(after) - Number(before));
  if (order === undefined || order === 0) return order;
  if (lower.includes(facet)) return -order;
  return upper.includes(facet) ? order : undefined;
}

/** The order of two values of a built-in type, below 0 if the second is less; undefined without one. */
function orderOf(root: Id, before: string, after: string): number | undefined {
  const { namespace, name } = unclark(root);
  const type = namespace === xsdNamespace ? builtInType(name)?.type : undefined;
  if (type?.order === undefined) return undefined;
  try {
    const order = type.order(type.parse(after), type.parse(before));
    return Number.isNaN(order) ? undefined : Math.sign(order);
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

function compareRoots(
  old: SimpleForm,
  fresh: SimpleForm,
  { owner, places, pair, isSame }: SimpleOwner & { readonly isSame: (old: Id, fresh: Id) => boolean },
): SimpleParts {
  if (old.variety?.kind === "list" && fresh.variety?.kind === "list")
    return [[old.variety.item, fresh.variety.item]];
  if (old.variety?.kind === "union" && fresh.variety?.kind === "union") {
    const [before, after] = [old.variety.members, fresh.variety.members];
    for (const id of after)
      if (!before.some((each) => isSame(each, id)))
        pair.report("MD4013", places, { owner, type: typeLabel(id) });
    for (const id of before)
      if (!after.some((each) => isSame(id, each)))
        pair.report("MD4014", places, { owner, type: typeLabel(id) });
    return before.flatMap((id) =>
      after.filter((each) => isSame(id, each)).map((each) => [id, each] as const),
    );
  }
  if (old.variety === undefined && fresh.variety === undefined && old.root === fresh.root) return [];
  const values = { owner, old: rootText(old), new: rootText(fresh) };
  const code = isWider(fresh.root, old.root) ? "MD4005" : isWider(old.root, fresh.root) ? "MD4006" : "MD4007";
  pair.report(code, places, values);
  return [];
}

function rootText({ root, variety }: SimpleForm): string {
  if (variety?.kind === "list") return `lists of ${typeLabel(variety.item)}`;
  return variety?.kind === "union" ? `a union` : typeLabel(root);
}

function quoted(value: string): string {
  return JSON.stringify(value);
}
