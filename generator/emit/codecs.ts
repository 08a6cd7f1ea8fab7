import { outputFields } from "../plan/reach.js";
import type {
  CodecsPlan,
  EnumPlan,
  ListPlan,
  OperationPlan,
  PatternPlan,
  Plan,
  RecordPlan,
  ValuePlan,
  VariantPlan,
} from "../plan/types.js";
import { nameConstant, typeConstant } from "./codec-names.js";
import {
  answerFunctions,
  hasInstanceNamespaces,
  instanceNamespaces,
  readForm,
  writeForm,
} from "./codec-form.js";
import { readChoice, readInput, readList, readOutput, readRecord } from "./codec-read.js";
import { writeChoice, writeInput, writeList, writeNothing, writeOutput, writeRecord } from "./codec-write.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importModule, importNames } from "./imports.js";
import { listed, object } from "./layout.js";
import { literal } from "./text.js";
import { leafOf, runtimeTypes, sortedNames } from "./ts-type.js";

const messageFunctions = [readInput, writeInput, readOutput, writeOutput, readForm, writeForm];

/** Straight-line functions that read and write every record and message. */
export const codecsEmitter = sourceEmitter({
  id: "codecs",
  statements: (plan) => [...codecImports(plan), ...codecStatements(plan)],
});

function codecStatements({ codecs, operations }: Plan): readonly string[] {
  const hasEmpty = operations.some(holdsNothing);
  return [
    `const namespace = ${literal(codecs.namespace)};`,
    ...(codecs.answers.some(hasInstanceNamespaces) ? [instanceNamespaces] : []),
    codecs.typeNames.map(typeName).join("\n"),
    codecs.enums.map(enumType).join("\n"),
    codecs.patterns.map(patternType).join("\n"),
    ...codecs.reads.map((type) => (isList(type) ? readList(type) : readRecord(type))),
    ...codecs.chosenReads.map(readChoice),
    ...codecs.writes.map((type) => (isList(type) ? writeList(type) : writeRecord(type))),
    ...codecs.chosenWrites.map(writeChoice),
    ...operations.flatMap((operation) => messageFunctions.map((functionOf) => functionOf(operation))),
    ...codecs.answers.flatMap(answerFunctions),
    ...(hasEmpty ? [`export ${writeNothing}`] : []),
  ].filter((statement): statement is string => statement !== undefined && statement !== "");
}

/** True for an operation of which some message has no content. */
function holdsNothing({ input, output, http }: OperationPlan): boolean {
  const flat = http !== undefined && (http.parameters.length === 0 || http.answer.value === undefined);
  return flat || input.fields.length === 0 || output.kind === "nothing";
}

function typeName({ name, wire }: VariantPlan): string {
  const head = `const ${nameConstant(name)}: QualifiedName = `;
  return object(head, ["namespace", `name: ${literal(wire.name)}`]).join("\n");
}

function enumType({ name }: EnumPlan): string {
  const head = `const ${typeConstant({ kind: "enum", name })} = enumeration(`;
  return listed(head, [literal(name), `enums.${name}`], ");").join("\n");
}

function patternType({ name, base, expression }: PatternPlan): string {
  const matching = `new RegExp(${literal(expression)}, "v")`;
  return listed(`const ${name}Type = pattern(`, [literal(name), typeConstant(base), matching], ");").join(
    "\n",
  );
}

function isList(type: RecordPlan | ListPlan): type is ListPlan {
  return "itemName" in type;
}

function codecImports({ codecs, runtime, operations }: Plan): readonly Statement[] {
  const values = codecValues(codecs, operations);
  const http = operations.some(
    (operation) => operation.http !== undefined && operation.http.parameters.length > 0,
  );
  const has = (condition: boolean, name: string): readonly string[] => (condition ? [name] : []);
  const constants = [
    ...values.flatMap((value) => (value.kind === "simple" ? [value.constant] : [])),
    ...has(codecs.enums.length > 0, "enumeration"),
    ...has(codecs.patterns.length > 0, "pattern"),
  ];
  const types = [
    ...runtimeTypes(values),
    ...has(http, "FormReader"),
    ...has(http, "FormWriter"),
    ...has(codecs.typeNames.length > 0, "QualifiedName"),
    ...has(codecs.chosenReads.length > 0, "TypeReader"),
    "XmlReader",
    ...has(values.length > 0, "XmlWriter"),
  ];
  const hasRecords = [...codecs.reads, ...codecs.writes].some((type) => !isList(type));
  return [
    ...importNames(runtime.codec, [
      ...sortedNames(constants),
      ...sortedNames(types).map((name) => `type ${name}`),
    ]),
    ...(codecs.enums.length > 0 ? [importModule("enums", "./enums.js", false)] : []),
    importModule("messages", "./messages.js", true),
    ...(hasRecords ? [importModule("records", "./records.js", true)] : []),
  ];
}

/** What the functions read or write, items of lists in the place of the lists. */
function codecValues({ reads }: CodecsPlan, operations: readonly OperationPlan[]): readonly ValuePlan[] {
  const fields = operations.flatMap(({ input, output }) => [...input.fields, ...outputFields(output)]);
  const declared = reads.flatMap((type) =>
    isList(type) ? [type.item] : type.allFields.map(({ value }) => value),
  );
  return [...declared, ...fields.map(({ value }) => value)].map(leafOf);
}
