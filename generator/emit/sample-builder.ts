import { valuesOf } from "../plan/member-fields.js";
import { Heights } from "../plan/heights.js";
import { exampleItems } from "../plan/ordered-items.js";
import { bodyFields, outputFields, resultField } from "../plan/reach.js";
import type {
  AnyElementPlan,
  BodyPlan,
  ChoicePlan,
  EnumValuePlan,
  FieldPlan,
  ItemPlan,
  ListValuePlan,
  MemberPlan,
  OperationPlan,
  OutputPlan,
  Plan,
  RecordPlan,
  SimpleValuePlan,
  TypeNamePlan,
  ValuePlan,
  VariantPlan,
} from "../plan/types.js";
import { indented, key, member } from "./layout.js";
import { attachmentSample, importOf, sampleOf, textSample } from "./sample-values.js";
import { literal } from "./text.js";
import { leafOf, typeText } from "./ts-type.js";

/** Records inside of records; deeper ones are left out where they may be. */
const deepest = 12;
/** A longer record is left out where it may be. */
const mostLines = 200;

/** Builds expressions; a record becomes a constant, which stands before what holds it. */
export class Samples {
  readonly imports = new Set<string>();
  /** Modules of the records that have a constant; undefined for that of the main namespace. */
  readonly modules = new Set<string | undefined>();
  readonly #records: ReadonlyMap<string, RecordPlan>;
  /** URIs by their expressions. */
  readonly #namespaces: ReadonlyMap<string, string>;
  readonly #firstMembers: ReadonlyMap<string, string>;
  readonly #constants = new Map<string, string>();
  /** Lines of a record, those of the records in it included. */
  readonly #sizes = new Map<string, number>();
  /** Lines of the records that the one being written holds. */
  #lines = 0;
  /** Records around the one that is written: an optional field that leads back to one is left out. */
  readonly #around: string[] = [];
  readonly #heights: Heights;
  /** Values are smaller than this; finite in a smallest record, which holds nothing optional. */
  #limit = Infinity;

  constructor(plan: Plan) {
    this.#heights = new Heights(plan);
    this.#namespaces = new Map(plan.namespaces.map(({ constant, uri }) => [constant, uri]));
    this.#records = new Map(plan.records.map((record) => [record.type.unique, record]));
    this.#firstMembers = new Map(
      plan.enums.map(({ type, numeric, members: [first] }) => [
        type.unique,
        numeric ? String(Number(first?.value)) : literal(first?.value ?? ""),
      ]),
    );
  }

  /** By their names. */
  get constants(): ReadonlyMap<string, string> {
    return this.#constants;
  }

  /** False for an operation with a message that requires itself: it has no finite value. */
  isFinite({ input, output }: OperationPlan): boolean {
    const fields = [...bodyFields(input.body), ...outputFields(output)];
    return this.#heights.ofMembers(fields) < Infinity;
  }

  operation({ method, input, output }: OperationPlan): readonly string[] {
    const inputLines = property("input", this.#body(input.body));
    return [
      `${key(method)}: {`,
      ...indented([...inputLines, ...property("output", this.#output(output))]),
      "},",
    ];
  }

  #output(output: OutputPlan): readonly string[] {
    const field = resultField(output);
    if (field !== undefined)
      return field.repeated ? arrayOf([this.#value(field.value)]) : this.#value(field.value);
    return output.kind === "record" && output.body !== undefined ? this.#body(output.body) : ["undefined"];
  }

  #body(body: BodyPlan): readonly string[] {
    return body.kind === "bare" ? this.#value(body.field.value) : this.#object(body.fields);
  }

  #object(members: readonly MemberPlan[]): readonly string[] {
    const lines = members.flatMap((member) => this.#member(member));
    return lines.length === 0 ? ["{}"] : ["{", ...indented(lines), "}"];
  }

  /** Lines of the properties; an optional one is left out when it leads back or cannot be made up. */
  #member(member: MemberPlan): readonly string[] {
    if (member.kind === "choice") return this.#choice(member);
    const { value, required, nillable, property: name } = member;
    if (!required && this.#isLeftOut(member)) return [];
    if (nillable && !member.repeated && (this.#leadsBack(value) || this.#isTooLarge(value)))
      return [`${key(name)}: null,`];
    const before = this.#lines;
    const one = this.#value(value);
    if (!required && this.#lines - before > mostLines) {
      this.#lines = before;
      return [];
    }
    if (!member.repeated || value.kind === "items")
      return property(key(name), member.repeated ? arrayOf([this.#items(value)].flat()) : one);
    return property(key(name), arrayOf([one], 1, member.occurs?.min));
  }

  #isLeftOut({ kind, value }: FieldPlan): boolean {
    if (kind === "any" || kind === "attributes" || isFixed(value) || this.#limit < Infinity) return true;
    return this.#leadsBack(value) || this.#isTooLarge(value) || this.#isDeep(value);
  }

  #choice({ property: name, optional, branches }: ChoicePlan): readonly string[] {
    const branch = this.#branch(branches);
    if (optional && (branch === undefined || this.#limit < Infinity)) return [];
    const lines = this.#object(
      branch ?? this.#smallest(branches, (each) => this.#heights.ofMembers(each)) ?? [],
    );
    if (name !== undefined) return property(key(name), lines);
    return lines.slice(1, -1).map((line) => line.slice(2));
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
  #anyElement({ only, except }: AnyElementPlan): string {
    const [constant] = only ?? [];
    const namespace = constant === undefined ? "urn:any" : this.#namespaces.get(constant);
    if ((only === undefined && except.length === 0) || namespace === undefined) return 'element("any")';
    return `element("any", [], { namespace: ${literal(namespace)} })`;
  }

  /** Items in an order that the schema has; of each kind one where that will do. */
  #items(value: ValuePlan): readonly (readonly string[])[] {
    if (value.kind !== "items") return [];
    const isUsable = ({ field }: ItemPlan): boolean => !this.#isTooLarge(field.value);
    const isNew = (item: ItemPlan): boolean => isUsable(item) && !this.#leadsBack(item.field.value);
    const wanted = exampleItems(value, isNew);
    const items = wanted.every(isNew) ? wanted : exampleItems(value, isUsable);
    const texts = value.mixed ? [['"string"']] : [];
    return [...texts, ...items.map((item) => this.#item(item))];
  }

  #item({ tag, field }: ItemPlan): readonly string[] {
    const lines = property("value", this.#value(field.value));
    return ["{", ...indented([`name: ${literal(tag)},`, ...lines]), "}"];
  }

  /** A sample shows what a record is like, not all there is. */
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

  #simple(plan: SimpleValuePlan): readonly string[] {
    const { shape, sample, constant, typescript, constraint, mediaType } = plan;
    if (shape?.kind === "union") return this.#value(shape.members[0] ?? { kind: "content" });
    if (shape?.kind === "list") return [`[${this.#value(shape.item).join(" ")}]`];
    if (constant === "swaRef") return [attachmentSample(mediaType)];
    const text = constraint?.kind === "fixed" ? constraint.lexical : sample;
    const value = text === undefined ? undefined : textSample(constant, typescript, text);
    return [this.#imported(value ?? sampleOf(constant, typescript))];
  }

  #enum({ type, constraint }: EnumValuePlan): string {
    const first = this.#firstMembers.get(type.unique) ?? '""';
    if (constraint?.kind !== "fixed") return first;
    return first.startsWith('"') ? literal(constraint.lexical) : String(Number(constraint.lexical));
  }

  #value(value: ValuePlan): readonly string[] {
    switch (value.kind) {
      case "simple":
        return this.#simple(value);
      case "enum":
        return [this.#enum(value)];
      case "content":
        return [`[${this.#imported('element("any")')}]`];
      case "anyElement":
        return [this.#imported(this.#anyElement(value))];
      case "attributes":
        return ["[]"];
      case "items":
        return this.#items(value)[0] ?? ['""'];
      case "list":
        return this.#list(value);
      case "record": {
        const variant = this.#variant(value.type);
        const { type, tag } = variant;
        const isSmallest = this.#limit < Infinity || this.#around.includes(type.unique);
        const constant = isSmallest ? this.#smallestConstant(variant) : this.#constant(variant);
        const isDeclared = type.unique === value.type.unique;
        this.#lines += this.#sizes.get(type.unique) ?? 0;
        return [isDeclared ? constant : `{ $type: ${literal(tag)}, ...${constant} }`];
      }
    }
  }

  #imported(expression: string): string {
    const name = importOf(expression);
    if (name !== undefined) this.imports.add(name);
    return expression;
  }

  #list({ item, nillable, occurs }: ListValuePlan): readonly string[] {
    const isShort = this.#limit < Infinity || this.#leadsBack(item) || this.#isTooLarge(item);
    if (isShort && occurs.min === 0) return ["[]"];
    const one = nillable && isShort ? ["null"] : this.#value(item);
    return arrayOf([one], isShort ? 1 : 2, occurs.min);
  }

  /** Name of the constant of a record. */
  #constant({ type, fieldsType }: Variant): string {
    const { unique } = type;
    const constant = `${unique}Sample`;
    const record = this.#records.get(unique);
    if (record === undefined || this.#constants.has(constant)) return constant;
    this.#around.push(unique);
    const outside = this.#lines;
    this.#lines = 0;
    const lines = this.#object(record.allMembers);
    this.#sizes.set(unique, this.#lines + lines.length);
    this.#lines = outside;
    this.#around.pop();
    this.#declare(constant, fieldsType, lines);
    return constant;
  }

  /** Name of the constant of a record without anything optional, which ends a recursion. */
  #smallestConstant({ type, fieldsType }: Variant): string {
    const { unique } = type;
    const constant = `${unique}$SmallestSample`;
    const record = this.#records.get(unique);
    if (record === undefined || this.#constants.has(constant)) return constant;
    const outside = this.#limit;
    this.#limit = this.#heights.ofRecord(unique);
    const lines = this.#object(record.allMembers);
    this.#limit = outside;
    this.#declare(constant, fieldsType, lines);
    return constant;
  }

  #declare(constant: string, type: TypeNamePlan, [first = "", ...more]: readonly string[]): void {
    this.modules.add(type.module);
    const text = [`const ${constant}: ${typeText(type, "r.")} = ${first}`, ...more].join("\n");
    this.#constants.set(constant, `${text};`);
  }

  /**
   * The record itself, unless it is abstract, or the first derived one that is not around it and finite; else the
   * smallest.
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

type Variant = Omit<VariantPlan, "wire">;

/** More values than these are made when the sample is loaded. */
const mostWritten = 4;

/** An array; a single value of one line stands in it `times` times, any `least` times. */
function arrayOf(values: readonly (readonly string[])[], times = 1, least = 1): readonly string[] {
  const [only, ...others] = values;
  if (only === undefined) return ["[]"];
  if (others.length > 0) return ["[", ...indented(values.flatMap(closed)), "]"];
  const [item = "", ...more] = only;
  if (least > mostWritten) return [`Array.from({ length: ${least} }, () => ${item}`, ...more].map(ended);
  if (more.length === 0) return [`[${Array(Math.max(times, least)).fill(item).join(", ")}]`];
  return ["[", ...indented(Array<readonly string[]>(Math.max(least, 1)).fill(only).flatMap(closed)), "]"];
}

/** Closes the call that the last of the lines stands in. */
function ended(line: string, at: number, { length }: readonly string[]): string {
  return at === length - 1 ? `${line})` : line;
}

/** An element of an array that has a line for each. */
function closed(lines: readonly string[]): readonly string[] {
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""},`];
}

function isFixed(value: ValuePlan): boolean {
  return (value.kind === "simple" || value.kind === "enum") && value.constraint?.kind === "fixed";
}

function property(name: string, value: readonly string[]): readonly string[] {
  const [first = "", ...more] = value;
  if (more.length === 0) return member(name, first, 6);
  return [`${name}: ${first}`, ...more.slice(0, -1), `${more.at(-1) ?? ""},`];
}
