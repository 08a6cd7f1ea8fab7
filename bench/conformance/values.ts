/** Values of messages, made from the plan by a source of choices: the least, the most, or any. */
import type { ContentNode } from "#generator/plan/data/content-tree.js";
import { itemOf } from "#generator/plan/data/example-items.js";
import { Heights } from "#generator/plan/data/heights.js";
import type {
  AnyTypePlan,
  ChoicePlan,
  FieldPlan,
  ItemsValuePlan,
  ListValuePlan,
  MemberPlan,
  RecordValuePlan,
  FieldValuePlan,
} from "#generator/plan/data/members.js";
import { bodyFields, resultField, type BodyPlan, type OutputPlan } from "#generator/plan/data/operations.js";
import { isSimple, type KnownTypePlan } from "#generator/plan/data/open-types.js";
import type { Plan } from "#generator/plan/data/plan.js";
import type { RecordPlan } from "#generator/plan/data/records.js";
import type { EnumValuePlan, SimpleValuePlan } from "#generator/plan/data/simple-types.js";
import { anyAttributes, anyElement, content, prefixedContent, words } from "./open-content.js";
import { SimpleValues } from "./simple-values.js";
import { least, type Source } from "./source.js";

/** A value that has no end, or a simple type of which no value is known. */
export class NoValue extends Error {
  override readonly name = "NoValue";
}

/** Fields of one message; when they are used up, only what must be there follows. */
const mostFields = 300;
const deepest = 8;

/** How values are made. */
export interface ValuesOptions {
  /** Also values of simple types and of open content that no table holds, and those that are too much for xmllint. */
  readonly arbitrary?: boolean;
  /** Called with each value and its part of the plan. */
  readonly onDrawn?: (of: object | string, what: string) => void;
}

const builtInValues = [
  { $type: "xs:string", value: "a & b" },
  { $type: "xs:int", value: -1 },
  { $type: "xs:boolean", value: true },
  { $type: "xs:long", value: 9007199254740993n },
  { $type: "xs:date", value: "2026-01-31" },
];

export class Values {
  readonly #plan: Plan;
  readonly #arbitrary: boolean;
  readonly #drawn: (of: object | string, what: string) => void;
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #heights: Heights;
  readonly #simple: SimpleValues;
  #choose: Source = least;
  #left = 0;
  /** Every ID of a document is another. */
  #ids = 0;

  constructor(plan: Plan, { arbitrary = false, onDrawn = () => undefined }: ValuesOptions = {}) {
    this.#plan = plan;
    this.#arbitrary = arbitrary;
    this.#drawn = onDrawn;
    this.#records = new Map(plan.records.map((record) => [record.type.unique, record]));
    this.#heights = new Heights(plan);
    this.#simple = new SimpleValues(plan, arbitrary);
  }

  /** @throws NoValue */
  input(body: BodyPlan, source: Source): unknown {
    this.#begin(source);
    return body.kind === "bare" ? this.#field(body.field, 0) : this.#object(body.fields, 0);
  }

  /**
   * Response of an operation; undefined for none.
   * @throws NoValue
   */
  output(output: OutputPlan, source: Source): unknown {
    this.#begin(source);
    const result = resultField(output);
    if (result !== undefined && output.body?.kind !== "bare")
      return this.#object([result], 0)[result.property];
    if (result !== undefined) return this.#field(result, 0);
    return output.kind === "record" && output.body !== undefined
      ? this.#object(bodyFields(output.body), 0)
      : undefined;
  }

  /** @throws NoValue */
  field(field: FieldPlan, source: Source): unknown {
    this.#begin(source);
    return this.#field(field, 0);
  }

  #begin(source: Source): void {
    this.#choose = source;
    this.#left = mostFields;
    this.#ids = 0;
  }

  #isShort(depth: number): boolean {
    return this.#left <= 0 || depth >= deepest;
  }

  #object(members: readonly MemberPlan[], depth: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (const member of members) Object.assign(object, this.#member(member, depth));
    return object;
  }

  #member(member: MemberPlan, depth: number): object {
    if (member.kind === "choice") return this.#branch(member, depth);
    if (member.kind === "prefixes") return {};
    const { property, required, absent, kind, value, repeated } = member;
    const isFixed = (value.kind === "simple" || value.kind === "enum") && value.constraint?.kind === "fixed";
    const always = required || absent !== undefined || (kind === "items" && repeated);
    const leave = (): boolean =>
      this.#isShort(depth) || this.#heights.of(value) === Infinity || this.#choose(2) === 0;
    if (!always && (isFixed ? this.#choose(2) === 0 : leave())) {
      this.#drawn(member, "absent");
      return {};
    }
    this.#drawn(member, "present");
    this.#left--;
    return { [property]: this.#field(member, depth) };
  }

  #branch(choice: ChoicePlan, depth: number): object {
    const { branches, optional, property } = choice;
    if (optional && (this.#isShort(depth) || this.#choose(branches.length + 1) === 0)) {
      this.#drawn(choice, "nothing");
      return {};
    }
    const picked = this.#shallow(branches, (branch) => this.#heights.ofMembers(branch), depth);
    const value = this.#object(picked, depth);
    // A branch without content is no branch on the wire.
    const isNothing = optional && Object.keys(value).length === 0;
    this.#drawn(choice, isNothing ? "nothing" : `branch ${branches.indexOf(picked) + 1}`);
    return property === undefined || isNothing ? value : { [property]: value };
  }

  /** Any of them; the one that ends first when it is time to end. */
  #shallow<T>(all: readonly T[], height: (each: T) => number, depth: number): T {
    const finite = all.filter((each) => height(each) < Infinity);
    if (finite.length === 0) throw new NoValue("every value has itself inside");
    const lowest = Math.min(...finite.map(height));
    const usable = this.#isShort(depth) ? finite.filter((each) => height(each) === lowest) : finite;
    return usable[this.#choose(usable.length)] as T;
  }

  #field(field: FieldPlan, depth: number): unknown {
    const { kind, repeated, value, occurs } = field;
    if (kind === "attributes") return anyAttributes(this.#words());
    if (!repeated) return this.#one(field, depth);
    if (value.kind === "items") return this.#items(value, depth);
    const length = Math.max(1, this.#count(occurs, depth));
    this.#drawn(field, length === 1 ? "once" : "several");
    return Array.from({ length }, () => this.#one(field, depth));
  }

  #words(): (() => string) | undefined {
    return this.#arbitrary ? words(this.#choose) : undefined;
  }

  #one({ nillable, value }: Pick<FieldPlan, "nillable" | "value">, depth: number): unknown {
    const isNil =
      nillable &&
      !this.#needsMoreThanNil(value) &&
      (this.#isShort(depth) || this.#heights.of(value) === Infinity || this.#choose(6) === 4);
    if (isNil) this.#drawn(value, "nil");
    return isNil ? null : this.#value(value, depth + 1);
  }

  /** An abstract type, and required attributes, want more than nil says. */
  #needsMoreThanNil(value: FieldValuePlan): boolean {
    if (value.kind !== "record") return false;
    const members = this.#records.get(value.type.unique)?.allMembers ?? [];
    return (
      value.abstract ||
      members.some(({ kind, ...each }) => kind === "attribute" && "required" in each && each.required)
    );
  }

  /** The least, one, three, or the most, as far as the schema has them. */
  #count(occurs: FieldPlan["occurs"], depth: number): number {
    const { min, max } = occurs ?? { min: 0, max: undefined };
    if (this.#isShort(depth)) return min;
    const all = [min, 1, 3, Math.min(max ?? min, 5)];
    const counts = [...new Set(all)].filter((count) => count >= min && count <= (max ?? count));
    counts.sort((a, b) => a - b);
    return counts[this.#choose(counts.length)] ?? min;
  }

  #value(value: FieldValuePlan, depth: number): unknown {
    switch (value.kind) {
      case "simple":
      case "enum": {
        if (value.kind === "simple" && value.constant === "ID" && value.constraint === undefined)
          return this.#id(value);
        return this.#simpleValue(value);
      }
      case "record":
        return this.#record(value, depth);
      case "list":
        return this.#list(value, depth);
      case "items":
        return this.#items(value, depth)[0];
      case "anyType":
        return this.#anyType(value, depth);
      case "anyElement":
        this.#drawn(value, "element");
        return anyElement(value, this.#choose, this.#words());
      case "attributes":
      case "prefixes":
        return anyAttributes(this.#words());
      case "content":
        this.#drawn(value, "content");
        return this.#choose(3) === 2
          ? prefixedContent(this.#choose, this.#words())
          : content(this.#choose, this.#words());
    }
  }

  /** A text, a built-in type, a type of the contract, or XML. */
  #anyType(value: AnyTypePlan, depth: number): unknown {
    const kinds = ["text", "built-in type", "known type", ...(value.simple ? [] : ["XML"])];
    const kind = kinds[this.#choose(kinds.length)];
    const known = kind === "known type" ? this.#known(value, depth) : undefined;
    this.#drawn(value, known === undefined && kind === "known type" ? "text" : (kind ?? "text"));
    if (known !== undefined) return known;
    if (kind === "built-in type") return builtInValues[this.#choose(builtInValues.length)];
    if (kind === "XML")
      return { attributes: anyAttributes(this.#words()), children: content(this.#choose, this.#words()) };
    return this.#words()?.() ?? "some text";
  }

  /** A value of a type of the contract; undefined if there is none. */
  #known({ simple }: AnyTypePlan, depth: number): object | undefined {
    const types = (this.#plan.openTypes?.types ?? []).filter((each) => !simple || isSimple(each));
    if (types.length === 0 || this.#isShort(depth)) return undefined;
    const { tag, value } = types[this.#choose(types.length)] as KnownTypePlan;
    if (value.kind !== "fields") {
      const hasValue = value.kind === "list" || this.#simple.of(value).length > 0;
      return hasValue ? { $type: tag, value: this.#value(value, depth + 1) } : undefined;
    }
    if (this.#heights.ofRecord(value.type.unique) === Infinity) return undefined;
    const members = this.#records.get(value.type.unique)?.allMembers ?? [];
    return { $type: tag, ...this.#object(members, depth + 1) };
  }

  #id(value: SimpleValuePlan): string {
    this.#drawn(value, "value");
    return `id${++this.#ids}`;
  }

  #simpleValue(value: SimpleValuePlan | EnumValuePlan): unknown {
    const all = this.#simple.of(value);
    const name = value.kind === "enum" ? value.type.unique : (value.narrowed ?? value.constant);
    if (all.length === 0) throw new NoValue(`no value of ${name} is known`);
    this.#drawn(value, "value");
    const at = this.#choose(all.length + (this.#arbitrary ? 2 : 0));
    if (at < all.length) this.#drawn(this.#simple.keyOf(value), `value ${at}`);
    return at < all.length ? all[at] : (this.#simple.arbitrary(value, this.#choose) ?? all[0]);
  }

  #record({ type }: RecordValuePlan, depth: number): object {
    const variants = this.#records.get(type.unique)?.variants ?? [];
    const variant = this.#shallow(variants, (each) => this.#heights.ofRecord(each.type.unique), depth);
    this.#drawn(`type ${type.unique}`, variant.type.unique);
    const members = this.#records.get(variant.type.unique)?.allMembers ?? [];
    const tag = variant.type.unique === type.unique ? {} : { $type: variant.tag };
    return { ...tag, ...this.#object(members, depth) };
  }

  #list(value: ListValuePlan, depth: number): unknown[] {
    const { item, nillable, occurs, dimensions = 1 } = value;
    const isEndless = this.#heights.of(item) === Infinity && !nillable;
    const length = isEndless ? 0 : this.#count(occurs, depth);
    this.#drawn(value, length < 2 ? (["none", "once"][length] ?? "") : "several");
    const row = (): unknown[] => Array.from({ length }, () => this.#one({ value: item, nillable }, depth));
    return dimensions === 1
      ? row()
      : this.#grid(row, dimensions - 1, isEndless ? 0 : this.#count(occurs, depth));
  }

  /** Rows of one length, as often in each dimension. */
  #grid(row: () => unknown[], dimensions: number, length: number): unknown[] {
    const inner = dimensions === 1 ? row : () => this.#grid(row, dimensions - 1, length);
    return Array.from({ length }, inner);
  }

  #items(value: ItemsValuePlan, depth: number): unknown[] {
    const tagged = this.#nodes(value, value.order, depth);
    if (!value.mixed) return tagged;
    const word = this.#words() ?? ((): string => "some text ");
    const text = (): readonly string[] => {
      const piece = this.#choose(2) === 0 ? "" : word();
      this.#drawn(value, piece === "" ? "no text" : "text");
      return piece === "" ? [] : [piece];
    };
    return [...tagged.flatMap((item) => [...text(), item]), ...text()];
  }

  #nodes(value: ItemsValuePlan, node: ContentNode, depth: number): unknown[] {
    const isEndless = this.#heights.ofNode(value, { ...node, occurs: { min: 1, max: 1 } }) === Infinity;
    const count = isEndless ? node.occurs.min : this.#count(node.occurs, depth);
    return Array.from({ length: count }, () => this.#occurrence(value, node, depth)).flat();
  }

  #occurrence(value: ItemsValuePlan, node: ContentNode, depth: number): unknown[] {
    if (!("nodes" in node)) {
      const item = itemOf(value, node);
      if (item === undefined) throw new NoValue("an element of the content is no item");
      this.#left--;
      this.#drawn(value, item.tag);
      return [{ name: item.tag, value: this.#one(item.field, depth) }];
    }
    if (node.kind === "sequence") return node.nodes.flatMap((each) => this.#nodes(value, each, depth));
    if (node.nodes.length === 0) return [];
    return this.#nodes(
      value,
      this.#shallow(node.nodes, (each) => this.#heights.ofNode(value, each), depth),
      depth,
    );
  }
}
