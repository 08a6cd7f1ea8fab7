import { bodyFields, outputFields, type OperationPlan } from "../plan/data/operations.js";
import { fieldsOf, valuesOf, type ValuePlan } from "../plan/data/members.js";
import type { TypeNamePlan } from "../plan/data/names.js";
import type { KnownValuePlan } from "../plan/data/open-types.js";
import type { Plan } from "../plan/data/plan.js";
import type { EnumValuePlan, SimpleValuePlan } from "../plan/data/simple-types.js";
import type { ListPlan, RecordPlan } from "../plan/data/records.js";
import { CodecFile, elementName, representedName } from "./codec/codec-file.js";
import { answerFunctions, readForm, writeForm } from "./codec/forms.js";
import {
  elementFunctions,
  readInput,
  readItem,
  readOutput,
  writeInput,
  writeOutput,
} from "./codec/messages.js";
import { blankConstant, hasBlank, readRecord } from "./codec/read-record.js";
import { readChoice, readList, typeName } from "./codec/read-values.js";
import {
  constraintConstant,
  elementConstant,
  enumConstant,
  narrowedConstant,
  representedConstant,
} from "./codec/simple-types.js";
import { knownTypesConstant } from "./codec/known-types.js";
import { writeRecord } from "./codec/write-record.js";
import { writeChoice, writeList } from "./codec/write-values.js";
import { emitDivided, type Artefact } from "./emitter.js";
import { assigned, block, code, value as asValue, type Code } from "./printer/code.js";
import { leafOf } from "./type-text/value-types.js";
import type { Place } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ConstantSymbol } from "./printer/symbols.js";

const messageFunctions = [readInput, writeInput, readOutput, writeOutput, readForm, writeForm];

/** Characters of `codecs.ts`, and of each module that it is divided into if it is longer: about 6,000 lines. */
export const longestCodecs = 250_000;

/** Straight-line functions that read and write every record and message. */
export function emitCodecs(plan: Plan, longest: number = longestCodecs): readonly Artefact[] {
  return emitDivided(plan, "codecs", longest, writeCodecs);
}

function writeCodecs(file: GeneratedFile, plan: Plan): void {
  const { operations, elements } = plan;
  const codecs = new CodecFile(file, plan);
  codecs.note("root", "namespaces", rootNamespaces(file, plan, codecs));
  declareConstants(file, plan, codecs);
  declareFunctions(file, plan, codecs);
  declareKnownTypes(file, plan, codecs);
  const print = (name: string, functions: readonly (Code | undefined)[]): void => {
    for (const each of functions) {
      if (each !== undefined)
        file.print({ kind: "code", codes: [each], place: { module: "messages", name } });
    }
  };
  for (const element of elements) print(element.stem, elementFunctions(codecs, element));
  for (const operation of operations)
    print(
      operation.stem,
      messageFunctions.map((write) => write(codecs, operation)),
    );
  for (const { stem, repeated } of operations)
    print(
      stem,
      repeated.map((each) => readItem(codecs, each)),
    );
  for (const answer of plan.answers) print(answer.stem, answerFunctions(codecs, answer, plan));
  if (operations.some(holdsNothing)) print("", [writeNothing(codecs)]);
}

/** Namespace declarations of the root elements of responses. */
function rootNamespaces(file: GeneratedFile, { prefixes }: Plan, codecs: CodecFile): ConstantSymbol {
  if (prefixes.length > 0)
    return file.constant("prefixes", (self) =>
      codecs.namespaces.prefixList(
        code`const ${asValue(self)}: readonly ${codecs.type("NamespacePrefix")}[] = [`,
      ),
    );
  const declarations =
    '\' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"\'';
  return file.constant("instanceNamespaces", (self) =>
    assigned(code`const ${asValue(self)} =`, declarations),
  );
}

/** Constants of types; unused ones are not printed. */
function declareConstants(file: GeneratedFile, plan: Plan, codecs: CodecFile): void {
  const names = file.constants();
  for (const each of plan.ordered) {
    const print = (self: ConstantSymbol): Code => typeName(codecs, self, each);
    codecs.note("type", each.type.unique, names(`${each.type.unique}Type`, print));
  }
  const enumerations = file.constants();
  for (const each of plan.enums) {
    const print = (self: ConstantSymbol): Code => enumConstant(codecs, self, each);
    codecs.note("type", each.type.unique, enumerations(`${each.type.unique}Type`, print));
  }
  const narrowedTypes = file.constants();
  for (const each of plan.narrowed) {
    const print = (self: ConstantSymbol): Code => narrowedConstant(codecs, self, each);
    codecs.note("type", each.name, narrowedTypes(`${each.name}Type`, print));
  }
  const constrainedTypes = file.constants();
  for (const [name, value] of constrainedValues(plan)) {
    const print = (self: ConstantSymbol): Code => constraintConstant(codecs, self, value);
    codecs.note("constraint", name, constrainedTypes(name, print));
  }
  const representedTypes = file.constants();
  for (const [name, value] of representedValues(plan)) {
    const print = (self: ConstantSymbol): Code => representedConstant(codecs, self, value);
    codecs.note("represented", name, representedTypes(name, print));
  }
  const elementTypes = file.constants();
  for (const [name, value] of elementValues(plan)) {
    const print = (self: ConstantSymbol): Code => elementConstant(codecs, self, value);
    codecs.note("element", name, elementTypes(`${name}Type`, print));
  }
}

/** One value of each simple type that elements are read by under another name or with prefixes, by the stem of its constant. */
function elementValues(plan: Plan): readonly (readonly [string, SimpleValuePlan | EnumValuePlan])[] {
  const byName = new Map<string, SimpleValuePlan | EnumValuePlan>();
  for (const value of [...usedValues(plan), ...knownValues(plan)]) {
    if (value.kind !== "simple" && value.kind !== "enum") continue;
    const name = elementName(value);
    if (name !== undefined) byName.set(name, value);
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One value of each simple type with a default or fixed value, by the name of its constant. */
function constrainedValues(plan: Plan): readonly (readonly [string, SimpleValuePlan | EnumValuePlan])[] {
  const byName = new Map<string, SimpleValuePlan | EnumValuePlan>();
  for (const value of usedValues(plan))
    if ((value.kind === "simple" || value.kind === "enum") && value.constraint !== undefined)
      byName.set(value.constraint.name, value);
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One value of each simple type whose values are represented otherwise, by the stem of its constant. */
function representedValues(plan: Plan): readonly (readonly [string, SimpleValuePlan])[] {
  const byName = new Map<string, SimpleValuePlan>();
  for (const value of [...usedValues(plan), ...knownValues(plan)])
    if (value.kind === "simple" && value.represented !== undefined) byName.set(representedName(value), value);
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The values of types that elements of type xs:anyType may have. */
function knownValues({ openTypes }: Plan): readonly KnownValuePlan[] {
  return (openTypes?.types ?? []).map(({ value }) => value);
}

/** The values of all fields, lists and messages. */
function usedValues(plan: Plan): readonly ValuePlan[] {
  const { records, lists, operations, elements } = plan;
  const fields = [
    ...operations.flatMap(({ input, output }) => [...bodyFields(input.body), ...outputFields(output)]),
    ...operations.flatMap(({ http }) => http?.parameters ?? []),
    ...elements.map(({ field }) => field),
  ];
  const values = [
    ...records.flatMap(({ allMembers }) => valuesOf(allMembers)),
    ...lists.map(({ item }) => item),
    ...fields.map(({ value }) => value),
    ...plan.answers.flatMap(({ value }) => value ?? []),
  ];
  return values.flatMap((value) => (value.kind === "list" ? [value, leafOf(value)] : [value]));
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
  return block(code`export function ${codecs.exported("writeNothing")}(): void`, [
    "// The element has no content.",
  ]);
}

function isList(type: RecordPlan | ListPlan): type is ListPlan {
  return "item" in type;
}
