/** The content of a complex type as a tree of elements and wildcards: references to groups and heads are resolved. */
import type { ElementParticle, Id, Occurs, Particle } from "../model/types.js";
import type { Contract } from "./contract.js";

/** A wildcard of a content. */
export type AnyParticle = Extract<Particle, { readonly kind: "any" }>;

export type Leaf = ElementParticle | AnyParticle;

export type Node = Leaf | Branching;

export interface Branching {
  readonly kind: "sequence" | "choice";
  readonly occurs: Occurs;
  readonly nodes: readonly Node[];
}

const once: Occurs = { min: 1, max: 1 };

/** `xsd:all` is a sequence here: order is free in reading, and schema order in writing is one of those it allows. */
export function resolved(contract: Contract, particle: Particle): Node {
  switch (particle.kind) {
    case "any":
      return particle;
    case "element":
      return substituted(contract, particle);
    case "group": {
      const inner = contract.group(particle.group).particle;
      if (inner === undefined) return { kind: "sequence", occurs: particle.occurs, nodes: [] };
      const node = resolved(contract, inner);
      return { kind: "sequence", occurs: particle.occurs, nodes: isPlain(node) ? node.nodes : [node] };
    }
    case "sequence":
    case "all":
    case "choice": {
      const kind = particle.kind === "choice" ? "choice" : "sequence";
      return {
        kind,
        occurs: particle.occurs,
        nodes: particle.particles.flatMap((each) => {
          const node = resolved(contract, each);
          return kind === "sequence" && isPlain(node) ? node.nodes : [node];
        }),
      };
    }
  }
}

/** A sequence that occurs once adds nothing to the one around it. */
function isPlain(node: Node): node is Branching {
  return node.kind === "sequence" && node.occurs.min === 1 && node.occurs.max === 1;
}

/** Where the head of a substitution group stands, so may every member: a choice (XML Schema 1.0 part 1, 3.3.4). */
function substituted(contract: Contract, head: ElementParticle): Node {
  const members = head.ref === undefined ? [] : contract.substitutes(head.ref);
  if (head.ref === undefined || (members.length === 0 && !contract.element(head.ref).abstract)) return head;
  const all = contract.element(head.ref).abstract ? [] : [{ ...head, occurs: once }];
  const others = members.map((id) => memberElement(contract, id, head));
  return { kind: "choice", occurs: head.occurs, nodes: [...all, ...others] };
}

function memberElement(contract: Contract, id: Id, head: ElementParticle): ElementParticle {
  const { name, namespace, type, nillable, default: standard, fixed, mediaType, doc } = contract.element(id);
  const { origin } = head;
  return {
    kind: "element",
    name,
    namespace,
    type,
    ref: id,
    nillable,
    default: standard,
    fixed,
    mediaType,
    occurs: once,
    doc,
    origin,
  };
}

/** All elements and wildcards, in order. */
export function leavesOf(node: Node): readonly Leaf[] {
  return "nodes" in node ? node.nodes.flatMap(leavesOf) : [node];
}

/** Tells elements apart: a wildcard is none. */
export function leafKey(leaf: Leaf): string | undefined {
  return leaf.kind === "any" ? undefined : `{${leaf.namespace}}${leaf.name}`;
}

export function isRepeated({ occurs }: Node): boolean {
  return occurs.max !== 1;
}

/** True when the element names alone say where in the content each element belongs. */
export function isUnordered(node: Node): boolean {
  return namesOf(node) !== undefined;
}

/** The elements that stand once each in a content, save in branches that exclude each other; undefined otherwise. */
function namesOf(node: Node): ReadonlyMap<string, string> | undefined {
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

/** True when an element tells in which branch an element stands that several have: one that the branch must have, and no other has. */
function isTold({ nodes }: Branching): boolean {
  const keys = nodes.map((node) => new Set(leavesOf(node).flatMap((leaf) => leafKey(leaf) ?? [])));
  const counts = new Map<string, number>();
  for (const key of keys.flatMap((each) => [...each])) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isShared = (key: string | undefined): boolean => key !== undefined && (counts.get(key) ?? 0) > 1;
  return nodes.every((node, at) => {
    const shared = [...(keys[at] ?? [])].filter(isShared);
    if (shared.length === 0) return true;
    const direct = "nodes" in node && node.kind === "sequence" ? node.nodes : [node];
    const leaves = direct.filter((child): child is Leaf => !("nodes" in child));
    const found = new Set(leaves.map(leafKey));
    const marked = leaves.some(
      (leaf) => leaf.occurs.min > 0 && leaf.kind !== "any" && !isShared(leafKey(leaf)),
    );
    return marked && shared.every((key) => found.has(key));
  });
}

function keyed(leaf: Leaf): readonly (readonly [string, string])[] {
  const key = leafKey(leaf);
  return key === undefined ? [] : [[key, "items"]];
}

/** What two elements of one name must share to be one field. */
function shapeOf(leaf: Leaf): string {
  return leaf.kind === "any" ? "any" : `${leaf.type} ${String(leaf.nillable)} ${String(isRepeated(leaf))}`;
}
