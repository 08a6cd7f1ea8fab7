import type { Occurs } from "../model/types.js";
import type { Origin } from "../origin.js";
import {
  leavesOf,
  type ContentLeaf,
  type ContentNode,
  type ContentWildcard,
} from "../plan/data/content-tree.js";

const once: Occurs = { min: 1, max: 1 };

/** A sequence without branches that make no difference: those of one node, of none, and sequences in sequences. */
export function normalized(nodes: readonly ContentNode[]): readonly ContentNode[] {
  return nodes.flatMap((node) => {
    const simple = simplified(node);
    if (simple === undefined) return [];
    const isPlain = simple.kind === "sequence" && isOnce(simple) && simple.anyOrder !== true;
    return isPlain ? simple.nodes : [simple];
  });
}

function simplified(node: ContentNode): ContentNode | undefined {
  if (node.occurs.max === 0) return undefined;
  if (!("nodes" in node)) return node;
  const nodes = node.kind === "sequence" ? normalized(node.nodes) : alternatives(node.nodes);
  const [only, second] = nodes;
  if (only === undefined) return undefined;
  if (second !== undefined) return { ...node, nodes };
  if (isOnce(node)) return only;
  return isOnce(only) ? { ...only, occurs: node.occurs } : { ...node, nodes };
}

/** Choices in a choice are its own alternatives. */
function alternatives(nodes: readonly ContentNode[]): readonly ContentNode[] {
  return nodes.flatMap((node) => {
    const simple = simplified(node);
    if (simple === undefined) return [];
    return simple.kind === "choice" && isOnce(simple) ? simple.nodes : [simple];
  });
}

function isOnce({ occurs }: ContentNode): boolean {
  return occurs.min === once.min && occurs.max === once.max;
}

/** True if a content may have nothing in the place of the node. */
export function isEmptiable(node: ContentNode): boolean {
  if (node.occurs.min === 0) return true;
  if (!("nodes" in node)) return false;
  return node.kind === "choice" ? node.nodes.some(isEmptiable) : node.nodes.every(isEmptiable);
}

/** How messages call a node: `name`, `(street, city)`, `(phone | mail)`, `any element`. */
export function textOf(node: ContentNode): string {
  if (node.kind === "any") return "any element";
  if (node.kind === "element") return node.name;
  return `(${node.nodes.map(textOf).join(node.kind === "choice" ? " | " : ", ")})`;
}

/** The namespaces of a wildcard, and what is done with the elements. */
export function wildcardText({ namespaces, targetNamespace, process }: ContentWildcard): string {
  const names = namespaces.split(/\s+/).map((name) => {
    if (name === "##any") return "any namespace";
    if (name === "##other") return `another namespace than ${targetNamespace || "none"}`;
    if (name === "##local") return "no namespace";
    return name === "##targetNamespace" ? targetNamespace || "no namespace" : name;
  });
  return `${names.toSorted().join(", ")} (${process})`;
}

/** True if a wildcard permits an element, or whatever another wildcard permits. */
export function admits({ namespaces, targetNamespace }: ContentWildcard, leaf: ContentLeaf): boolean {
  if (namespaces === "##any") return true;
  if (leaf.kind === "any") return leaf.namespaces === namespaces;
  const { namespace } = leaf;
  if (namespaces === "##other") return namespace !== "" && namespace !== targetNamespace;
  return namespaces.split(/\s+/).some((name) => {
    if (name === "##local") return namespace === "";
    return namespace === (name === "##targetNamespace" ? targetNamespace : name);
  });
}

export function occursText(max: number | undefined): string {
  return max === undefined ? "unbounded" : String(max);
}

/** The place of a node, that of its first element for a branch. */
export function originOf(node: ContentNode): Origin | undefined {
  return leavesOf(node)[0]?.origin;
}
