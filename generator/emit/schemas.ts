import { freeName } from "../plan/data/identifiers.js";
import type { OperationPlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import type { RecordPlan } from "../plan/data/records.js";
import { longestCodecs } from "./codecs.js";
import { emitDivided, type Artefact, type OnPrint } from "./emitter.js";
import { declareJson } from "./json.js";
import type { JsonFile } from "./json/json-file.js";
import { JsonOperations } from "./json/operations.js";
import { assignedCall, code, documented, value as asValue, type Code } from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";

/** A Standard Schema of every record and message: the functions that read them as JSON. */
export function emitSchemas(
  plan: Plan,
  longest: number = longestCodecs,
  onPrint?: OnPrint,
): readonly Artefact[] {
  return emitDivided(plan, "schemas", longest, writeSchemas, onPrint);
}

function writeSchemas(file: GeneratedFile, plan: Plan): void {
  // The types of the schemas have the names of the contract.
  const json = declareJson(file, { ...plan, jsonNames: "contract" });
  const schemas = new Schemas(file, json);
  for (const record of plan.records) schemas.record(record);
  const operations = new JsonOperations(file, json);
  for (const operation of plan.operations) schemas.messages(operation, operations);
}

/** Prints schemas, each under a name of its own. */
class Schemas {
  readonly #file: GeneratedFile;
  readonly #json: JsonFile;
  readonly #taken = new Set<string>();

  constructor(file: GeneratedFile, json: JsonFile) {
    this.#file = file;
    this.#json = json;
  }

  record({ type, abstract, variants }: RecordPlan): void {
    const role = abstract || variants.length > 1 ? "derived" : "fields";
    const { read } = this.#json.functions(role, type);
    this.#print(type.unique, `The record \`${type.name}\`.`, this.#json.codecs.types.record(type), read);
  }

  messages(operation: OperationPlan, operations: JsonOperations): void {
    const { name, stem } = operation;
    const input = operations.input(operation);
    this.#print(`${stem}Input`, `The input of \`${name}\`.`, input.type, input.functions.read);
    const output = operations.output(operation);
    if (output !== undefined)
      this.#print(`${stem}Output`, `The output of \`${name}\`.`, output.type, output.functions.read);
  }

  #print(of: string, doc: string, type: Code, read: Code): void {
    const name = freeName(`${of}Schema`, (each) => !this.#taken.has(each));
    this.#taken.add(name);
    const head = code`export const ${asValue(this.#file.exported(name))}: ${this.#json.type("StandardSchema")}<${type}>`;
    const make = code`/* @__PURE__ */ ${this.#json.runtime("standardSchema")}`;
    const printed = documented([doc], assignedCall(head, make, [read]));
    this.#file.print({
      kind: "code",
      print: () => printed,
      place: { module: "schemas", name: of },
      exported: name,
    });
  }
}
