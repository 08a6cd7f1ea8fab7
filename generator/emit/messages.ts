import { bodyFields, outputFields } from "../plan/reach.js";
import type { HeadersPlan, InputPlan, OperationPlan, Plan } from "../plan/types.js";
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
  const fields = operations.flatMap(({ input, output, headers }) => [
    ...bodyFields(input.body),
    ...(output.kind === "record" ? outputFields(output) : []),
    ...[headers.input, headers.output].flatMap((each) => each?.elements.map(({ field }) => field) ?? []),
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

function statementsOf({ name, input, output, headers }: OperationPlan): readonly Statement[] {
  const types = [inputStatement(name, input)];
  if (output.kind === "record") {
    types.push(interfaceOf(output.typeName, [`Output of \`${name}\`.`], outputFields(output), here));
  }
  const { input: asked, output: answered } = headers;
  if (asked !== undefined) types.push(headersInterface(asked, `SOAP headers of a call of \`${name}\`.`));
  if (answered !== undefined)
    types.push(headersInterface(answered, `SOAP headers of an answer of \`${name}\`.`));
  return types;
}

function headersInterface({ typeName, elements }: HeadersPlan, doc: string): Statement {
  const fields = elements.map(({ field }) => ({ ...field, required: false }));
  return interfaceOf(typeName, [doc], fields, here);
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
