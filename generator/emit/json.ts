import {
  fieldsOf,
  choicesOf,
  type FieldPlan,
  type ItemsValuePlan,
  type FieldValuePlan,
} from "../plan/data/members.js";
import { messageFields } from "../plan/data/operations.js";
import { isSimple } from "../plan/data/open-types.js";
import type { Plan } from "../plan/data/plan.js";
import type { RecordPlan } from "../plan/data/records.js";
import { CodecFile } from "./codec/codec-file.js";
import { declareConstants, knownValues, usedValues } from "./codec/declared-types.js";
import { longestCodecs } from "./codecs.js";
import { emitDivided, type Artefact, type OnPrint } from "./emitter.js";
import { isSimpleValue, JsonFile, type JsonRole } from "./json/json-file.js";
import { JsonOperations } from "./json/operations.js";
import { printServices } from "./json/services.js";
import { namedMembers, readObject } from "./json/read-members.js";
import {
  anyConstant,
  readDerived,
  readItem,
  readList,
  writeDerived,
  writeItem,
  writeList,
} from "./json/values.js";
import { writeObject } from "./json/write-members.js";
import { code, value as asValue, type Code } from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ConstantSymbol } from "./printer/symbols.js";

/** Straight-line functions that read and write every record and message as JSON. */
export function emitJson(
  plan: Plan,
  longest: number = longestCodecs,
  onPrint?: OnPrint,
): readonly Artefact[] {
  return emitDivided(plan, "json", longest, writeJson, onPrint);
}

export function writeJson(file: GeneratedFile, plan: Plan): void {
  const json = declareJson(file, plan);
  const operations = new JsonOperations(file, json);
  for (const operation of plan.operations) operations.print(operation);
  printServices(file, plan, json);
}

/** Declares functions that read and write every record; a file prints those that it uses. */
export function declareJson(file: GeneratedFile, plan: Plan): JsonFile {
  const codecs = new CodecFile(file, plan);
  declareConstants(file, plan, codecs);
  const json = new JsonFile(file, plan, codecs);
  const fields = plan.operations.flatMap(messageFields);
  const all = [...plan.records.flatMap(({ allMembers }) => fieldsOf(allMembers)), ...fields];
  for (const value of simpleValues(plan, all)) if (isSimpleValue(value)) json.simple(value);
  const functions = new JsonFunctionsOf(file, json);
  for (const record of plan.records) functions.record(record);
  for (const list of plan.lists)
    functions.pair("list", list.type, {
      read: (self) => readList(json, self, list),
      write: (self) => writeList(json, self, list),
    });
  for (const value of itemValues(all))
    functions.pair("item", value.type, {
      read: (self) => readItem(json, self, value),
      write: (self) => writeItem(json, self, value),
    });
  functions.openTypes(plan);
  return json;
}

/** The simple values of everything, each before the first function that refers to it. */
function simpleValues(plan: Plan, fields: readonly FieldPlan[]): readonly FieldValuePlan[] {
  const known = knownValues(plan).flatMap((value) => (value.kind === "fields" ? [] : [value]));
  const values = [...usedValues(plan), ...known, ...fields.map(({ value }) => value)];
  return values.flatMap((value) =>
    value.kind === "items" ? value.items.map(({ field }) => field.value) : [value],
  );
}

function itemValues(fields: readonly FieldPlan[]): readonly ItemsValuePlan[] {
  const values = fields.flatMap(({ value }) => (value.kind === "items" ? [value] : []));
  return [...new Map(values.map((value) => [value.type.unique, value])).values()];
}

type Print = (self: ConstantSymbol) => Code;

class JsonFunctionsOf {
  readonly #file: GeneratedFile;
  readonly #json: JsonFile;

  constructor(file: GeneratedFile, json: JsonFile) {
    this.#file = file;
    this.#json = json;
  }

  pair(
    role: JsonRole,
    type: { readonly unique: string },
    { read, write, isEmpty }: { readonly read: Print; readonly write: Print; readonly isEmpty?: boolean },
  ): void {
    const name = `${type.unique}${role === "derived" ? "Type" : ""}`;
    const place = { module: "records", name };
    this.#json.note(role, type, {
      read: this.#file.constant(`read${name}`, read, place),
      write: this.#file.constant(`write${name}`, write, place),
      ...(isEmpty === undefined ? {} : { isEmpty }),
    });
  }

  record(record: RecordPlan): void {
    const json = this.#json;
    const { types } = json.codecs;
    const { type, fieldsType, allMembers, variants, abstract } = record;
    this.pair("fields", type, {
      read: (self) => readObject(json, code`function ${asValue(self)}`, types.record(fieldsType), allMembers),
      write: (self) =>
        writeObject(json, code`function ${asValue(self)}`, types.record(fieldsType), allMembers),
      isEmpty: namedMembers(allMembers).length === 0,
    });
    if (abstract || variants.length > 1)
      this.pair("derived", type, {
        read: (self) => readDerived(json, self, record),
        write: (self) => writeDerived(json, self, record),
      });
    for (const choice of choicesOf(record.members)) {
      if (choice.property === undefined) continue;
      const members = [{ ...choice, property: undefined, optional: false }];
      const choiceType = types.record(choice.type);
      this.pair("choice", choice.type, {
        read: (self) => readObject(json, code`function ${asValue(self)}`, choiceType, members),
        write: (self) => writeObject(json, code`function ${asValue(self)}`, choiceType, members),
      });
    }
  }

  /** Values of xs:anyType and xs:anySimpleType. */
  openTypes({ openTypes }: Plan): void {
    if (openTypes === undefined) return;
    const { anyType, anySimpleType, types } = openTypes;
    for (const [type, simple] of [
      [anyType, false],
      [anySimpleType, true],
    ] as const) {
      if (type === undefined) continue;
      const known = simple ? types.filter(isSimple) : types;
      const print: Print = (self) => anyConstant(this.#json, self, type, known, simple);
      const symbol = this.#file.constant(`${type.unique}Json`, print, {
        module: "records",
        name: type.unique,
      });
      this.#json.note("any", type, { read: symbol, write: symbol });
    }
  }
}
