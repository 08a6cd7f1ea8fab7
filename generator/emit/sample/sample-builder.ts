/** Example messages. */
import { exampleItems } from "../../plan/data/example-items.js";
import { Heights } from "../../plan/data/heights.js";
import {
  valuesOf,
  type AnyElementPlan,
  type ChoicePlan,
  type FieldPlan,
  type ItemPlan,
  type ItemsValuePlan,
  type ListValuePlan,
  type MemberPlan,
  type RecordValuePlan,
  type FieldValuePlan,
} from "../../plan/data/members.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import {
  bodyFields,
  outputFields,
  resultField,
  type BodyPlan,
  type InputPlan,
  type OperationPlan,
  type OutputPlan,
} from "../../plan/data/operations.js";
import type { Plan } from "../../plan/data/plan.js";
import type { RecordPlan, VariantPlan } from "../../plan/data/records.js";
import type { SimpleValuePlan } from "../../plan/data/simple-types.js";
import { leafOf } from "../type-text/value-types.js";
import { linesOf, oneLine, type Sample, type SampleForm, type SampleProperty } from "./sample.js";
import { isId, SampleIds } from "./sample-ids.js";

type Variant = Omit<VariantPlan, "wire">;

/** Records inside of records; deeper ones are left out where they may be. */
const deepest = 12;
/** A longer record is left out where it may be. */
const mostLines = 200;

/** More values than these are made when the sample is loaded. */
const mostWritten = 4;

/** Chooses what examples have; a form makes them. The example of a record is made once. */
export class SampleBuilder<T> {
  readonly #form: SampleForm<T>;
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #shared = new Map<string, T>();
  /** Lines of a record, those of the records in it included. */
  readonly #sizes = new Map<string, number>();
  /** Lines of the records that the one being written holds. */
  #lines = 0;
  /** Records around the one that is written: an optional field that leads back to one is left out. */
  readonly #around: string[] = [];
  readonly #heights: Heights;
  readonly #ids: SampleIds;
  /** Maximum size of values; finite in a minimal record, which has no optional members. */
  #limit = Infinity;

  constructor(plan: Plan, form: SampleForm<T>) {
    this.#form = form;
    this.#heights = new Heights(plan);
    this.#ids = new SampleIds(plan);
    this.#records = new Map(plan.records.map((record) => [record.type.unique, record]));
  }

  /** False for an operation with a message that requires itself: it has no finite value. */
  isFinite({ input, output }: OperationPlan): boolean {
    const fields = [...bodyFields(input.body), ...outputFields(output)];
    return this.#heights.ofMembers(fields) < Infinity;
  }

  input({ body }: InputPlan): Sample<T> {
    this.#ids.restart();
    return this.#body(body);
  }

  output(output: OutputPlan): Sample<T> {
    this.#ids.restart();
    const field = resultField(output);
    if (field !== undefined)
      return field.repeated ? this.#arrayOf(() => this.#value(field.value)) : this.#value(field.value);
    return output.kind === "record" && output.body !== undefined
      ? this.#body(output.body)
      : oneLine(this.#form.nothing);
  }

  #body(body: BodyPlan): Sample<T> {
    return body.kind === "bare" ? this.#value(body.field.value) : this.#object(body.fields);
  }

  #object(members: readonly MemberPlan[]): Sample<T> {
    return this.#objectOf(members.flatMap((each) => this.#member(each)));
  }

  #objectOf(properties: readonly SampleProperty<T>[]): Sample<T> {
    const made = this.#form.object(properties);
    if (properties.length === 0) return oneLine(made);
    return { made, lines: linesOf(properties.map(({ sample }) => sample)) + 2 };
  }

  /** Properties of a member; an optional one is left out when it leads back or cannot be made up. `isSure` is false in a choice. */
  #member(given: MemberPlan, isSure = true): readonly SampleProperty<T>[] {
    if (given.kind === "choice") return this.#choice(given);
    const { property: name, value, required, nillable, repeated, occurs } = given;
    if (!required && this.#isLeftOut(given)) return this.#leftOut(given, isSure);
    if (nillable && !repeated && (this.#leadsBack(value) || this.#isTooLarge(value)))
      return [{ name, sample: oneLine(this.#form.nil) }];
    const before = this.#lines;
    const made = (): Sample<T> => this.#value(value);
    const array = value.kind === "items" ? () => this.#openArray(this.#items(value)) : undefined;
    const sample = repeated ? (array?.() ?? this.#arrayOf(made, 1, occurs?.min)) : made();
    if (!required && this.#lines - before + sample.lines > mostLines) {
      this.#lines = before;
      return this.#leftOut(given, isSure);
    }
    return [{ name, sample }];
  }

  #leftOut({ property: name, repeated }: FieldPlan, isSure: boolean): readonly SampleProperty<T>[] {
    const { noItems } = this.#form;
    return repeated && isSure && noItems !== undefined ? [{ name, sample: oneLine(noItems) }] : [];
  }

  #isLeftOut({ kind, value }: FieldPlan): boolean {
    if (
      kind === "any" ||
      kind === "attributes" ||
      kind === "prefixes" ||
      isFixed(value) ||
      isId(value) ||
      this.#limit < Infinity
    )
      return true;
    return this.#leadsBack(value) || this.#isTooLarge(value) || this.#isDeep(value);
  }

  #choice({ property: name, optional, branches }: ChoicePlan): readonly SampleProperty<T>[] {
    const branch = this.#branch(branches);
    if (optional && (branch === undefined || this.#limit < Infinity)) return [];
    const chosen = branch ?? this.#smallest(branches, (each) => this.#heights.ofMembers(each)) ?? [];
    const properties = chosen.flatMap((each) => this.#member(each, false));
    return name === undefined ? properties : [{ name, sample: this.#objectOf(properties) }];
  }

  /** The first branch that does not lead back. */
  #branch(branches: ChoicePlan["branches"]): readonly MemberPlan[] | undefined {
    return branches.find(
      (each) =>
        this.#heights.ofMembers(each) < this.#limit &&
        !valuesOf(each).some((value) => this.#leadsBack(value)),
    );
  }

  #smallest<E>(all: readonly E[], height: (each: E) => number): E | undefined {
    const least = Math.min(...all.map(height));
    return all.find((each) => height(each) === least);
  }

  /** An element that the wildcard admits. */
  #anyElement({ only, except }: AnyElementPlan): T {
    const [namespace = "urn:any"] = only ?? [];
    const isAny = (only === undefined && except.length === 0) || namespace === "";
    return this.#form.anyElement(isAny ? undefined : namespace);
  }

  /** Items in an order that the schema has; of each kind one where that will do. */
  #items(value: ItemsValuePlan): readonly Sample<T>[] {
    const isUsable = ({ field }: ItemPlan): boolean => !this.#isTooLarge(field.value);
    const isNew = (item: ItemPlan): boolean => isUsable(item) && !this.#leadsBack(item.field.value);
    const wanted = exampleItems(value, isNew);
    const items = wanted.every(isNew) ? wanted : exampleItems(value, isUsable);
    const texts = value.mixed ? [oneLine(this.#form.text("string"))] : [];
    return [...texts, ...items.map((item) => this.#item(item))];
  }

  #item({ tag, field }: ItemPlan): Sample<T> {
    const name = oneLine(this.#form.text(tag));
    return this.#objectOf([
      { name: "name", sample: name },
      { name: "value", sample: this.#value(field.value) },
    ]);
  }

  /** A sample illustrates a record; it need not be complete. */
  #isDeep(value: FieldValuePlan): boolean {
    const leaf = leafOf(value);
    return leaf.kind === "record" && this.#around.length >= deepest;
  }

  /** True for a value that has to be infinite, or larger than the record it is to be in. */
  #isTooLarge(value: FieldValuePlan): boolean {
    return this.#heights.of(value) >= this.#limit;
  }

  #leadsBack(value: FieldValuePlan): boolean {
    if (value.kind === "list") return this.#leadsBack(value.item);
    return value.kind === "record" && this.#around.includes(this.#variant(value.type).type.unique);
  }

  #simple(plan: SimpleValuePlan): T {
    const { shape, sample, constraint } = plan;
    if (shape?.kind === "union")
      return this.#value(plan.examples?.[0] ?? shape.members[0] ?? { kind: "content" }).made;
    if (shape?.kind === "list") {
      const items = plan.examples ?? [shape.item];
      return this.#form.list(
        items.map((item) => this.#value(item).made),
        false,
      );
    }
    if (isId(plan)) return this.#form.simple(plan, this.#ids.textOf(plan));
    return this.#form.simple(plan, constraint?.kind === "fixed" ? constraint.lexical : sample);
  }

  #value(value: FieldValuePlan): Sample<T> {
    switch (value.kind) {
      case "simple":
        return oneLine(this.#simple(value));
      case "enum":
        return oneLine(this.#form.enumeration(value));
      case "content":
        return oneLine(this.#form.content);
      case "anyType":
        return oneLine(this.#form.anyType);
      case "anyElement":
        return oneLine(this.#anyElement(value));
      case "attributes":
      case "prefixes":
        return oneLine(this.#form.list([], false));
      case "items":
        return this.#items(value)[0] ?? oneLine(this.#form.text(""));
      case "list":
        return this.#list(value);
      case "record":
        return this.#record(value);
    }
  }

  #list({ dimensions = 1, ...value }: ListValuePlan): Sample<T> {
    const row = this.#row(value);
    return Array.from({ length: dimensions - 1 }).reduce<Sample<T>>(
      (inner) => this.#arrayOf(() => inner),
      row,
    );
  }

  #row({ item, nillable, occurs }: ListValuePlan): Sample<T> {
    const isShort = this.#limit < Infinity || this.#leadsBack(item) || this.#isTooLarge(item);
    if (isShort && occurs.min === 0) return oneLine(this.#form.list([], false));
    const one = (): Sample<T> => (nillable && isShort ? oneLine(this.#form.nil) : this.#value(item));
    return this.#arrayOf(one, isShort || item.kind === "list" ? 1 : 2, occurs.min);
  }

  /** An array of values: `times` of them if they fit on one line, otherwise `least`. */
  #arrayOf(make: () => Sample<T>, times = 1, least = 1): Sample<T> {
    const one = make();
    if (least > mostWritten) return { made: this.#form.many(least, one.made), lines: one.lines };
    const length = Math.max(one.lines > 1 ? 1 : times, least);
    const items = Array.from({ length }, (_, at) => (at === 0 ? one : make()));
    return one.lines > 1 ? this.#openArray(items) : oneLine(this.#listOf(items, false));
  }

  /** An array with a line, or more, for each of its values. */
  #openArray(items: readonly Sample<T>[]): Sample<T> {
    if (items.length === 0 || (items.length === 1 && items[0]?.lines === 1))
      return oneLine(this.#listOf(items, false));
    return { made: this.#listOf(items, true), lines: linesOf(items) + 2 };
  }

  #listOf(items: readonly Sample<T>[], open: boolean): T {
    return this.#form.list(
      items.map(({ made }) => made),
      open,
    );
  }

  #record({ type: declared }: RecordValuePlan): Sample<T> {
    const variant = this.#variant(declared);
    const { type, tag } = variant;
    const isSmallest = this.#limit < Infinity || this.#around.includes(type.unique);
    if (this.#ids.areIn(type.unique)) {
      const members = isSmallest ? this.#smallestMembers(type) : this.#members(type);
      const named = { name: "$type", sample: oneLine(this.#form.text(tag)) };
      return this.#objectOf(type.unique === declared.unique ? members : [named, ...members]);
    }
    const made = isSmallest ? this.#smallestOf(variant) : this.#sharedOf(variant);
    this.#lines += this.#sizes.get(type.unique) ?? 0;
    return oneLine(type.unique === declared.unique ? made : this.#form.typed(tag, made));
  }

  #sharedOf({ type, fieldsType }: Variant): T {
    const { unique } = type;
    const known = this.#shared.get(unique);
    if (known !== undefined) return known;
    const outside = this.#lines;
    this.#lines = 0;
    const { made, lines } = this.#objectOf(this.#members(type));
    this.#sizes.set(unique, this.#lines + lines);
    this.#lines = outside;
    return this.#share(unique, "", fieldsType, made);
  }

  /** A record without anything optional, which ends a recursion. */
  #smallestOf({ type, fieldsType }: Variant): T {
    const suffix = "$Smallest";
    const known = this.#shared.get(type.unique + suffix);
    if (known !== undefined) return known;
    return this.#share(type.unique, suffix, fieldsType, this.#objectOf(this.#smallestMembers(type)).made);
  }

  #share(unique: string, suffix: string, type: TypeNamePlan, made: T): T {
    const name = unique + suffix;
    const shared = this.#form.shared(`${name}Sample`, type, made);
    this.#shared.set(name, shared);
    return shared;
  }

  #members({ unique }: TypeNamePlan): readonly SampleProperty<T>[] {
    this.#around.push(unique);
    const made = this.#membersOf(unique).flatMap((each) => this.#member(each));
    this.#around.pop();
    return made;
  }

  #smallestMembers({ unique }: TypeNamePlan): readonly SampleProperty<T>[] {
    const outside = this.#limit;
    this.#limit = this.#heights.ofRecord(unique);
    const made = this.#membersOf(unique).flatMap((each) => this.#member(each));
    this.#limit = outside;
    return made;
  }

  #membersOf(unique: string): readonly MemberPlan[] {
    const record = this.#records.get(unique);
    if (record === undefined) throw new Error(`No record is called ${unique}.`);
    return record.allMembers;
  }

  /**
   * The record itself unless it is abstract; otherwise the first finite derived one that does not contain it; otherwise
   * the smallest.
   */
  #variant(type: TypeNamePlan): Variant {
    const variants = this.#records.get(type.unique)?.variants ?? [];
    const height = ({ type: { unique } }: Variant): number => this.#heights.ofRecord(unique);
    const other = variants.find(
      (variant) => !this.#around.includes(variant.type.unique) && height(variant) < this.#limit,
    );
    const found = this.#limit === Infinity ? other : undefined;
    return found ?? this.#smallest(variants, height) ?? { type, tag: type.name, fieldsType: type };
  }
}

function isFixed(value: FieldValuePlan): boolean {
  return (value.kind === "simple" || value.kind === "enum") && value.constraint?.kind === "fixed";
}
