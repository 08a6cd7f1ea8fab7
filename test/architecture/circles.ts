import type { SourceFile } from "./source-files.js";

/** What imports what: the targets of each node, with one import of a file as the evidence for each. */
type Graph = Map<string, Map<string, string>>;

/** Circular imports of files and of folders, each as the imports that make it; type imports count. */
export function circularImports(files: readonly SourceFile[]): readonly string[] {
  return [...levels(files)]
    .toSorted(([one], [other]) => one.localeCompare(other, "en"))
    .flatMap(([folder, graph]) => circlesOf(graph).map((circle) => `${folder}: ${circle}`));
}

/** For each folder the graph of its direct files and subfolders: an import counts in the folder where its two paths part. */
function levels(files: readonly SourceFile[]): ReadonlyMap<string, Graph> {
  const paths = new Set(files.map(({ path }) => path));
  const all = new Map<string, Graph>();
  for (const { path, imports } of files) {
    for (const { target } of imports) {
      if (!paths.has(target)) continue;
      const { folder, from, to } = parting(path.split("/"), target.split("/"));
      const graph = all.get(folder) ?? new Map<string, Map<string, string>>();
      const targets = graph.get(from) ?? new Map<string, string>();
      all.set(folder, graph.set(from, targets.set(to, `${path} -> ${target}`)));
    }
  }
  return all;
}

function parting(one: readonly string[], other: readonly string[]) {
  const depth = one.findIndex((name, index) => name !== other[index]);
  const at = depth === -1 ? one.length - 1 : depth;
  return { folder: one.slice(0, at).join("/"), from: one[at] ?? "", to: other[at] ?? "" };
}

function circlesOf(graph: Graph): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node);
    if (start !== -1) found.push(evidence(graph, [...trail.slice(start), node]));
    if (start !== -1 || done.has(node)) return;
    for (const target of graph.get(node)?.keys() ?? []) walk(target, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) walk(node, []);
  return found;
}

function evidence(graph: Graph, nodes: readonly string[]): string {
  return nodes
    .slice(1)
    .map((node, index) => graph.get(nodes[index] ?? "")?.get(node) ?? "")
    .join(", ");
}
