import { outputFields } from "../plan/reach.js";
import type { OperationPlan, Plan } from "../plan/types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importTypeModules, importTypes } from "./imports.js";
import { interfaceOf } from "./records.js";
import { docLines } from "./text.js";
import { enumTypes, recordTypes, runtimeTypes, typeModules, type Qualifiers } from "./ts-type.js";

/** One input per operation, for all its bindings; an output where a response holds several fields. */
export const messagesEmitter = sourceEmitter({
  id: "messages",
  statements: messageStatements,
});

const here: Qualifiers = { enums: "", records: "" };

function messageStatements(plan: Plan): readonly Statement[] {
  const { operations, runtime } = plan;
  const fields = operations.flatMap(({ input, output }) => [
    ...input.fields,
    ...(output.kind === "fields" ? outputFields(output) : []),
  ]);
  const values = fields.map(({ value }) => value);
  return [
    ...importTypes(runtime.index, runtimeTypes(values)),
    ...importTypes("./enums.js", enumTypes(values)),
    ...importTypes("./records.js", recordTypes(values)),
    ...importTypeModules(plan, typeModules(values)),
    ...operations.flatMap(statementsOf),
  ];
}

function statementsOf({ name, input, output }: OperationPlan): readonly Statement[] {
  const inputDoc = [`Input of \`${name}\`.`];
  const inputType =
    input.fields.length === 0
      ? [
          ...docLines([`Input of \`${name}\`, which takes none.`], 0),
          `export type ${input.typeName} = Record<string, never>;`,
        ].join("\n")
      : interfaceOf(input.typeName, inputDoc, input.fields, here);
  if (output.kind !== "fields") return [inputType];
  return [inputType, interfaceOf(output.typeName, [`Output of \`${name}\`.`], output.fields, here)];
}
