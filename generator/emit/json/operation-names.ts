/** Names of the operations over JSON, which are their paths and the ids of OpenAPI. */
import type { OperationPlan } from "../../plan/data/operations.js";
import type { Plan } from "../../plan/data/plan.js";

/** The unique name of each operation, in the order of the plan. */
export function operationNames({ operations }: Pick<Plan, "operations">): ReadonlyMap<OperationPlan, string> {
  const names = uniqueNames(operations.map(({ name }) => name));
  return new Map(operations.map((operation, at) => [operation, names[at] ?? operation.name]));
}

/** Each name; where several are equal, the first, and then `name-2`, `name-3` and so on, without the names of others. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  return names.map((name, at) => {
    if (names.indexOf(name) === at) return name;
    let count = 2;
    while (taken.has(`${name}-${String(count)}`)) count += 1;
    const unique = `${name}-${String(count)}`;
    taken.add(unique);
    return unique;
  });
}
