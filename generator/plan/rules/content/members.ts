import type { ComplexTypeModel, ElementParticle } from "../../../model/types.js";
import { admittedBy, either } from "../../data/admitted.js";
import {
  isRepeated,
  leafKey,
  leavesOf,
  type ContentBranch,
  type ContentLeaf,
  type ContentNode,
  type ContentWildcard,
} from "../../data/content-tree.js";
import {
  choicesOf,
  fieldsOf,
  type AnyFieldPlan,
  type ChoicePlan,
  type FieldPlan,
  type ItemPlan,
  type MemberPlan,
  type ValueFieldPlan,
} from "../../data/members.js";
import type { NamedContract } from "../contract/named-contract.js";
import { claimProperty } from "../names/property-names.js";
import type { UnnamedField } from "./attribute-fields.js";
import { planElementValue } from "./values.js";

/** Choices of one record multiply in its TypeScript type; above this they become properties. */
const mostCombinations = 32;
/** Wider choices are one tagged item. */
const mostBranches = 16;
const mostBranchFields = 256;

/** Makes the members of one record; every property of it is different. */
export class Members {
  readonly #contract: NamedContract;
  readonly #type: ComplexTypeModel;
  /** Every property that is given away. */
  readonly #properties: Set<string>;
  /** An element in several branches of a choice is one field. */
  readonly #shared = new Map<string, FieldPlan>();
  /** Choices and lists of items so far, those of the base included. */
  #choices: number;
  #lists: number;
  /** Wildcards of earlier branches, which those of the branch at hand may be too. */
  #free: readonly FieldPlan[] = [];
  #combinations = 1;

  constructor(contract: NamedContract, type: ComplexTypeModel, base: readonly MemberPlan[]) {
    this.#contract = contract;
    this.#type = type;
    const fields = fieldsOf(base);
    const choices = choicesOf(base);
    this.#properties = new Set([...fields, ...choices].flatMap(({ property }) => property ?? []));
    this.#choices = choices.length;
    this.#lists = fields.filter(({ kind }) => kind === "items").length;
  }

  named<F extends UnnamedField>(field: F): F & Pick<FieldPlan, "property"> {
    const property = claimProperty(this.#properties, this.#contract.propertyName(field.name));
    return { ...field, property };
  }

  /** Members of a content in which element names determine the place of each element. */
  unordered(nodes: readonly ContentNode[]): readonly MemberPlan[] {
    return nodes.flatMap((node) => this.#members(node, false, true));
  }

  /** One member for a content of which the order counts, and the prefixes in its text. */
  ordered(node: ContentNode): readonly FieldPlan[] {
    const { mixed } = this.#type;
    return [...(mixed ? [this.#prefixes()] : []), this.#items(node, mixed, true)];
  }

  #prefixes(): FieldPlan {
    return this.named({
      kind: "prefixes",
      name: "$namespaces",
      element: this.#contract.qName({ namespace: "", name: "$namespaces" }),
      doc: ["Prefixes of names in the text."],
      value: { kind: "prefixes" },
      required: false,
      nillable: false,
      repeated: false,
      absent: undefined,
    });
  }

  #members(node: ContentNode, optional: boolean, isTop: boolean): readonly MemberPlan[] {
    if (!("nodes" in node)) return [this.#leaf(node, optional)];
    if (isRepeated(node)) return [this.#items(node, false, true)];
    if (node.kind === "choice") return this.#choice(node, optional || node.occurs.min === 0, isTop);
    const children = node.nodes.filter((child) => leavesOf(child).length > 0);
    if (node.occurs.min > 0 && !optional)
      return children.flatMap((child) => this.#members(child, false, isTop));
    const [only, ...others] = children;
    if (only === undefined) return [];
    if (others.length === 0 || children.every(isEmptiable))
      return children.flatMap((child) => this.#members(child, true, isTop));
    return [this.#excluding([children], true, isTop)];
  }

  #choice(node: ContentBranch, optional: boolean, isTop: boolean): readonly MemberPlan[] {
    const branches = flattened(node);
    const filled = branches.filter((branch) => leavesOf(branch).length > 0);
    const maybe = optional || filled.length < branches.length;
    const [only, ...others] = filled;
    if (only === undefined) return [];
    if (others.length === 0) return this.#members(only, maybe, isTop);
    const fields = filled.reduce((sum, branch) => sum + leavesOf(branch).length, 0);
    if (filled.length > mostBranches || fields * filled.length > mostBranchFields) {
      const single = filled.every((branch) => !("nodes" in branch) && !isRepeated(branch));
      return [this.#items({ ...node, nodes: filled }, false, !single, single && !maybe)];
    }
    return [
      this.#excluding(
        filled.map((branch) => [branch]),
        maybe || filled.some(isEmptiable),
        isTop,
      ),
    ];
  }

  #excluding(branches: readonly (readonly ContentNode[])[], optional: boolean, isTop: boolean): ChoicePlan {
    const combinations = branches.length + (optional ? 1 : 0);
    const flat = isTop && this.#isLast() && this.#combinations * combinations <= mostCombinations;
    if (flat) this.#combinations *= combinations;
    const number = ++this.#choices === 1 ? "" : String(this.#choices);
    return {
      kind: "choice",
      type: this.#contract.madeName(this.#type, `Choice${number}`),
      number,
      property: flat ? undefined : this.#claimed(`$choice${number}`),
      optional,
      branches: this.#branches(branches),
    };
  }

  /**
   * Wildcards for the same elements in several branches are one field: a message does not show which branch an element
   * belongs to.
   */
  #branches(branches: readonly (readonly ContentNode[])[]): readonly (readonly MemberPlan[])[] {
    const outer = this.#free;
    const found = new Map<string, FieldPlan>();
    const planned = branches.map((nodes) => {
      this.#free = [...outer, ...found.values()];
      const members = nodes.flatMap((node) => this.#members(node, false, false));
      for (const field of fieldsOf(members)) if (field.kind === "any") found.set(field.property, field);
      return members;
    });
    this.#free = outer;
    return planned;
  }

  /** An interface can be extended by that of a derived type, a union cannot. */
  #isLast(): boolean {
    return !this.#type.abstract && !this.#contract.isBase(this.#type.id);
  }

  #claimed(property: string): string {
    this.#properties.add(property);
    return property;
  }

  #leaf(leaf: ContentLeaf, optional: boolean): FieldPlan {
    const required = leaf.occurs.min > 0 && !optional;
    const key = leafKey(leaf);
    const known = key === undefined ? undefined : this.#shared.get(key);
    if (known !== undefined) return { ...known, required };
    const unnamed = { ...leafField(this.#contract, leaf), required };
    const free = leaf.kind === "any" ? this.#free.find((each) => isAlike(each, unnamed)) : undefined;
    if (free !== undefined) {
      this.#free = this.#free.filter((each) => each !== free);
      return { ...free, required };
    }
    const field = this.named(unnamed);
    if (key !== undefined) this.#shared.set(key, field);
    return field;
  }

  #items(node: ContentNode, mixed: boolean, repeated: boolean, required = repeated): FieldPlan {
    const tags = new Map<string, number>();
    const byKey = new Map<string, ItemPlan>();
    for (const leaf of leavesOf(node)) {
      const key = leafKey(leaf) ?? "$any";
      const field = { ...leafField(this.#contract, leaf), required: true, repeated: false };
      const known = byKey.get(key);
      if (known !== undefined) {
        byKey.set(key, { ...known, field: joined(known.field, field) });
        continue;
      }
      const count = (tags.get(field.name) ?? 0) + 1;
      tags.set(field.name, count);
      const tag = count === 1 ? field.name : `${field.name}$${count}`;
      byKey.set(key, { tag, field: { ...field, property: "value" } });
    }
    const items = [...byKey.values()];
    const number = ++this.#lists === 1 ? "" : String(this.#lists);
    const type = this.#contract.madeName(this.#type, `Item${number}`);
    return this.named({
      kind: "items",
      name: repeated ? "$content" : "$choice",
      element: this.#contract.qName({ namespace: "", name: "$content" }),
      doc: [],
      value: { kind: "items", type, items, mixed, order: node },
      required,
      nillable: false,
      repeated,
      absent: undefined,
    });
  }
}

/** One item for two places of an element, or for two wildcards: it accepts the values of both. */
function joined(one: ItemPlan["field"], other: UnnamedField<ItemPlan["field"]>): ItemPlan["field"] {
  if (one.kind === "any" && other.kind === "any")
    return { ...one, value: { ...one.value, ...either(one.value, other.value) } };
  return { ...one, nillable: one.nillable || other.nillable };
}

/** True for wildcards that admit the same elements, as often. */
function isAlike(one: UnnamedField, other: UnnamedField): boolean {
  return one.repeated === other.repeated && JSON.stringify(one.value) === JSON.stringify(other.value);
}

/** True if a node may be empty. */
function isEmptiable(node: ContentNode): boolean {
  if (node.occurs.min === 0) return true;
  if (!("nodes" in node)) return false;
  return node.kind === "sequence" ? node.nodes.every(isEmptiable) : node.nodes.some(isEmptiable);
}

/** Branches of a choice, those of a choice in place of a branch among them. */
function flattened(node: ContentBranch): readonly ContentNode[] {
  return node.nodes.flatMap((branch) =>
    "nodes" in branch && branch.kind === "choice" && branch.occurs.min === 1 && branch.occurs.max === 1
      ? flattened(branch)
      : [branch],
  );
}

function leafField(contract: NamedContract, leaf: ContentLeaf): UnnamedField<ItemPlan["field"]> {
  return leaf.kind === "any" ? anyField(contract, leaf) : elementField(contract, leaf);
}

function elementField(contract: NamedContract, element: ElementParticle): UnnamedField<ValueFieldPlan> {
  return {
    kind: "element",
    name: element.name,
    element: contract.qName(element),
    doc: element.doc,
    value: planElementValue(contract, element),
    required: element.occurs.min > 0,
    nillable: element.nillable,
    repeated: isRepeated(element),
    occurs: element.occurs,
    absent: undefined,
  };
}

function anyField(contract: NamedContract, any: ContentWildcard): UnnamedField<AnyFieldPlan> {
  return {
    kind: "any",
    name: "$any",
    element: contract.qName({ namespace: "", name: "$any" }),
    doc: [],
    value: { kind: "anyElement", ...admittedBy(any) },
    required: any.occurs.min > 0,
    nillable: false,
    repeated: isRepeated(any),
    occurs: any.occurs,
    absent: undefined,
  };
}
