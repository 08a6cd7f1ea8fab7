/** The content of a complex type as a tree of elements and wildcards: references to groups and heads are resolved. */
import type { ElementParticle, Occurs, Particle } from "../../model/types.js";

/** A wildcard of a content. */
export type ContentWildcard = Extract<Particle, { readonly kind: "any" }>;

export type ContentLeaf = ElementParticle | ContentWildcard;

export type ContentNode = ContentLeaf | ContentBranch;

export interface ContentBranch {
  readonly kind: "sequence" | "choice";
  /** Its elements may be in any order (`xs:all`). */
  readonly anyOrder?: true;
  readonly occurs: Occurs;
  readonly nodes: readonly ContentNode[];
}

/** All elements and wildcards, in order. */
export function leavesOf(node: ContentNode): readonly ContentLeaf[] {
  return "nodes" in node ? node.nodes.flatMap(leavesOf) : [node];
}

/** Key of an element; a wildcard has none. */
export function leafKey(leaf: ContentLeaf): string | undefined {
  return leaf.kind === "any" ? undefined : `{${leaf.namespace}}${leaf.name}`;
}

export function isRepeated({ occurs }: ContentNode): boolean {
  return occurs.max !== 1;
}
