import {
  isRepeated,
  leafKey,
  leavesOf,
  type ContentBranch,
  type ContentLeaf,
  type ContentNode,
} from "../../data/content-tree.js";

/** True if element names determine the place of each element in the content. */
export function isUnordered(node: ContentNode): boolean {
  return namesOf(node) !== undefined;
}

/** The elements of a content in which each occurs once, apart from exclusive branches; undefined otherwise. */
function namesOf(node: ContentNode): ReadonlyMap<string, string> | undefined {
  if (!("nodes" in node)) {
    const key = leafKey(node);
    return new Map(key === undefined ? [] : [[key, shapeOf(node)]]);
  }
  if (isRepeated(node)) return new Map(leavesOf(node).flatMap((leaf) => keyed(leaf)));
  if (node.kind === "choice" && !isTold(node)) return undefined;
  const names = new Map<string, string>();
  for (const child of node.nodes) {
    const inner = namesOf(child);
    if (inner === undefined) return undefined;
    for (const [key, shape] of inner) {
      if (names.has(key) && (node.kind === "sequence" || names.get(key) !== shape)) return undefined;
      names.set(key, shape);
    }
  }
  return names;
}

/**
 * True if the branch of a shared element is known from another element, which this branch requires and no other branch
 * has.
 */
function isTold({ nodes }: ContentBranch): boolean {
  const keys = nodes.map((node) => new Set(leavesOf(node).flatMap((leaf) => leafKey(leaf) ?? [])));
  const counts = new Map<string, number>();
  for (const key of keys.flatMap((each) => [...each])) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isShared = (key: string | undefined): boolean => key !== undefined && (counts.get(key) ?? 0) > 1;
  return nodes.every((node, at) => {
    const shared = [...(keys[at] ?? [])].filter(isShared);
    if (shared.length === 0) return true;
    const direct = "nodes" in node && node.kind === "sequence" ? node.nodes : [node];
    const leaves = direct.filter((child): child is ContentLeaf => !("nodes" in child));
    const found = new Set(leaves.map(leafKey));
    const marked = leaves.some(
      (leaf) => leaf.occurs.min > 0 && leaf.kind !== "any" && !isShared(leafKey(leaf)),
    );
    return marked && shared.every((key) => found.has(key));
  });
}

function keyed(leaf: ContentLeaf): readonly (readonly [string, string])[] {
  const key = leafKey(leaf);
  return key === undefined ? [] : [[key, "items"]];
}

/** Properties that two elements of one name must share to be one field. */
function shapeOf(leaf: ContentLeaf): string {
  return leaf.kind === "any" ? "any" : `${leaf.type} ${String(leaf.nillable)} ${String(isRepeated(leaf))}`;
}
