import { valuesOf } from "../plan/member-fields.js";
import { bodyFields, outputFields } from "../plan/reach.js";
import type {
  ConstraintPlan,
  ListPlan,
  OperationPlan,
  Plan,
  RecordPlan,
  ValuePlan,
  VariantPlan,
} from "../plan/types.js";
import { nameConstant } from "./codec-names.js";
import {
  answerFunctions,
  hasInstanceNamespaces,
  instanceNamespaces,
  readForm,
  writeForm,
} from "./codec-form.js";
import { elementFunctions, readInput, readOutput, writeInput, writeOutput } from "./codec-message.js";
import { readChoice, readList } from "./codec-read.js";
import { readRecord } from "./codec-record.js";
import { enumConstant, narrowedConstant, pure, runtimeConstants } from "./codec-simple.js";
import { writeChoice, writeList, writeNothing } from "./codec-write.js";
import { writeRecord } from "./codec-write-members.js";
import { sourceEmitter, type Statement } from "./emitter.js";
import { importModule, importNames } from "./imports.js";
import { listed, object } from "./layout.js";
import { namespaceConstants, namespaceMember, prefixList } from "./namespaces.js";
import { literal } from "./text.js";
import { leafOf, sortedNames } from "./ts-type.js";
import { typeModulesOf } from "./types.js";

const messageFunctions = [readInput, writeInput, readOutput, writeOutput, readForm, writeForm];

/** Straight-line functions that read and write every record and message. */
export const codecsEmitter = sourceEmitter({
  id: "codecs",
  statements: (plan) => {
    const statements = codecStatements(plan);
    return [...codecImports(plan, statements), ...namespaceConstants(plan, statements), ...statements];
  },
});

function codecStatements(plan: Plan): readonly string[] {
  const { codecs, operations, elements, prefixes } = plan;
  const hasEmpty = operations.some(holdsNothing);
  return [
    ...answerConstants(plan),
    codecs.typeNames.map(typeName).join("\n"),
    codecs.enums.map(enumConstant).join("\n"),
    codecs.narrowed.map(narrowedConstant).join("\n"),
    codecs.constraints.map(constraintType).join("\n"),
    ...codecs.reads.map((type) => (isList(type) ? readList(type) : readRecord(type))),
    ...codecs.chosenReads.map(readChoice),
    ...codecs.writes.map((type) => (isList(type) ? writeList(type) : writeRecord(type))),
    ...codecs.chosenWrites.map(writeChoice),
    ...elements.flatMap(elementFunctions),
    ...operations.flatMap((operation) => messageFunctions.map((functionOf) => functionOf(operation))),
    ...codecs.answers.flatMap((answer) => answerFunctions(answer, { prefixes })),
    ...(hasEmpty ? [`export ${writeNothing}`] : []),
  ].filter((statement): statement is string => statement !== undefined && statement !== "");
}

/** What the root elements of answers declare. */
function answerConstants({ codecs: { answers }, prefixes }: Plan): readonly string[] {
  if (prefixes.length === 0) return answers.some(hasInstanceNamespaces) ? [instanceNamespaces] : [];
  const isNeeded = answers.some(({ root, value }) => root !== undefined && value !== undefined);
  return isNeeded ? [prefixList("const prefixes = [", prefixes)] : [];
}

/** True for an operation of which some message has no content. */
function holdsNothing({ input, output, http }: OperationPlan): boolean {
  const isEmptyForm = http?.parameters?.length === 0;
  const isEmptyAnswer = http?.answer !== undefined && http.answer.value === undefined;
  return isEmptyForm || isEmptyAnswer || bodyFields(input.body).length === 0 || output.kind === "nothing";
}

function typeName({ type, wire }: Pick<VariantPlan, "type" | "wire">): string {
  const head = `const ${nameConstant(type)}: QualifiedName = `;
  return object(head, [namespaceMember(wire.constant), `name: ${literal(wire.name)}`]).join("\n");
}

function constraintType({ name, kind, lexical, base }: ConstraintPlan): string {
  const wrap = kind === "default" ? "withDefault" : "withFixed";
  return listed(`const ${name} = ${pure}${wrap}(`, [base, literal(lexical)], ");").join("\n");
}

function isList(type: RecordPlan | ListPlan): type is ListPlan {
  return "item" in type;
}

function codecImports(plan: Plan, statements: readonly string[]): readonly Statement[] {
  const { codecs, runtime } = plan;
  const used = namesIn(statements);
  const has = (condition: boolean, name: string): readonly string[] => (condition ? [name] : []);
  const constants = [
    ...codecValues(plan).flatMap((value) =>
      value.kind === "simple" && value.narrowed === undefined ? [value.constant] : [],
    ),
    ...has(codecs.enums.length > 0, "enumeration"),
    ...codecs.enums.flatMap(({ base }) => has(base !== "string", base)),
    ...codecs.narrowed.flatMap(runtimeConstants),
    ...has(used.has("withDefault"), "withDefault"),
    ...has(used.has("withFixed"), "withFixed"),
  ];
  const code = statements.map(withoutLiterals).join("\n");
  const types = runtimeTypeNames.filter((name) => isTypeIn(code, name));
  const enums = new Set(codecs.enums.map(({ type }) => type.module));
  return [
    ...importNames(runtime.codec, [
      ...sortedNames(constants),
      ...sortedNames(types).map((name) => `type ${name}`),
    ]),
    ...(enums.has(undefined) ? [importModule("enums", "./enums.js", false)] : []),
    importModule("messages", "./messages.js", true),
    ...(used.has("records") ? [importModule("records", "./records.js", true)] : []),
    ...typeModulesOf(plan)
      .filter(({ alias }) => used.has(alias))
      .map(({ alias, path }) => importModule(alias, `./${path}.js`, !enums.has(alias))),
  ];
}

/** Types of the runtime that codecs name. */
const runtimeTypeNames: readonly string[] =
  "Decimal FormReader FormWriter Guid QualifiedName SimpleList SoapAttachment TypeReader XmlAttribute XmlContent XmlElement XmlReader XmlWriter XsdDateTime".split(
    " ",
  );

function withoutLiterals(text: string): string {
  return text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
}

/** True for a name that stands where a type does: a variable may have the name too. */
function isTypeIn(code: string, name: string): boolean {
  return new RegExp(`(?:: |<|\\| |readonly |\\()${name}(?=[\\s,;)<>[|])(?! (?:\\?\\?|===|!==))`).test(code);
}

/** Words of these statements outside of literals; of those behind a dot only the one in front of it. */
function namesIn(statements: readonly string[]): ReadonlySet<string> {
  const code = statements.map(withoutLiterals);
  return new Set(code.flatMap((text) => text.match(/(?<![\w$.])[A-Za-z_$][\w$]*(?!\s*:)(?![\w$])/g) ?? []));
}

/** What the functions read or write, items of lists in the place of the lists. */
function codecValues({ codecs: { reads }, operations, elements }: Plan): readonly ValuePlan[] {
  const messageFields = operations.flatMap(({ input, output }) => [
    ...bodyFields(input.body),
    ...outputFields(output),
  ]);
  const inDocument = messageFields.filter(({ kind }) => kind !== "attachment");
  const fields = [...inDocument, ...elements.map(({ field }) => field)];
  const declared = reads.flatMap((type) => (isList(type) ? [type.item] : valuesOf(type.allMembers)));
  return [...declared, ...fields.map(({ value }) => value)].map(leafOf);
}
