import { valuesOf } from "../plan/member-fields.js";
import { exampleItems } from "../plan/ordered-items.js";
import { resultField } from "../plan/reach.js";
import type {
  AnyElementPlan,
  BodyPlan,
  ChoicePlan,
  EnumValuePlan,
  ItemPlan,
  MemberPlan,
  OperationPlan,
  OutputPlan,
  Plan,
  RecordPlan,
  ServicePlan,
  SimpleValuePlan,
  TypeNamePlan,
  ValuePlan,
  VariantPlan,
} from "../plan/types.js";
import { apiImports, inputType, outputTypeOf } from "./api-types.js";
import { sourceEmitter } from "./emitter.js";
import { importNames } from "./imports.js";
import { indented, key, listed, member } from "./layout.js";
import { attachmentSample, importOf, sampleOf, textSample } from "./sample-values.js";
import { docLines, literal } from "./text.js";
import { leafOf, sortedNames, typeText } from "./ts-type.js";

/** An input and an output of each operation. */
export const samplesEmitter = sourceEmitter({
  id: "samples",
  statements: (plan) => {
    const samples = new Samples(plan);
    const services = plan.services.flatMap((service) => serviceStatements(service, samples));
    const constants = neededOf(samples.constants, services);
    const words = new Set([...constants, ...services].flatMap(wordsOf));
    const imports = new Set([...samples.imports].filter((name) => words.has(name)));
    return [
      ...importNames(plan.runtime.index, sortedNames(imports)),
      ...apiImports(plan, {
        records: samples.modules.has(undefined) && words.has("r"),
        modules: new Set(
          [...samples.modules].flatMap((module) => module ?? []).filter((name) => words.has(name)),
        ),
        imported: imports,
      }),
      sampleInterface,
      ...constants,
      ...services,
    ];
  },
});

/** Constants that others or the samples themselves name; each stands behind those that it names. */
function neededOf(constants: ReadonlyMap<string, string>, services: readonly string[]): readonly string[] {
  const words = new Set(services.flatMap(wordsOf));
  const needed: string[] = [];
  for (const [name, text] of [...constants].reverse()) {
    if (!words.has(name)) continue;
    needed.unshift(text);
    for (const word of wordsOf(text)) words.add(word);
  }
  return needed;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? [];
}

const sampleInterface = [
  "/** What an operation may be called with, and what it may answer. */",
  "export interface Sample<I, O> {",
  "  readonly input: I;",
  "  readonly output: O;",
  "}",
].join("\n");

function serviceStatements({ name, constant, operations }: ServicePlan, samples: Samples): readonly string[] {
  const typeName = `${constant}Samples`;
  const types = operations.flatMap((operation) =>
    sampleType(`readonly ${key(operation.method)}: Sample<`, [inputType(operation), outputTypeOf(operation)]),
  );
  const values = operations.flatMap((operation) => samples.operation(operation));
  const variable = `${constant.charAt(0).toLowerCase()}${constant.slice(1)}Samples`;
  return [
    [
      `/** One sample per method of ${name}. */`,
      `export interface ${typeName} {`,
      ...indented(types),
      "}",
    ].join("\n"),
    [
      ...docLines(["Texts read `string`, the rest is made up; every sample is valid."], 0),
      `export const ${variable}: ${typeName} = {`,
      ...indented(values),
      "};",
    ].join("\n"),
  ];
}

function sampleType(head: string, types: readonly string[]): string[] {
  const [first = "", ...broken] = listed(head, types, ">;", 2);
  return [first, ...broken.map((line, at) => (at === broken.length - 2 ? line.replace(/,$/, "") : line))];
}

/** Records inside of records; deeper ones are left out where they may be. */
const deepest = 12;
/** A longer record is left out where it may be. */
const mostLines = 200;

/** Builds expressions; a record becomes a constant, which stands before what holds it. */
class Samples {
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

  constructor(plan: Plan) {
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
    return new Map([...this.#constants].map(([unique, text]) => [`${unique}Sample`, text]));
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

  /** Lines of the properties; what need not be there is left out when it leads back or cannot be made up. */
  #member(member: MemberPlan): readonly string[] {
    if (member.kind === "choice") return this.#choice(member);
    const { kind, value, required, property: name } = member;
    if (!required && (kind === "any" || kind === "attributes" || isFixed(value))) return [];
    if (!required && (this.#leadsBack(value) || this.#isDeep(value))) return [];
    if (this.#leadsBack(value)) {
      if (member.repeated || value.kind === "list") return [`${key(name)}: [],`];
      if (member.nillable) return [`${key(name)}: null,`];
    }
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

  #choice({ property: name, optional, branches }: ChoicePlan): readonly string[] {
    const branch = branches.find((each) => !valuesOf(each).some((value) => this.#leadsBack(value)));
    if (branch === undefined && optional) return [];
    const lines = this.#object(branch ?? branches[0] ?? []);
    if (name !== undefined) return property(key(name), lines);
    return lines.slice(1, -1).map((line) => line.slice(2));
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
    const items = exampleItems(value, ({ field }) => !this.#leadsBack(field.value));
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
        return arrayOf([this.#value(value.item)], 2, value.occurs.min);
      case "record": {
        const { type, fieldsType, tag } = this.#variant(value.type);
        const constant = this.#constant(type, fieldsType);
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

  /** Name of the constant of a record. */
  #constant(type: TypeNamePlan, fieldsType: TypeNamePlan): string {
    const { unique } = type;
    const constant = `${unique}Sample`;
    const record = this.#records.get(unique);
    if (record === undefined || this.#constants.has(unique) || this.#around.includes(unique)) return constant;
    this.modules.add(type.module);
    this.#around.push(unique);
    const outside = this.#lines;
    this.#lines = 0;
    const lines = this.#object(record.allMembers);
    this.#sizes.set(unique, this.#lines + lines.length);
    this.#lines = outside;
    this.#around.pop();
    const [first = "", ...more] = lines;
    const text = [`const ${constant}: ${typeText(fieldsType, "r.")} = ${first}`, ...more].join("\n");
    this.#constants.set(unique, `${text};`);
    return constant;
  }

  /** The record itself, unless it is abstract, or the first derived one; one that is not around where there is any. */
  #variant(type: TypeNamePlan): Omit<VariantPlan, "wire"> {
    const variants = this.#records.get(type.unique)?.variants ?? [];
    const other = variants.find((variant) => !this.#around.includes(variant.type.unique));
    return other ?? variants[0] ?? { type, tag: type.name, fieldsType: type };
  }
}

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
