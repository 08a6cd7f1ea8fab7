import type {
  FieldPlan,
  OperationPlan,
  OutputPlan,
  Plan,
  RecordPlan,
  ServicePlan,
  ValuePlan,
} from "../plan/types.js";
import { apiImports, inputType, outputTypeOf } from "./api-types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importNames } from "./imports.js";
import { indented, key, listed, member } from "./layout.js";
import { importOf, sampleOf } from "./sample-values.js";
import { docLines, literal } from "./text.js";
import { sortedNames } from "./ts-type.js";

/** An input and an output of each operation. */
export const samplesEmitter = sourceEmitter({
  id: "samples",
  statements: (plan) => {
    const samples = new Samples(plan);
    const services = plan.services.flatMap((service) => serviceStatements(service, samples));
    return [
      ...importNames(plan.runtime.index, sortedNames(samples.imports)),
      ...apiImports(plan, { records: samples.constants.length > 0, imported: samples.imports }),
      sampleInterface,
      ...samples.constants,
      ...services,
    ];
  },
});

const sampleInterface = [
  "/** What an operation may be called with, and what it may answer. */",
  "export interface Sample<I, O> {",
  "  readonly input: I;",
  "  readonly output: O;",
  "}",
].join("\n");

function serviceStatements(
  { name, constant, operations }: ServicePlan,
  samples: Samples,
): readonly Statement[] {
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

/** Builds expressions; a record becomes a constant, which stands before what holds it. */
class Samples {
  readonly imports = new Set<string>();
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #firstMembers: ReadonlyMap<string, string>;
  readonly #constants = new Map<string, string>();
  /** Records around the one that is written: an optional field that leads back to one is left out. */
  readonly #around: string[] = [];

  constructor(plan: Plan) {
    this.#records = new Map(plan.records.map((record) => [record.name, record]));
    this.#firstMembers = new Map(plan.enums.map(({ name, members }) => [name, members[0]?.value ?? ""]));
  }

  get constants(): readonly string[] {
    return [...this.#constants.values()];
  }

  operation({ method, input, output }: OperationPlan): readonly string[] {
    const inputLines = property("input", this.#object(input.fields));
    return [
      `${key(method)}: {`,
      ...indented([...inputLines, ...property("output", this.#output(output))]),
      "},",
    ];
  }

  #output(output: OutputPlan): readonly string[] {
    if (output.kind === "nothing") return ["undefined"];
    return output.kind === "value" ? this.#value(output.field.value) : this.#object(output.fields);
  }

  #object(fields: readonly FieldPlan[]): readonly string[] {
    const lines = fields
      .filter((field) => !this.#leadsBack(field.value))
      .flatMap((field) => property(key(field.property), this.#value(field.value)));
    return lines.length === 0 ? ["{}"] : ["{", ...indented(lines), "}"];
  }

  #leadsBack(value: ValuePlan): boolean {
    if (value.kind === "list") return this.#leadsBack(value.item);
    return value.kind === "record" && this.#around.includes(this.#variant(value.name).name);
  }

  #value(value: ValuePlan): readonly string[] {
    switch (value.kind) {
      case "simple":
        return [this.#imported(sampleOf(value.constant, value.typescript))];
      case "enum":
        return [literal(this.#firstMembers.get(value.name) ?? "")];
      case "content":
        return [`[${this.#imported('element("any")')}]`];
      case "list": {
        const [item = "", ...more] = this.#value(value.item);
        return more.length === 0 ? [`[${item}, ${item}]`] : ["[", ...indented([item, ...more]), "]"];
      }
      case "record": {
        const { name } = this.#variant(value.name);
        const constant = this.#constant(name);
        return [value.abstract ? `{ $type: ${literal(name)}, ...${constant} }` : constant];
      }
    }
  }

  #imported(expression: string): string {
    const name = importOf(expression);
    if (name !== undefined) this.imports.add(name);
    return expression;
  }

  /** Name of the constant of a record. */
  #constant(name: string): string {
    const constant = `${name}Sample`;
    const record = this.#records.get(name);
    if (record === undefined || this.#constants.has(name)) return constant;
    this.#around.push(name);
    const lines = this.#object(record.allFields);
    this.#around.pop();
    const [first = "", ...more] = lines;
    const text = [`const ${constant}: r.${name} = ${first}`, ...more].join("\n");
    this.#constants.set(name, `${text};`);
    return constant;
  }

  /** The record itself, or for an abstract one the first that is derived from it. */
  #variant(name: string): { readonly name: string } {
    return this.#records.get(name)?.variants[0] ?? { name };
  }
}

function property(name: string, value: readonly string[]): readonly string[] {
  const [first = "", ...more] = value;
  if (more.length === 0) return member(name, first, 6);
  return [`${name}: ${first}`, ...more.slice(0, -1), `${more.at(-1) ?? ""},`];
}
