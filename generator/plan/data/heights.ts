import type { ContentNode } from "./content-tree.js";
import { itemOf } from "./example-items.js";
import type { ItemsValuePlan, MemberPlan, FieldValuePlan } from "./members.js";
import type { Plan } from "./plan.js";
import type { RecordPlan } from "./records.js";

/** Nesting depth of the smallest value of each type; Infinity for a type that requires itself. */
export class Heights {
  readonly #records: ReadonlyMap<string, RecordPlan>;
  /** By the unique name of a record; absent while no finite value is known. */
  readonly #heights = new Map<string, number>();

  constructor({ records }: Pick<Plan, "records">) {
    this.#records = new Map(records.map((record) => [record.type.unique, record]));
    for (let changed = true; changed;) {
      changed = false;
      for (const [name, record] of this.#records) {
        const height = this.ofMembers(record.allMembers) + 1;
        if (height >= (this.#heights.get(name) ?? Infinity)) continue;
        this.#heights.set(name, height);
        changed = true;
      }
    }
  }

  /** Infinity where every value would be infinite. */
  of(value: FieldValuePlan): number {
    switch (value.kind) {
      case "record": {
        const variants = this.#records.get(value.type.unique)?.variants ?? [];
        return Math.min(...variants.map(({ type }) => this.#heights.get(type.unique) ?? Infinity));
      }
      case "list":
        return value.occurs.min === 0 || value.nillable ? 0 : this.of(value.item) + 1;
      case "items":
        return this.ofNode(value, value.order);
      case "simple":
      case "enum":
      case "content":
      case "anyElement":
      case "anyType":
      case "attributes":
      case "prefixes":
        return 0;
    }
  }

  /** Of one record, whatever is derived from it. */
  ofRecord(unique: string): number {
    return this.#heights.get(unique) ?? Infinity;
  }

  ofMembers(members: readonly MemberPlan[]): number {
    return Math.max(0, ...members.map((member) => this.#ofMember(member)));
  }

  #ofMember(member: MemberPlan): number {
    if (member.kind !== "choice") return member.required && !member.nillable ? this.of(member.value) : 0;
    return member.optional ? 0 : Math.min(...member.branches.map((branch) => this.ofMembers(branch)));
  }

  ofNode(value: ItemsValuePlan, node: ContentNode): number {
    if (node.occurs.min === 0) return 0;
    if (!("nodes" in node)) {
      const item = itemOf(value, node);
      return item === undefined || item.field.nillable ? 0 : this.of(item.field.value);
    }
    const inner = node.nodes.map((each) => this.ofNode(value, each));
    return node.kind === "choice" ? Math.min(...inner) : Math.max(0, ...inner);
  }
}
