import type { FaultPlan, Plan } from "../plan/types.js";
import { printArtefact, type Artefact } from "./emitter.js";
import { importModule, importNames, importTypeModules, importTypes } from "./imports.js";
import { typeArguments } from "./layout.js";
import { docLines, literal } from "./text.js";
import { enumTypes, fieldType, recordTypes, runtimeTypes, typeModules } from "./ts-type.js";

/** A class for each fault that operations declare; no file for a contract without any. */
export function emitFaults(plan: Plan): readonly Artefact[] {
  const { faults, operations, runtime } = plan;
  if (faults.length === 0) return [];
  const inDetail = new Set(operations.flatMap((operation) => operation.faults));
  const values = faults.map(({ element }) => element.field.value);
  const statements = [
    ...importNames(runtime.index, ["DetailFault"]),
    ...importTypes(runtime.index, runtimeTypes(values)),
    ...(enumTypes(values).length > 0 ? [importModule("e", "./enums.js", true)] : []),
    ...importTypeModules(plan, typeModules(values)),
    ...(recordTypes(values).length > 0 ? [importModule("r", "./records.js", true)] : []),
    ...faults.map((fault) => faultClass(fault, inDetail.has(fault))),
  ];
  return [printArtefact(plan, "faults", "faults.ts", statements)];
}

function faultClass({ className, doc, element }: FaultPlan, holdsDetail: boolean): string {
  const place = holdsDetail ? "which holds its detail" : "whose detail is a SOAP header";
  const type = fieldType(element.field, { enums: "e.", records: "r." });
  return [
    ...docLines([...doc, `The fault \`${element.field.element.name}\`, ${place}.`], 0),
    ...typeArguments(`export class ${className} extends DetailFault<`, [type], "> {"),
    `  override readonly name: string = ${literal(className)};`,
    "}",
  ].join("\n");
}
