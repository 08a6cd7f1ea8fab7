import type { Diagnostics } from "../../../diagnostics.js";
import type { SimpleTypeModel } from "../../../model/types.js";
import { partsOf, type NarrowedPlan } from "../../data/simple-types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { planFacets, reportFacets } from "./checked-types.js";
import { planSimpleValue, valueOf } from "./simple-values.js";

/** Types that need a constant of their own, each after those it is made of. */
export function planNarrowed(contract: NamedContract, diagnostics: Diagnostics): readonly NarrowedPlan[] {
  const { simpleTypes } = contract.model;
  for (const type of simpleTypes) reportFacets(contract, type, diagnostics);
  if (diagnostics.hasErrors) return [];
  const plans = new Map(
    simpleTypes.flatMap((type) => narrowed(contract, type)).map((each) => [each.name, each]),
  );
  const ordered = new Set<NarrowedPlan>();
  const add = (plan: NarrowedPlan | undefined): void => {
    if (plan === undefined || ordered.has(plan)) return;
    for (const part of partsOf(plan)) if (part.kind === "simple") add(plans.get(part.narrowed ?? ""));
    ordered.add(plan);
  };
  for (const plan of plans.values()) add(plan);
  return [...ordered];
}

function narrowed(contract: NamedContract, type: SimpleTypeModel): readonly NarrowedPlan[] {
  const value = planSimpleValue(contract, type.id);
  const name = contract.typeName(type).unique;
  if (value?.kind !== "simple" || value.narrowed !== name) return [];
  const { variety } = type;
  if (variety.kind === "restriction") {
    const base = valueOf(contract, variety.base);
    return [{ name, kind: "restriction", base, facets: planFacets(type) }];
  }
  return value.shape === undefined ? [] : [{ name, ...value.shape }];
}
