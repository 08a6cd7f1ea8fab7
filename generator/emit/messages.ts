import {
  outputFields,
  type HeadersPlan,
  type InputPlan,
  type OperationPlan,
} from "../plan/data/operations.js";
import { sourceEmitter } from "./emitter.js";
import type { Code } from "./printer/code.js";
import type { Declaration } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { interfaceOf } from "./records.js";
import { importedTypes } from "./type-text/references.js";
import { fieldType, type TypeReferences } from "./type-text/value-types.js";

/** One input per operation, for all its bindings; an output where a response holds several fields. */
export const messagesEmitter = sourceEmitter({
  id: "messages",
  write: (file, plan) => {
    const types = importedTypes(file, plan);
    for (const operation of plan.operations) file.print(...declarationsOf(file, operation, types));
  },
});

function declarationsOf(
  file: GeneratedFile,
  { name, input, output, headers }: OperationPlan,
  types: TypeReferences,
): readonly Declaration[] {
  const headersOf = (each: HeadersPlan | undefined, message: string): readonly Declaration[] => {
    const fields = each?.elements.map(({ field }) => ({ ...field, required: false })) ?? [];
    const doc = [`SOAP headers of ${message} of \`${name}\`.`];
    return each === undefined ? [] : [interfaceOf(file, each.typeName, doc, fields, types)];
  };
  const answered =
    output.kind === "record"
      ? [interfaceOf(file, output.typeName, [`Output of \`${name}\`.`], outputFields(output), types)]
      : [];
  return [
    inputDeclaration(file, name, input, types),
    ...answered,
    ...headersOf(headers.input, "a call"),
    ...headersOf(headers.output, "an answer"),
  ];
}

function inputDeclaration(
  file: GeneratedFile,
  name: string,
  { typeName, body }: InputPlan,
  types: TypeReferences,
): Declaration {
  const doc = [`Input of \`${name}\`.`];
  const alias = (about: readonly string[], type: Code): Declaration => ({
    kind: "alias",
    symbol: file.exported(typeName),
    doc: about,
    types: [type],
  });
  if (body.kind === "bare") return alias(doc, fieldType(body.field, types));
  if (body.fields.length > 0) return interfaceOf(file, typeName, doc, body.fields, types);
  return alias([`Input of \`${name}\`, which takes none.`], [types.global("Record"), "<string, never>"]);
}
