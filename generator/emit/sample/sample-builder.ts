/** Example messages. */
import { exampleItems } from "../../plan/data/example-items.js";
import { Heights } from "../../plan/data/heights.js";
import {
  valuesOf,
  type AnyElementPlan,
  type ChoicePlan,
  type FieldPlan,
  type ItemPlan,
  type ListValuePlan,
  type MemberPlan,
  type RecordValuePlan,
  type ValuePlan,
} from "../../plan/data/members.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import {
  bodyFields,
  outputFields,
  resultField,
  type BodyPlan,
  type OperationPlan,
  type OutputPlan,
} from "../../plan/data/operations.js";
import type { Plan } from "../../plan/data/plan.js";
import type { RecordPlan, VariantPlan } from "../../plan/data/records.js";
import { type EnumValuePlan, isResolved, type SimpleValuePlan } from "../../plan/data/simple-types.js";
import { code, key, list, object, openObject, value as asValue, type Code } from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { leafOf, type TypeReferences } from "../type-text/value-types.js";
import { objectOf, oneLine, openArray, property, type Sample } from "./sample.js";
import { isId, SampleIds } from "./sample-ids.js";
import {
  attachmentSample,
  nameSample,
  representedSample,
  sampleOf,
  textSample,
  type SampleNames,
} from "./simple-samples.js";

type Variant = Omit<VariantPlan, "wire">;

/** Records inside of records; deeper ones are left out where they may be. */
const deepest = 12;
/** A longer record is left out where it may be. */
const mostLines = 200;

/** More values than these are made when the sample is loaded. */
const mostWritten = 4;

/** Builds expressions; a record becomes a constant before the constants that refer to it. */
export class SampleBuilder {
  readonly #file: GeneratedFile;
  readonly #types: TypeReferences;
  readonly #names: SampleNames;
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #firstMembers: ReadonlyMap<string, string>;
  readonly #constants = new Map<string, ConstantSymbol>();
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

  constructor(file: GeneratedFile, plan: Plan, types: TypeReferences) {
    this.#file = file;
    this.#types = types;
    this.#names = {
      runtime: (name) => asValue(file.imported(name, plan.runtime)),
      global: (name) => asValue(file.global(name)),
    };
    this.#heights = new Heights(plan);
    this.#ids = new SampleIds(plan);
    this.#records = new Map(plan.records.map((record) => [record.type.unique, record]));
    this.#firstMembers = new Map(
      plan.enums.map(({ type, numeric, members: [first] }) => [
        type.unique,
        numeric ? String(Number(first?.value)) : literal(first?.value ?? ""),
      ]),
    );
  }

  /** False for an operation with a message that requires itself: it has no finite value. */
  isFinite({ input, output }: OperationPlan): boolean {
    const fields = [...bodyFields(input.body), ...outputFields(output)];
    return this.#heights.ofMembers(fields) < Infinity;
  }

  /** The property of an operation among the samples of its service. */
  operation({ method, input, output }: OperationPlan): Code {
    const messages = [
      this.#message("input", () => this.#body(input.body)),
      this.#message("output", () => this.#output(output)),
    ];
    return openObject(
      `${key(method)}:`,
      messages.map((each) => each.code),
    );
  }

  #message(side: "input" | "output", make: () => Sample): Sample {
    this.#ids.restart();
    return property(side, make());
  }

  #output(output: OutputPlan): Sample {
    const field = resultField(output);
    if (field !== undefined)
      return field.repeated ? this.#arrayOf(() => this.#value(field.value)) : this.#value(field.value);
    return output.kind === "record" && output.body !== undefined
      ? this.#body(output.body)
      : oneLine("undefined");
  }

  #body(body: BodyPlan): Sample {
    return body.kind === "bare" ? this.#value(body.field.value) : this.#object(body.fields);
  }

  #object(members: readonly MemberPlan[]): Sample {
    return objectOf(members.flatMap((each) => this.#member(each)));
  }

  /** Properties of a member; an optional one is left out when it leads back or cannot be made up. */
  #member(given: MemberPlan): readonly Sample[] {
    if (given.kind === "choice") return this.#choice(given);
    const { value, required, nillable, repeated, occurs } = given;
    const name = key(given.property);
    if (!required && this.#isLeftOut(given)) return [];
    if (nillable && !repeated && (this.#leadsBack(value) || this.#isTooLarge(value)))
      return [oneLine(`${name}: null`)];
    const before = this.#lines;
    const made = (): Sample => this.#value(value);
    const array = value.kind === "items" ? () => openArray(this.#items(value)) : undefined;
    const one = repeated ? (array?.() ?? this.#arrayOf(made, 1, occurs?.min)) : made();
    if (!required && this.#lines - before + one.lines > mostLines) {
      this.#lines = before;
      return [];
    }
    return [property(name, one)];
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

  #choice({ property: name, optional, branches }: ChoicePlan): readonly Sample[] {
    const branch = this.#branch(branches);
    if (optional && (branch === undefined || this.#limit < Infinity)) return [];
    const chosen = branch ?? this.#smallest(branches, (each) => this.#heights.ofMembers(each)) ?? [];
    const properties = chosen.flatMap((each) => this.#member(each));
    return name === undefined ? properties : [property(key(name), objectOf(properties))];
  }

  /** The first branch that does not lead back. */
  #branch(branches: ChoicePlan["branches"]): readonly MemberPlan[] | undefined {
    return branches.find(
      (each) =>
        this.#heights.ofMembers(each) < this.#limit &&
        !valuesOf(each).some((value) => this.#leadsBack(value)),
    );
  }

  #smallest<T>(all: readonly T[], height: (each: T) => number): T | undefined {
    const least = Math.min(...all.map(height));
    return all.find((each) => height(each) === least);
  }

  /** An element that the wildcard admits. */
  #anyElement({ only, except }: AnyElementPlan): Code {
    const element = this.#names.runtime("element");
    const [namespace = "urn:any"] = only ?? [];
    if ((only === undefined && except.length === 0) || namespace === "") return code`${element}("any")`;
    return list(code`${element}(`, ['"any"', "[]", object("", [`namespace: ${literal(namespace)}`])], ")");
  }

  /** Items in an order that the schema has; of each kind one where that will do. */
  #items(value: ValuePlan): readonly Sample[] {
    if (value.kind !== "items") return [];
    const isUsable = ({ field }: ItemPlan): boolean => !this.#isTooLarge(field.value);
    const isNew = (item: ItemPlan): boolean => isUsable(item) && !this.#leadsBack(item.field.value);
    const wanted = exampleItems(value, isNew);
    const items = wanted.every(isNew) ? wanted : exampleItems(value, isUsable);
    const texts = value.mixed ? [oneLine('"string"')] : [];
    return [...texts, ...items.map((item) => this.#item(item))];
  }

  #item({ tag, field }: ItemPlan): Sample {
    return objectOf([oneLine(`name: ${literal(tag)}`), property("value", this.#value(field.value))]);
  }

  /** A sample illustrates a record; it need not be complete. */
  #isDeep(value: ValuePlan): boolean {
    const leaf = leafOf(value);
    const isKnown = leaf.kind !== "record" || this.#constants.has(leaf.type.unique);
    return !isKnown && this.#around.length >= deepest;
  }

  /** True for a value that has to be infinite, or larger than the record it is to be in. */
  #isTooLarge(value: ValuePlan): boolean {
    return this.#heights.of(value) >= this.#limit;
  }

  #leadsBack(value: ValuePlan): boolean {
    if (value.kind === "list") return this.#leadsBack(value.item);
    return value.kind === "record" && this.#around.includes(this.#variant(value.type).type.unique);
  }

  #simple(plan: SimpleValuePlan): Code {
    const { shape, sample, constant, typescript, constraint, mediaType } = plan;
    if (shape?.kind === "union") return this.#value(shape.members[0] ?? { kind: "content" }).code;
    if (shape?.kind === "list") return list("[", [this.#value(shape.item).code], "]");
    if (isId(plan)) return this.#id(plan);
    if (constant === "swaRef") return attachmentSample(this.#names, mediaType);
    const text = constraint?.kind === "fixed" ? constraint.lexical : sample;
    if (isResolved(plan)) return nameSample(plan.represented?.names?.prefixes ?? [], text);
    if (text === undefined && plan.represented !== undefined)
      return representedSample(this.#names, constant, typescript);
    return text === undefined
      ? sampleOf(this.#names, constant, typescript)
      : textSample(this.#names, constant, typescript, text);
  }

  #id(plan: SimpleValuePlan): Code {
    const text = this.#ids.textOf(plan);
    return textSample(this.#names, plan.constant, plan.typescript, text);
  }

  #enum({ type, constraint }: EnumValuePlan): string {
    const first = this.#firstMembers.get(type.unique) ?? '""';
    if (constraint?.kind !== "fixed") return first;
    return first.startsWith('"') ? literal(constraint.lexical) : String(Number(constraint.lexical));
  }

  #value(value: ValuePlan): Sample {
    switch (value.kind) {
      case "simple":
        return oneLine(this.#simple(value));
      case "enum":
        return oneLine(this.#enum(value));
      case "content":
        return oneLine(code`[${this.#names.runtime("element")}("any")]`);
      case "anyType":
        return oneLine(object("", ['$type: "xs:string"', 'value: "string"']));
      case "anyElement":
        return oneLine(this.#anyElement(value));
      case "attributes":
      case "prefixes":
        return oneLine("[]");
      case "items":
        return this.#items(value)[0] ?? oneLine('""');
      case "list":
        return this.#list(value);
      case "record":
        return this.#record(value);
    }
  }

  #list({ dimensions = 1, ...value }: ListValuePlan): Sample {
    const row = this.#row(value);
    return Array.from({ length: dimensions - 1 }).reduce<Sample>((inner) => this.#arrayOf(() => inner), row);
  }

  #row({ item, nillable, occurs }: ListValuePlan): Sample {
    const isShort = this.#limit < Infinity || this.#leadsBack(item) || this.#isTooLarge(item);
    if (isShort && occurs.min === 0) return oneLine("[]");
    const one = (): Sample => (nillable && isShort ? oneLine("null") : this.#value(item));
    return this.#arrayOf(one, isShort || item.kind === "list" ? 1 : 2, occurs.min);
  }

  /** An array of values: `times` of them if they fit on one line, otherwise `least`. */
  #arrayOf(make: () => Sample, times = 1, least = 1): Sample {
    const one = make();
    if (least > mostWritten) {
      const array = this.#names.global("Array");
      const made = code`${array}.from({ length: ${String(least)} }, () => ${one.code})`;
      return { code: made, lines: one.lines };
    }
    const length = Math.max(one.lines > 1 ? 1 : times, least);
    const items = Array.from({ length }, (_, at) => (at === 0 ? one : make()));
    return one.lines > 1
      ? openArray(items)
      : oneLine(
          list(
            "[",
            items.map((item) => item.code),
            "]",
          ),
        );
  }

  #record({ type: declared }: RecordValuePlan): Sample {
    const variant = this.#variant(declared);
    const { type, tag } = variant;
    const isSmallest = this.#limit < Infinity || this.#around.includes(type.unique);
    if (this.#ids.areIn(type.unique)) {
      const members = isSmallest ? this.#smallestMembers(type) : this.#members(type);
      return objectOf(
        type.unique === declared.unique ? members : [oneLine(`$type: ${literal(tag)}`), ...members],
      );
    }
    const constant = asValue(isSmallest ? this.#smallestConstant(variant) : this.#constant(variant));
    this.#lines += this.#sizes.get(type.unique) ?? 0;
    if (type.unique === declared.unique) return oneLine(constant);
    return oneLine(object("", [`$type: ${literal(tag)}`, code`...${constant}`]));
  }

  #constant(variant: Variant): ConstantSymbol {
    const { unique } = variant.type;
    const name = `${unique}Sample`;
    const known = this.#constants.get(name);
    if (known !== undefined) return known;
    const outside = this.#lines;
    this.#lines = 0;
    const { code: made, lines } = objectOf(this.#members(variant.type));
    this.#sizes.set(unique, this.#lines + lines);
    this.#lines = outside;
    return this.#declare(name, variant.fieldsType, made);
  }

  /** The constant of a record without anything optional, which ends a recursion. */
  #smallestConstant(variant: Variant): ConstantSymbol {
    const { unique } = variant.type;
    const name = `${unique}$SmallestSample`;
    const known = this.#constants.get(name);
    if (known !== undefined) return known;
    const { code: made } = objectOf(this.#smallestMembers(variant.type));
    return this.#declare(name, variant.fieldsType, made);
  }

  #members({ unique }: TypeNamePlan): readonly Sample[] {
    this.#around.push(unique);
    const made = this.#membersOf(unique).flatMap((each) => this.#member(each));
    this.#around.pop();
    return made;
  }

  #smallestMembers({ unique }: TypeNamePlan): readonly Sample[] {
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

  #declare(name: string, type: TypeNamePlan, made: Code): ConstantSymbol {
    const constant = this.#file.constant(
      name,
      (self) => code`const ${asValue(self)}: ${this.#types.record(type)} = ${made};`,
    );
    this.#constants.set(name, constant);
    return constant;
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

function isFixed(value: ValuePlan): boolean {
  return (value.kind === "simple" || value.kind === "enum") && value.constraint?.kind === "fixed";
}
