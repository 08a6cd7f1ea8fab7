import { bodyFields, outputFields, type OperationPlan } from "../plan/data/operations.js";
import { fieldsOf } from "../plan/data/members.js";
import type { TypeNamePlan } from "../plan/data/names.js";
import type { Plan } from "../plan/data/plan.js";
import type { ListPlan, RecordPlan } from "../plan/data/records.js";
import { CodecFile } from "./codec/codec-file.js";
import { declareConstants } from "./codec/declared-types.js";
import { readResponse, readForm, writeResponse, writeForm } from "./codec/forms.js";
import {
  readHeld,
  readInput,
  readItem,
  readOutput,
  writeHeld,
  writeInput,
  writeOutput,
} from "./codec/messages.js";
import { blankConstant, hasBlank, readRecord } from "./codec/read-record.js";
import { readChoice, readList } from "./codec/read-values.js";
import { knownTypesConstant } from "./codec/known-types.js";
import { writeRecord } from "./codec/write-record.js";
import { writeChoice, writeList } from "./codec/write-values.js";
import { emitDivided, type Artefact, type OnPrint } from "./emitter.js";
import { assigned, block, code, value as asValue, type Code, typing } from "./printer/code.js";
import { leafOf } from "./type-text/value-types.js";
import type { CodePart, Place } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ConstantSymbol } from "./printer/symbols.js";

/** The functions of each operation, and what is before and behind its stem in their names. */
const messageFunctions = [
  ["read", "Input", readInput],
  ["write", "Input", writeInput],
  ["read", "Output", readOutput],
  ["write", "Output", writeOutput],
  ["read", "Form", readForm],
  ["write", "Form", writeForm],
] as const;

/** Characters of `codecs.ts`, and of each module that it is divided into if it is longer: about 6,000 lines. */
export const longestCodecs = 250_000;

/** Straight-line functions that read and write every record and message. */
export function emitCodecs(
  plan: Plan,
  longest: number = longestCodecs,
  onPrint?: OnPrint,
): readonly Artefact[] {
  return emitDivided(plan, "codecs", longest, writeCodecs, onPrint);
}

export function writeCodecs(file: GeneratedFile, plan: Plan): void {
  const { operations, elements } = plan;
  const codecs = new CodecFile(file, plan);
  codecs.note("root", "namespaces", rootNamespaces(file, plan, codecs));
  declareConstants(file, plan, codecs);
  declareFunctions(file, plan, codecs);
  declareKnownTypes(file, plan, codecs);
  const print = (name: string, exported: string, each: CodePart["print"]): void => {
    file.print({ kind: "code", print: each, place: { module: "messages", name }, exported });
  };
  for (const element of elements) {
    const { stem } = element;
    print(stem, `read${stem}Element`, () => readHeld(codecs, element));
    print(stem, `write${stem}Element`, () => writeHeld(codecs, element));
  }
  for (const operation of operations)
    for (const [before, behind, write] of messageFunctions) {
      const { stem } = operation;
      print(stem, `${before}${stem}${behind}`, () => write(codecs, operation));
    }
  for (const { stem, repeated } of operations)
    for (const each of repeated) print(stem, `read${each.reader}`, () => readItem(codecs, each));
  for (const answer of plan.answers) {
    const { stem } = answer;
    print(stem, `read${stem}Answer`, () => readResponse(codecs, answer));
    print(stem, `write${stem}Answer`, () => writeResponse(codecs, answer, plan));
  }
  if (operations.some(holdsNothing)) print("", "writeNothing", () => writeNothing(codecs));
}

/** Namespace declarations of the root elements of responses. */
function rootNamespaces(file: GeneratedFile, { prefixes }: Plan, codecs: CodecFile): ConstantSymbol {
  if (prefixes.length > 0)
    return file.constant("prefixes", (self) =>
      codecs.namespaces.prefixList(
        code`const ${asValue(self)}${typing`: readonly ${codecs.type("NamespacePrefix")}[]`} = [`,
      ),
    );
  const declarations =
    '\' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"\'';
  return file.constant("instanceNamespaces", (self) =>
    assigned(code`const ${asValue(self)} =`, declarations),
  );
}

function declareFunctions(file: GeneratedFile, plan: Plan, codecs: CodecFile): void {
  const { ordered, records } = plan;
  const placeOf = typePlaces(plan);
  const items = itemTypes(plan);
  for (const record of records.filter((each) => items.has(each.type.unique) && hasBlank(each))) {
    const { unique } = record.type;
    const print = (self: ConstantSymbol): Code => blankConstant(codecs, self, record);
    codecs.note("blank", unique, file.constant(`blank${unique}`, print, placeOf(record.type)));
  }
  for (const type of ordered) {
    const print = (self: ConstantSymbol): Code =>
      isList(type) ? readList(codecs, self, type) : readRecord(codecs, self, type);
    const { unique } = type.type;
    codecs.note("read", unique, file.constant(`read${unique}`, print, placeOf(type.type)));
  }
  for (const record of records) {
    const { unique } = record.type;
    const print = (self: ConstantSymbol): Code => readChoice(codecs, self, record);
    codecs.note("variants", unique, file.constant(`${unique}Types`, print, placeOf(record.type)));
  }
  for (const type of ordered) {
    const { unique } = isList(type) ? type.type : type.fieldsType;
    const print = (self: ConstantSymbol): Code =>
      isList(type) ? writeList(codecs, self, type) : writeRecord(codecs, self, type);
    codecs.note("write", unique, file.constant(`write${unique}`, print, placeOf(type.type)));
  }
  for (const record of records) {
    const { unique } = record.type;
    // Without derived types the function of its fields writes the record.
    if (unique === record.fieldsType.unique) continue;
    const print = (self: ConstantSymbol): Code => writeChoice(codecs, self, record);
    codecs.note("write", unique, file.constant(`write${unique}`, print, placeOf(record.type)));
  }
}

/** Names of the records that a list or a repeated element holds. */
function itemTypes({ records, lists, operations }: Plan): ReadonlySet<string> {
  const fields = [
    ...operations.flatMap(({ input, output }) => [...bodyFields(input.body), ...outputFields(output)]),
    ...records.flatMap(({ allMembers }) => fieldsOf(allMembers)),
  ];
  const items = [
    ...lists.map(({ item }) => item),
    ...fields.filter(({ repeated }) => repeated).map(({ value }) => value),
  ];
  return new Set(
    items.flatMap((value) => {
      const leaf = leafOf(value);
      return leaf.kind === "record" && !leaf.derived ? [leaf.type.unique] : [];
    }),
  );
}

/** Where a divided file has the functions of a type: a module for each namespace. */
function typePlaces({ namespaces }: Plan): (type: TypeNamePlan) => Place {
  const folders = new Map(
    namespaces.flatMap(({ module }) => (module ? [[module.alias, `${module.path}/`]] : [])),
  );
  return ({ module = "", name }) => ({ module: `${folders.get(module) ?? ""}records`, name });
}

/** Constants of the types that elements of type xs:anyType may have, and xs:anySimpleType. */
function declareKnownTypes(file: GeneratedFile, { openTypes }: Plan, codecs: CodecFile): void {
  if (openTypes === undefined) return;
  const place: Place = { module: "known-types", name: "" };
  for (const role of ["all", "simple"] as const) {
    const onlySimple = role === "simple";
    const print = (self: ConstantSymbol): Code => knownTypesConstant(codecs, self, openTypes, onlySimple);
    const name = onlySimple ? "simpleTypesByName" : "typesByName";
    codecs.note("known", role, file.constant(name, print, place));
  }
}

/** True for an operation of which some message has no content. */
function holdsNothing({ input, output, http }: OperationPlan): boolean {
  const isEmptyForm = http?.parameters?.length === 0;
  const isEmptyAnswer = http?.answer !== undefined && http.answer.value === undefined;
  return isEmptyForm || isEmptyAnswer || bodyFields(input.body).length === 0 || output.kind === "nothing";
}

/** Writes the content of empty messages. */
function writeNothing(codecs: CodecFile): Code {
  return block(code`export function ${codecs.exported("writeNothing")}()${typing`: void`}`, [
    "// The element has no content.",
  ]);
}

function isList(type: RecordPlan | ListPlan): type is ListPlan {
  return "item" in type;
}
