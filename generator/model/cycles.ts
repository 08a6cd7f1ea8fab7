import type { Id } from "./types.js";

/** Direct dependencies of a declaration. */
export type Graph = ReadonlyMap<Id, readonly Id[]>;

/** One circle for each group of declarations that build on each other, its first member repeated at the end. */
export function findCycles(graph: Graph): readonly (readonly Id[])[] {
  const state = new Map<Id, "open" | "done">();
  const cycles: Id[][] = [];
  for (const start of graph.keys()) {
    const path: { readonly id: Id; readonly rest: Id[] }[] = [];
    const enter = (id: Id): void => {
      state.set(id, "open");
      path.push({ id, rest: [...(graph.get(id) ?? [])].reverse() });
    };
    if (!state.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) {
        state.set(top.id, "done");
        path.pop();
      } else if (state.get(next) === "open") {
        const from = path.findIndex((step) => step.id === next);
        cycles.push([...path.slice(from).map((step) => step.id), next]);
      } else if (!state.has(next)) enter(next);
    }
  }
  return cycles;
}
