/** Changes of the content of a type: elements, wildcards, choices, and their order. */
import type { ElementParticle, Occurs } from "../model/types.js";
import type { Origin } from "../origin.js";
import type { ContentBranch, ContentNode, ContentWildcard } from "../plan/data/content-tree.js";
import { leavesOf } from "../plan/data/content-tree.js";
import { aligned, matched } from "./align.js";
import { admits, isEmptiable, normalized, occursText, originOf, textOf, wildcardText } from "./nodes.js";
import type { Pair, Places } from "./pairs.js";

/** What a comparison of contents needs to know of the contracts. */
export interface ContentRules {
  readonly owner: string;
  /** The declarations of the type, for what is missing in one of them. */
  readonly places: { readonly old: Origin; readonly new: Origin };
  readonly pair: Pair;
  readonly namespace: (old: string) => string;
  /** Compares what two elements of one name contain. */
  elements(old: ElementParticle, fresh: ElementParticle): void;
}

export function compareContents(
  old: readonly ContentNode[],
  fresh: readonly ContentNode[],
  rules: ContentRules,
): void {
  new ContentComparison(rules).sequences(normalized(old), normalized(fresh));
}

class ContentComparison {
  readonly #rules: ContentRules;
  readonly #pair: Pair;
  readonly #owner: string;

  constructor(rules: ContentRules) {
    this.#rules = rules;
    this.#pair = rules.pair;
    this.#owner = rules.owner;
  }

  sequences(old: readonly ContentNode[], fresh: readonly ContentNode[]): void {
    const [first, second] = [onlyBranch(old), onlyBranch(fresh)];
    if (first?.anyOrder !== second?.anyOrder) {
      const code = first?.anyOrder === true ? "MD3016" : "MD3017";
      const nodes = (branch: ContentBranch | undefined, all: readonly ContentNode[]) =>
        branch?.anyOrder === true ? branch.nodes : all;
      if (old.length > 0 && fresh.length > 0)
        this.#pair.report(code, this.#rules.places, { owner: this.#owner });
      this.#inAnyOrder(nodes(first, old), nodes(second, fresh));
      return;
    }
    const { both, removed, added } = aligned(old, fresh, this.#matches);
    for (const [one, other] of both) this.#nodes(one, other);
    const moved = matched(
      removed.map(([node]) => node),
      added.map(([node]) => node),
      this.#matches,
    );
    for (const [one, other] of moved.both) {
      const element = textOf(other);
      this.#pair.report("MD3005", this.#between(one, other), { element, owner: this.#owner });
      this.#nodes(one, other);
    }
    const [gone, come] = this.#renamespaced(moved.removed, moved.added);
    for (const [node, around] of removed) if (gone.has(node)) this.#removed(node, wildcardsIn(around));
    for (const [node, around] of added) if (come.has(node)) this.#added(node, wildcardsIn(around));
  }

  #inAnyOrder(old: readonly ContentNode[], fresh: readonly ContentNode[]): void {
    const { both, removed, added } = matched(old, fresh, this.#matches);
    for (const [one, other] of both) this.#nodes(one, other);
    const [gone, come] = this.#renamespaced(removed, added);
    for (const node of gone) this.#removed(node, []);
    for (const node of come) this.#added(node, []);
  }

  /** Elements that only are in another namespace now, and what is left of both lists. */
  #renamespaced(
    old: readonly ContentNode[],
    fresh: readonly ContentNode[],
  ): readonly [gone: ReadonlySet<ContentNode>, come: ReadonlySet<ContentNode>] {
    const isNamesake = (one: ContentNode, other: ContentNode): boolean =>
      one.kind === "element" && other.kind === "element" && one.name === other.name;
    const { both, removed, added } = matched(old, fresh, isNamesake);
    for (const [one, other] of both) {
      if (one.kind !== "element" || other.kind !== "element") continue;
      const values = { element: other.name, owner: this.#owner };
      const names = { old: one.namespace || "none", new: other.namespace || "none" };
      this.#pair.report("MD3018", this.#between(one, other), { ...values, ...names });
      this.#nodes(one, other);
    }
    return [new Set(removed), new Set(added)];
  }

  /** Two nodes that stand for each other. */
  #nodes(old: ContentNode, fresh: ContentNode): void {
    if (!("nodes" in old) && !("nodes" in fresh)) {
      this.#occurs(old, fresh);
      if (old.kind === "element" && fresh.kind === "element") this.#rules.elements(old, fresh);
      if (old.kind === "any" && fresh.kind === "any") this.#wildcards(old, fresh);
      return;
    }
    const [one, other] = [asBranch(old, fresh), asBranch(fresh, old)];
    this.#occurs(one, other);
    if (one.kind === other.kind && one.kind === "sequence") {
      if (one.anyOrder === true && other.anyOrder === true) this.#inAnyOrder(one.nodes, other.nodes);
      else
        this.sequences(
          one.anyOrder === true ? [one] : one.nodes,
          other.anyOrder === true ? [other] : other.nodes,
        );
      return;
    }
    if (one.kind !== other.kind) {
      const values = {
        element: textOf(other),
        owner: this.#owner,
        old: `a ${one.kind}`,
        new: `a ${other.kind}`,
      };
      this.#pair.report("MD3015", this.#between(old, fresh), values);
    }
    this.#choices(one, other);
  }

  #choices(old: ContentBranch, fresh: ContentBranch): void {
    const { both, removed, added } = matched(old.nodes, fresh.nodes, this.#matches);
    const { places } = this.#rules;
    for (const [one, other] of both) this.#nodes(one, other);
    for (const node of removed) {
      const where = { old: originOf(node) ?? places.old, new: places.new };
      this.#pair.report("MD3014", where, { element: textOf(node), owner: this.#owner });
    }
    for (const node of added) {
      const where = { old: places.old, new: originOf(node) ?? places.new };
      this.#pair.report("MD3013", where, { element: textOf(node), owner: this.#owner });
    }
  }

  #added(node: ContentNode, wildcards: readonly ContentWildcard[]): void {
    const { places } = this.#rules;
    const where = { old: places.old, new: originOf(node) ?? places.new };
    if (node.kind === "any") {
      this.#pair.report("MD3021", where, { namespaces: wildcardText(node), owner: this.#owner });
      return;
    }
    const values = { element: textOf(node), owner: this.#owner };
    const known = wildcards.map((any) => this.#asNew(any));
    const wasOpen = leavesOf(node).every((leaf) => known.some((any) => admits(any, leaf)));
    if (isEmptiable(node)) this.#pair.report(wasOpen ? "MD3019" : "MD3001", where, values);
    else this.#pair.report(wasOpen ? "MD3020" : "MD3002", where, values);
  }

  #removed(node: ContentNode, wildcards: readonly ContentWildcard[]): void {
    const { places } = this.#rules;
    const where = { old: originOf(node) ?? places.old, new: places.new };
    if (node.kind === "any") {
      this.#pair.report("MD3022", where, { namespaces: wildcardText(node), owner: this.#owner });
      return;
    }
    const values = { element: textOf(node), owner: this.#owner };
    const isOpen = leavesOf(node).every((leaf) => wildcards.some((any) => admits(any, leaf)));
    if (isEmptiable(node)) this.#pair.report(isOpen ? "MD3029" : "MD3003", where, values);
    else this.#pair.report(isOpen ? "MD3030" : "MD3004", where, values);
  }

  #occurs(old: ContentNode, fresh: ContentNode): void {
    const values = { element: textOf(fresh), owner: this.#owner };
    const where = this.#between(old, fresh);
    const [min, max] = [fresh.occurs.min - old.occurs.min, most(fresh.occurs) - most(old.occurs)];
    const least = { old: String(old.occurs.min), new: String(fresh.occurs.min) };
    if (min !== 0) this.#pair.report(min > 0 ? "MD3006" : "MD3007", where, { ...values, ...least });
    const ends = { old: occursText(old.occurs.max), new: occursText(fresh.occurs.max) };
    if (most(fresh.occurs) !== most(old.occurs))
      this.#pair.report(max < 0 ? "MD3008" : "MD3009", where, { ...values, ...ends });
  }

  #wildcards(old: ContentWildcard, fresh: ContentWildcard): void {
    const [before, after] = [wildcardText(this.#asNew(old)), wildcardText(fresh)];
    if (before === after) return;
    const values = { owner: this.#owner, old: before, new: after };
    this.#pair.report("MD3023", this.#between(old, fresh), values);
  }

  /** A wildcard of the old contract with the namespaces of the new one. */
  #asNew(old: ContentWildcard): ContentWildcard {
    const { namespace } = this.#rules;
    const namespaces = old.namespaces.split(/\s+/).map(namespace).join(" ");
    return { ...old, namespaces, targetNamespace: namespace(old.targetNamespace) };
  }

  #between(old: ContentNode, fresh: ContentNode): Places {
    const { places } = this.#rules;
    return { old: originOf(old) ?? places.old, new: originOf(fresh) ?? places.new };
  }

  /** True for elements of one name, wildcards, and groups that have an element in common. */
  readonly #matches = (old: ContentNode, fresh: ContentNode): boolean => {
    if (old.kind === "any" || fresh.kind === "any") return old.kind === fresh.kind;
    const keys = new Set(leavesOf(fresh).map(leafText));
    return leavesOf(old).some((leaf) =>
      keys.has(leaf.kind === "any" ? "any" : `{${this.#rules.namespace(leaf.namespace)}}${leaf.name}`),
    );
  };
}

function leafText(leaf: ElementParticle | ContentWildcard): string {
  return leaf.kind === "any" ? "any" : `{${leaf.namespace}}${leaf.name}`;
}

/** The one branch of a content. */
function onlyBranch([first, second]: readonly ContentNode[]): ContentBranch | undefined {
  return first !== undefined && second === undefined && "nodes" in first ? first : undefined;
}

/** An element as a branch of one, of the kind of another. */
function asBranch(node: ContentNode, like: ContentNode): ContentBranch {
  if ("nodes" in node) return node;
  const kind = "nodes" in like ? like.kind : "sequence";
  return { kind, occurs: node.occurs, nodes: [{ ...node, occurs: { min: 1, max: 1 } }] };
}

function most({ max }: Occurs): number {
  return max ?? Number.POSITIVE_INFINITY;
}

/** Wildcards that permit any number of elements. */
function wildcardsIn(nodes: readonly ContentNode[]): readonly ContentWildcard[] {
  return nodes.flatMap((node) => (node.kind === "any" && node.occurs.max === undefined ? [node] : []));
}
