import { bodyFields, outputFields } from "../plan/reach.js";
import type { InputPlan, OperationPlan, Plan } from "../plan/types.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importTypeModules, importTypes } from "./imports.js";
import { assigned } from "./layout.js";
import { interfaceOf } from "./records.js";
import { docLines } from "./text.js";
import { enumTypes, fieldType, recordTypes, runtimeTypes, typeModules, type Qualifiers } from "./ts-type.js";

/** One input per operation, for all its bindings; an output where a response holds several fields. */
export const messagesEmitter = sourceEmitter({
  id: "messages",
  statements: messageStatements,
});

const here: Qualifiers = { enums: "", records: "" };

function messageStatements(plan: Plan): readonly Statement[] {
  const { operations, runtime } = plan;
  const fields = operations.flatMap(({ input, output }) => [
    ...bodyFields(input.body),
    ...(output.kind === "record" ? outputFields(output) : []),
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
  const inputType = inputStatement(name, input);
  if (output.kind !== "record") return [inputType];
  return [inputType, interfaceOf(output.typeName, [`Output of \`${name}\`.`], outputFields(output), here)];
}

function inputStatement(name: string, { typeName, body }: InputPlan): Statement {
  const doc = [`Input of \`${name}\`.`];
  if (body.kind === "bare") return typeAlias(typeName, doc, fieldType(body.field, here));
  if (body.fields.length > 0) return interfaceOf(typeName, doc, body.fields, here);
  return typeAlias(typeName, [`Input of \`${name}\`, which takes none.`], "Record<string, never>");
}

function typeAlias(name: string, doc: readonly string[], type: string): string {
  return [...docLines(doc, 0), ...assigned(`export type ${name} =`, type)].join("\n");
}
