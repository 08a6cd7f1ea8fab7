/** What `openapi.json` does not state of the rules that the reader of `json.ts` checks. */
import type { Origin } from "../../origin.js";
import type { Plan } from "../../plan/data/plan.js";
import { statedFacets } from "./simple-schemas.js";

export interface LostFacets {
  /** The declared type, by its name in the contract. */
  readonly type: string;
  readonly origin: Origin;
  /** Names of facets. */
  readonly facets: readonly string[];
}

/** Types with facets that JSON Schema has no exact form for. */
export function lostFacets({ narrowed }: Pick<Plan, "narrowed">): readonly LostFacets[] {
  return narrowed.flatMap((type) => {
    if (type.kind !== "restriction" || type.base.kind !== "simple") return [];
    const { lost: facets } = statedFacets(type.base, type.facets);
    return facets.length === 0 ? [] : [{ type: type.wire, origin: type.origin, facets }];
  });
}

export interface RenamedOperation {
  readonly name: string;
  readonly origin: Origin;
  /** Name over JSON. */
  readonly path: string;
}

/** Operations whose name another one has over JSON. */
export function renamedOperations({ operations }: Pick<Plan, "operations">): readonly RenamedOperation[] {
  return operations.flatMap(({ name, origin, json }) => {
    const [first] = json;
    return first === undefined || first.name === name || first.path !== encodeURIComponent(first.name)
      ? []
      : [{ name, origin, path: first.path }];
  });
}
