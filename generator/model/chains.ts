import type { Graph } from "./cycles.js";
import type { Id } from "./types.js";

/** Declarations that build on each other, one on the other, at most: each step is one of recursion later. */
export const chainLimit = 1_000;

/** How many declarations each builds on, one on the other, at most; circles are left open. Without recursion. */
export function chainLengths(graph: Graph): ReadonlyMap<Id, number> {
  const lengths = new Map<Id, number>();
  const entered = new Set<Id>();
  for (const start of graph.keys()) {
    const stack = [start];
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const parts = graph.get(id) ?? [];
      const missing = entered.has(id) ? [] : parts.filter((part) => graph.has(part) && !entered.has(part));
      entered.add(id);
      stack.push(...missing);
      if (missing.length > 0) continue;
      stack.pop();
      lengths.set(id, longest(parts, lengths));
    }
  }
  return lengths;
}

function longest(parts: readonly Id[], lengths: ReadonlyMap<Id, number>): number {
  return parts.reduce((most, part) => Math.max(most, (lengths.get(part) ?? -1) + 1), 0);
}

/** All declarations, each behind those it builds on. */
export function inOrder<T extends { readonly id: Id }>(
  declarations: readonly T[],
  parts: (declaration: T) => readonly Id[],
): readonly T[] {
  const lengths = chainLengths(new Map(declarations.map((each) => [each.id, parts(each)])));
  return declarations.toSorted((one, other) => (lengths.get(one.id) ?? 0) - (lengths.get(other.id) ?? 0));
}
