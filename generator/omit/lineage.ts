import { add, closure } from "../model/arrows.js";
import type { Id } from "../model/types.js";

/** Declarations that stand for others: elements for the head of their substitution group, types for their base. */
export class Lineage {
  readonly #direct = new Map<Id, Id[]>();

  constructor(pairs: readonly (readonly [parent: Id | undefined, child: Id])[]) {
    for (const [parent, child] of pairs) if (parent !== undefined) add(this.#direct, parent, child);
  }

  /** All that have a parent or a child. */
  get all(): ReadonlySet<Id> {
    return new Set([...this.#direct].flatMap(([parent, children]) => [parent, ...children]));
  }

  /** A declaration, and all that stand for it. */
  family(id: Id): ReadonlySet<Id> {
    return closure(new Set([id]), this.#direct);
  }

  /** True if neither the child nor what stands for it is kept, but another one of the family of the parent. */
  isLeftOut(parent: Id | undefined, child: Id, isKept: (id: Id) => boolean): boolean {
    if (parent === undefined || this.#direct.get(parent)?.includes(child) !== true) return false;
    return ![...this.family(child)].some(isKept) && [...this.family(parent)].some(isKept);
  }
}
