import { resultField } from "../plan/reach.js";
import type {
  BodyPlan,
  FieldPlan,
  OperationPlan,
  OutputPlan,
  Plan,
  RecordPlan,
  ServicePlan,
  TypeNamePlan,
  ValuePlan,
  VariantPlan,
} from "../plan/types.js";
import { apiImports, inputType, outputTypeOf } from "./api-types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importNames } from "./imports.js";
import { indented, key, listed, member } from "./layout.js";
import { importOf, sampleOf } from "./sample-values.js";
import { docLines, literal } from "./text.js";
import { sortedNames, typeText } from "./ts-type.js";

/** An input and an output of each operation. */
export const samplesEmitter = sourceEmitter({
  id: "samples",
  statements: (plan) => {
    const samples = new Samples(plan);
    const services = plan.services.flatMap((service) => serviceStatements(service, samples));
    return [
      ...importNames(plan.runtime.index, sortedNames(samples.imports)),
      ...apiImports(plan, {
        records: samples.modules.has(undefined),
        modules: new Set([...samples.modules].flatMap((module) => module ?? [])),
        imported: samples.imports,
      }),
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
  /** Modules of the records that have a constant; undefined for that of the main namespace. */
  readonly modules = new Set<string | undefined>();
  readonly #records: ReadonlyMap<string, RecordPlan>;
  readonly #firstMembers: ReadonlyMap<string, string>;
  readonly #constants = new Map<string, string>();
  /** Records around the one that is written: an optional field that leads back to one is left out. */
  readonly #around: string[] = [];

  constructor(plan: Plan) {
    this.#records = new Map(plan.records.map((record) => [record.type.unique, record]));
    this.#firstMembers = new Map(
      plan.enums.map(({ type, members }) => [type.unique, members[0]?.value ?? ""]),
    );
  }

  get constants(): readonly string[] {
    return [...this.#constants.values()];
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
    if (field !== undefined) return this.#value(field.value);
    return output.kind === "record" && output.body !== undefined ? this.#body(output.body) : ["undefined"];
  }

  #body(body: BodyPlan): readonly string[] {
    return body.kind === "bare" ? this.#value(body.field.value) : this.#object(body.fields);
  }

  #object(fields: readonly FieldPlan[]): readonly string[] {
    const lines = fields
      .filter((field) => !this.#leadsBack(field.value))
      .flatMap((field) => property(key(field.property), this.#value(field.value)));
    return lines.length === 0 ? ["{}"] : ["{", ...indented(lines), "}"];
  }

  #leadsBack(value: ValuePlan): boolean {
    if (value.kind === "list") return this.#leadsBack(value.item);
    return value.kind === "record" && this.#around.includes(this.#variant(value.type).type.unique);
  }

  #value(value: ValuePlan): readonly string[] {
    switch (value.kind) {
      case "simple":
        return [this.#imported(sampleOf(value.constant, value.typescript))];
      case "enum":
        return [literal(this.#firstMembers.get(value.type.unique) ?? "")];
      case "content":
        return [`[${this.#imported('element("any")')}]`];
      case "list": {
        const [item = "", ...more] = this.#value(value.item);
        return more.length === 0 ? [`[${item}, ${item}]`] : ["[", ...indented([item, ...more]), "]"];
      }
      case "record": {
        const { type, tag } = this.#variant(value.type);
        const constant = this.#constant(type);
        return [value.abstract ? `{ $type: ${literal(tag)}, ...${constant} }` : constant];
      }
    }
  }

  #imported(expression: string): string {
    const name = importOf(expression);
    if (name !== undefined) this.imports.add(name);
    return expression;
  }

  /** Name of the constant of a record. */
  #constant(type: TypeNamePlan): string {
    const { unique } = type;
    const constant = `${unique}Sample`;
    const record = this.#records.get(unique);
    if (record === undefined || this.#constants.has(unique)) return constant;
    this.modules.add(type.module);
    this.#around.push(unique);
    const lines = this.#object(record.allFields);
    this.#around.pop();
    const [first = "", ...more] = lines;
    const text = [`const ${constant}: ${typeText(type, "r.")} = ${first}`, ...more].join("\n");
    this.#constants.set(unique, `${text};`);
    return constant;
  }

  /** The record itself, or for an abstract one the first that is derived from it. */
  #variant(type: TypeNamePlan): Pick<VariantPlan, "type" | "tag"> {
    return this.#records.get(type.unique)?.variants[0] ?? { type, tag: type.name };
  }
}

function property(name: string, value: readonly string[]): readonly string[] {
  const [first = "", ...more] = value;
  if (more.length === 0) return member(name, first, 6);
  return [`${name}: ${first}`, ...more.slice(0, -1), `${more.at(-1) ?? ""},`];
}
