/** Types as client, server and operation table write them: inputs in `m`, records in `r`, enumerations in `e`. */
import { resultField } from "../plan/reach.js";
import type { OperationPlan, Plan } from "../plan/types.js";
import type { Statement } from "./emitter.js";
import { importModule, importTypeModules, importTypes } from "./imports.js";
import { literal } from "./text.js";
import { enumTypes, fieldType, recordTypes, runtimeTypes, typeModules } from "./ts-type.js";

export function inputType({ input }: OperationPlan): string {
  return `m.${input.typeName}`;
}

export function outputTypeOf({ output }: OperationPlan): string {
  const field = resultField(output);
  if (field !== undefined) return fieldType(field, { enums: "e.", records: "r." });
  return output.kind === "record" ? `m.${output.typeName}` : "void";
}

/** Bindings of an operation as a type argument; none when they are all, which is the default. */
export function bindingsType(bindings: OperationPlan["bindings"]): readonly string[] {
  return bindings.length === 4 ? [] : [bindings.map(literal).join(" | ")];
}

/** What a file has or needs besides the types of inputs and outputs. */
export interface ImportedBesides {
  readonly records: boolean;
  /** Aliases of modules of namespaces. */
  readonly modules: ReadonlySet<string>;
  /** Names of the runtime that are imported already. */
  readonly imported: ReadonlySet<string>;
}

const nothing: ImportedBesides = { records: false, modules: new Set(), imported: new Set() };

/** Imports of what inputs and outputs are made of. */
export function apiImports(plan: Plan, besides = nothing): readonly Statement[] {
  const { operations, runtime } = plan;
  const results = operations.flatMap(({ output }) => resultField(output)?.value ?? []);
  return [
    ...importTypes(
      runtime.index,
      runtimeTypes(results).filter((name) => !besides.imported.has(name)),
    ),
    ...(enumTypes(results).length > 0 ? [importModule("e", "./enums.js", true)] : []),
    ...(operations.length > 0 ? [importModule("m", "./messages.js", true)] : []),
    ...importTypeModules(plan, new Set([...typeModules(results), ...besides.modules])),
    ...(besides.records || recordTypes(results).length > 0 ? [importModule("r", "./records.js", true)] : []),
  ];
}

const bindingNames = {
  soap11: "SOAP 1.1",
  soap12: "SOAP 1.2",
  httpGet: "HTTP GET",
  httpPost: "HTTP POST",
} as const;

/** `SOAP 1.1, HTTP GET` */
export function bindingText(bindings: OperationPlan["bindings"]): string {
  return bindings.map((binding) => bindingNames[binding]).join(", ");
}

/** Documentation of a method: that of the operation, and where it is found in the WSDL. */
export function methodDoc({ name, doc, bindings }: OperationPlan): readonly string[] {
  return [...doc, `WSDL operation \`${name}\`; ${bindingText(bindings)}.`];
}
