import type { FaultPlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { emitSource, type OnPrint, type SourceArtefact } from "./emitter.js";
import {
  code,
  documented,
  indented,
  newLine,
  typeArguments,
  typing,
  typingOf,
  value as asValue,
  type Code,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { literal } from "./printer/text.js";
import { runtimeName } from "./runtime-names.js";
import { qualifiedTypes } from "./type-text/references.js";
import { fieldType } from "./type-text/value-types.js";

/** A class for each fault that operations declare; no file for a contract without any. */
export function emitFaults(plan: Plan, onPrint?: OnPrint): readonly SourceArtefact[] {
  return plan.faults.length === 0 ? [] : [emitSource(plan, "faults", "faults.ts", writeFaults, onPrint)];
}

export function writeFaults(file: GeneratedFile, plan: Plan): void {
  const inDetail = new Set(plan.operations.flatMap((operation) => operation.faults));
  const types = qualifiedTypes(file, plan, { enums: "e", records: "r" });
  const base = asValue(runtimeName(file, plan, "DetailFault"));
  for (const fault of plan.faults) {
    const type = fieldType(fault.element.field, types);
    const place = inDetail.has(fault) ? "which holds its detail" : "whose detail is a SOAP header";
    const print = (): Code => faultClass(file, fault, place, base, type);
    file.print({ kind: "code", print, exported: fault.className });
  }
}

/** The name is a type of its own: classes with equal details then differ, for the compiler too. */
function faultClass(file: GeneratedFile, fault: FaultPlan, place: string, base: Code, type: Code): Code {
  const { className, doc, element } = fault;
  const head = code`export class ${asValue(file.exported(className))} extends ${base}`;
  return documented(
    [...doc, `The fault \`${element.field.element.name}\`, ${place}.`],
    [
      head,
      typingOf(typeArguments("<", [type], ">")),
      " {",
      indented(newLine, code`${typing`override readonly `}name = ${literal(className)};`),
      newLine,
      "}",
    ],
  );
}
