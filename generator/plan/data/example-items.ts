/** Contents of which the order counts: which item an element of the schema is, and a sequence that the schema allows. */
import { leafKey, type ContentNode } from "./content-tree.js";
import type { ItemPlan, ItemsValuePlan } from "./members.js";

/** Contents may have thousands of items, each looked for. */
const byKey = new WeakMap<ItemsValuePlan, ReadonlyMap<string | undefined, ItemPlan>>();

/** The example item of an element or a wildcard. */
export function itemOf(value: ItemsValuePlan, leaf: ContentNode): ItemPlan | undefined {
  if ("nodes" in leaf) return undefined;
  const known = byKey.get(value) ?? keyed(value);
  byKey.set(value, known);
  return known.get(leafKey(leaf));
}

/** The first item of each element, and that of the wildcard under undefined. */
function keyed({ items }: ItemsValuePlan): ReadonlyMap<string | undefined, ItemPlan> {
  const entries = items.map((item): [string | undefined, ItemPlan] => {
    const { kind, element } = item.field;
    return [kind === "any" ? undefined : `{${element.namespace}}${element.name}`, item];
  });
  return new Map(entries.toReversed());
}

/** Maximum items of an example; larger content has none. */
const mostItems = 100;

/**
 * Valid example content: each part once if that is enough and the limit allows it, without optional wildcards.
 *
 * @param isUsable false for an item to omit where the schema allows it
 */
export function exampleItems(
  value: ItemsValuePlan,
  isUsable: (item: ItemPlan) => boolean,
): readonly ItemPlan[] {
  return new Example(value, isUsable).of(value.order);
}

class Example {
  readonly #value: ItemsValuePlan;
  readonly #isUsable: (item: ItemPlan) => boolean;

  constructor(value: ItemsValuePlan, isUsable: (item: ItemPlan) => boolean) {
    this.#value = value;
    this.#isUsable = isUsable;
  }

  of(node: ContentNode): readonly ItemPlan[] {
    const { min, max = Infinity } = node.occurs;
    if (max === 0 || (min === 0 && !this.#isWanted(node))) return [];
    const items =
      node.kind === "choice"
        ? this.#picked(node.nodes, Math.min(min, mostItems), max).flatMap((each) => this.of(each))
        : repeated(this.#once(node), Math.min(Math.max(1, min), mostItems));
    return items.slice(0, mostItems);
  }

  #once(node: ContentNode): readonly ItemPlan[] {
    if ("nodes" in node) return node.nodes.flatMap((each) => this.of(each));
    const item = itemOf(this.#value, node);
    return item === undefined ? [] : [item];
  }

  /** Each branch once, up to the limit, and the first one as often as required. */
  #picked(branches: readonly ContentNode[], min: number, max: number): readonly ContentNode[] {
    const wanted = branches.filter((each) => this.#isWanted(each));
    const [first] = wanted.length > 0 ? wanted : branches;
    if (first === undefined) return [];
    const picked = wanted.slice(0, max);
    return [...picked, ...Array<ContentNode>(Math.max(0, min - picked.length)).fill(first)];
  }

  /** True for items that are useful and can be written. */
  #isWanted(node: ContentNode): boolean {
    if (!("nodes" in node)) {
      const item = itemOf(this.#value, node);
      return item !== undefined && node.kind !== "any" && this.#isUsable(item);
    }
    if (node.kind === "choice") return node.nodes.some((each) => this.#isWanted(each));
    const needed = node.nodes.filter(({ occurs }) => occurs.min > 0);
    return needed.every((each) => this.#canBe(each)) && node.nodes.some((each) => this.#isWanted(each));
  }

  /** True if no unusable item is required. */
  #canBe(node: ContentNode): boolean {
    if (node.occurs.min === 0) return true;
    if ("nodes" in node) {
      return node.kind === "choice"
        ? node.nodes.length === 0 || node.nodes.some((each) => this.#canBe(each))
        : node.nodes.every((each) => this.#canBe(each));
    }
    const item = itemOf(this.#value, node);
    return item === undefined || this.#isUsable(item);
  }
}

function repeated<T>(once: readonly T[], times: number): readonly T[] {
  return Array.from({ length: times }, () => once).flat();
}
