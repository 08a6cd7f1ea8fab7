import type { ModulePlan } from "../plan/data/names.js";
import type { Plan } from "../plan/data/plan.js";
import { emitSource, type OnPrint, type SourceArtefact } from "./emitter.js";
import { writeEnum } from "./enums.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { writeRecord } from "./records.js";
import { qualifiedTypes } from "./type-text/references.js";

/** The module of every namespace but the main one: its enumerations and records. */
export function emitTypeModules(plan: Plan, onPrint?: OnPrint): readonly SourceArtefact[] {
  return typeModulesOf(plan).map((module) => {
    const write = (file: GeneratedFile): void => {
      writeModule(file, plan, module);
    };
    return emitSource(plan, "types", `${module.path}.ts`, write, onPrint);
  });
}

/** Modules that have types. */
export function typeModulesOf({ namespaces, records, enums }: Plan): readonly ModulePlan[] {
  const used = new Set([...records, ...enums].map(({ type }) => type.module));
  return namespaces.flatMap(({ module }) => (module !== undefined && used.has(module.alias) ? [module] : []));
}

function writeModule(file: GeneratedFile, plan: Plan, { alias }: ModulePlan): void {
  const types = qualifiedTypes(file, plan, { enums: "enums$", records: "records$" }, { own: alias });
  for (const each of plan.enums) if (each.type.module === alias) writeEnum(file, each);
  for (const record of plan.records) if (record.type.module === alias) writeRecord(file, record, types);
}
