/** Emitters of users: they see a plan of the output, and write files beside those of the generator. */
import { fieldsOf } from "../plan/data/members.js";
import { bodyFields, resultField, type OperationPlan, type ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import type { RecordPlan } from "../plan/data/records.js";
import { notice, type Artefact } from "./emitter.js";
import type { Code } from "./printer/code.js";
import { GeneratedFile } from "./printer/generated-file.js";
import { declaredName, flatText } from "./printer/flat-text.js";
import { importedTypes } from "./type-text/references.js";
import { fieldType, listType, nillableType, type TypeReferences } from "./type-text/value-types.js";

/** Writes a file of the output: its path below the output folder, and its text without the header. */
export type WriteFile = (path: string, text: string) => void;

/** Writes files of its own beside those of the generator. */
export interface CustomEmitter {
  /** In the header of its files, and in diagnostics. */
  readonly name: string;
  /** A pure function of the plan: the same plan gives the same files. */
  readonly emit: (plan: OutputPlan, file: WriteFile) => void;
}

/** What an output has, in names and texts of TypeScript. Types are called as `index.ts` exports them. */
export interface OutputPlan {
  /** The WSDL, as the headers of files name it. */
  readonly schema: string;
  readonly services: readonly OutputService[];
  readonly records: readonly OutputRecord[];
  readonly enumerations: readonly OutputEnumeration[];
}

/** A service of the contract: its client and its methods. */
export interface OutputService {
  /** Name in the WSDL. */
  readonly name: string;
  readonly namespace: string;
  /** Paragraphs of documentation. */
  readonly doc: readonly string[];
  /** Address in the contract. */
  readonly url: string | undefined;
  /** Class in `client.ts`. */
  readonly clientName: string;
  /** Interface in `server.ts`. */
  readonly interfaceName: string;
  /** Function in `functions.ts`. */
  readonly connectName: string;
  readonly operations: readonly OutputOperation[];
}

/** An operation: a method of the client. */
export interface OutputOperation {
  /** Name in the WSDL. */
  readonly name: string;
  /** Method of the client and of the server. */
  readonly method: string;
  /** Function in `functions.ts`. */
  readonly functionName: string;
  readonly doc: readonly string[];
  readonly bindings: readonly ("soap11" | "soap12" | "httpGet" | "httpPost")[];
  readonly inputType: string;
  /** `void` for none. */
  readonly outputType: string;
  /** False for an operation without parameters. */
  readonly hasInput: boolean;
}

/** A record of the contract: an interface. */
export interface OutputRecord {
  readonly name: string;
  readonly doc: readonly string[];
  readonly fields: readonly OutputField[];
}

/** A member of a record. */
export interface OutputField {
  readonly property: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly doc: readonly string[];
}

/** An enumeration of the contract. */
export interface OutputEnumeration {
  readonly name: string;
  readonly doc: readonly string[];
  readonly values: readonly string[];
}

/** How the header is written, by the end of a path. */
const comments: Readonly<Record<string, (line: string) => string>> = {
  ts: (line) => `// ${line}`,
  mts: (line) => `// ${line}`,
  js: (line) => `// ${line}`,
  mjs: (line) => `// ${line}`,
  md: (line) => `<!-- ${line} -->`,
};

/**
 * The files of an emitter.
 *
 * @param taken paths of other files of the output
 * @throws Error if the emitter fails, or a file may not be written
 */
export function emitCustom(
  plan: Plan,
  { name, emit }: CustomEmitter,
  taken: ReadonlySet<string>,
): readonly Artefact[] {
  const artefacts: Artefact[] = [];
  emit(outputPlan(plan), (path, text) => {
    const comment = comments[path.slice(path.lastIndexOf(".") + 1)];
    if (comment === undefined)
      throw new Error(`${path} does not end with .${Object.keys(comments).join(", .")}`);
    if (taken.has(path) || artefacts.some((each) => each.path === path))
      throw new Error(`${path} is written twice`);
    const header = notice(plan, name).map(comment).join("\n");
    artefacts.push({ path, text: `${header}\n\n${text.trimEnd()}\n` });
  });
  return artefacts;
}

function outputPlan(plan: Plan): OutputPlan {
  const types = importedTypes(new GeneratedFile("custom.ts"), plan);
  return {
    schema: plan.schema,
    services: plan.services.map((service) => outputService(service, types)),
    records: plan.records.map((record) => outputRecord(record, types)),
    enumerations: plan.enums.map(({ type, doc, members }) => ({
      name: flat(types.enumeration(type)),
      doc,
      values: members.map(({ value }) => value),
    })),
  };
}

function outputService(
  { name, namespace, doc, url, clientName, interfaceName, connectName, operations }: ServicePlan,
  types: TypeReferences,
): OutputService {
  return {
    name,
    namespace,
    doc,
    url,
    clientName,
    interfaceName,
    connectName,
    operations: operations.map((operation) => outputOperation(operation, types)),
  };
}

function outputOperation(
  { name, method, functionName, doc, bindings, input, output }: OperationPlan,
  types: TypeReferences,
): OutputOperation {
  const field = resultField(output);
  const record = output.kind === "record" ? output.typeName : "void";
  return {
    name,
    method,
    functionName,
    doc,
    bindings,
    inputType: input.typeName,
    outputType: field === undefined ? record : flat(fieldType(field, types)),
    hasInput: bodyFields(input.body).length > 0,
  };
}

function outputRecord({ type, doc, allMembers }: RecordPlan, types: TypeReferences): OutputRecord {
  const fields = fieldsOf(allMembers).map((field) => {
    const { value, nillable, repeated } = field;
    const type = repeated ? listType(value, nillable, types) : nillableType(value, nillable, types);
    return { property: field.property, type: flat(type), isOptional: !field.required, doc: field.doc };
  });
  return { name: flat(types.record(type)), doc, fields };
}

function flat(code: Code): string {
  return flatText(code, declaredName);
}
