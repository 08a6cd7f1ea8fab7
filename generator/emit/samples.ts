import type { OperationPlan, ServicePlan } from "../plan/types.js";
import { apiImports, inputType, outputTypeOf } from "./api-types.js";
import { sourceEmitter } from "./emitter.js";
import { importNames } from "./imports.js";
import { indented, key, typeArguments } from "./layout.js";
import { Samples } from "./sample-builder.js";
import { docLines } from "./text.js";
import { sortedNames } from "./ts-type.js";

/** An input and an output of each operation. */
export const samplesEmitter = sourceEmitter({
  id: "samples",
  statements: (plan) => {
    const samples = new Samples(plan);
    const services = plan.services.flatMap((service) => serviceStatements(service, samples));
    const constants = neededOf(samples.constants, services);
    const words = new Set([...constants, ...services].flatMap(wordsOf));
    const imports = new Set([...samples.imports].filter((name) => words.has(name)));
    const finite = plan.operations.filter((operation) => samples.isFinite(operation));
    return [
      ...importNames(plan.runtime.index, sortedNames(imports)),
      ...apiImports(
        { ...plan, operations: finite },
        {
          records: samples.modules.has(undefined) && words.has("r"),
          modules: new Set(
            [...samples.modules].flatMap((module) => module ?? []).filter((name) => words.has(name)),
          ),
          imported: imports,
        },
      ),
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

function serviceStatements(
  { name, constant, operations: all }: ServicePlan,
  samples: Samples,
): readonly string[] {
  const operations = all.filter((operation) => samples.isFinite(operation));
  const endless = all.filter((operation) => !operations.includes(operation));
  const typeName = `${constant}Samples`;
  const types = operations.flatMap((operation) =>
    sampleType(`readonly ${key(operation.method)}: Sample<`, [inputType(operation), outputTypeOf(operation)]),
  );
  const values = operations.flatMap((operation) => samples.operation(operation));
  const variable = `${constant.charAt(0).toLowerCase()}${constant.slice(1)}Samples`;
  return [
    [
      ...docLines([`One sample per method of ${name}.`, ...withoutSample(endless)], 0),
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

function withoutSample(operations: readonly OperationPlan[]): readonly string[] {
  if (operations.length === 0) return [];
  const methods = operations.map(({ method }) => `\`${method}\``).join(", ");
  return [`Without a sample: ${methods}, of which a message requires itself and has no finite value.`];
}

function sampleType(head: string, types: readonly string[]): string[] {
  return typeArguments(head, types, ">;", 2);
}
