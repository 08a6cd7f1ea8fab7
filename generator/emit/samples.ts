import type { OperationPlan, ServicePlan } from "../plan/data/operations.js";
import { sourceEmitter } from "./emitter.js";
import {
  block,
  code,
  documented,
  key,
  member,
  openObject,
  typeArguments,
  value as asValue,
  type Code,
  type as asType,
  typing,
} from "./printer/code.js";
import type { CodePart } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { CodeForm } from "./sample/code-form.js";
import type { Sample } from "./sample/sample.js";
import { SampleBuilder } from "./sample/sample-builder.js";
import { ApiTypes } from "./type-text/api-types.js";

/** An input and an output of each operation. */
export const samplesEmitter = sourceEmitter({
  id: "samples",
  write: (file, plan) => {
    const types = new ApiTypes(file, plan);
    file.print({ kind: "code", print: () => sampleInterface(file) });
    // The constants that they refer to precede all services.
    const samples = new SampleBuilder(plan, new CodeForm(file, plan, types.types));
    file.print(...plan.services.flatMap((service) => serviceParts(file, types, service, samples)));
  },
});

function sampleInterface(file: GeneratedFile): Code {
  return documented(
    ["Sample inputs and outputs of the operations."],
    block(code`export interface ${asType(file.exported("Sample"))}<I, O>`, [
      "readonly input: I;",
      "readonly output: O;",
    ]),
  );
}

function serviceParts(
  file: GeneratedFile,
  types: ApiTypes,
  { name, samplesType, samplesConstant, operations: all }: ServicePlan,
  samples: SampleBuilder<Code>,
): readonly CodePart[] {
  const operations = all.filter((operation) => samples.isFinite(operation));
  const infinite = all.filter((operation) => !operations.includes(operation));
  const type = asType(file.exported(samplesType));
  const sample = asType(file.exported("Sample"));
  const members = operations.map((operation) =>
    typeArguments(
      code`readonly ${key(operation.method)}: ${sample}<`,
      [types.input(operation), types.output(operation)],
      ">;",
    ),
  );
  const values = operations.map(({ method, input, output }) =>
    openObject(`${key(method)}:`, [
      side("input", samples.input(input)),
      side("output", samples.output(output)),
    ]),
  );
  const declared = documented(
    [`One sample per method of ${name}.`, ...withoutSample(infinite)],
    members.length === 0 ? code`export interface ${type} {}` : block(code`export interface ${type}`, members),
  );
  const head = code`export const ${asValue(file.exported(samplesConstant))}${typing`: ${type}`} =`;
  const constant = documented(
    ["Texts read `string`, the rest is made up; every sample is valid."],
    values.length === 0 ? code`${head} {};` : openObject(head, values, "};"),
  );
  return [
    { kind: "code", print: () => declared },
    { kind: "code", print: () => constant, exported: samplesConstant },
  ];
}

function side(name: string, { made, lines }: Sample<Code>): Code {
  return lines === 1 ? member(name, made) : code`${name}: ${made}`;
}

function withoutSample(operations: readonly OperationPlan[]): readonly string[] {
  if (operations.length === 0) return [];
  const methods = operations.map(({ method }) => `\`${method}\``).join(", ");
  return [`Without a sample: ${methods}, of which a message requires itself and has no finite value.`];
}
