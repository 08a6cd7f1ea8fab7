import { posix } from "node:path";
import { valuesOf } from "../plan/member-fields.js";
import type { ModulePlan, Plan } from "../plan/types.js";
import { printArtefact, type Artefact, type Statement } from "./emitter.js";
import { enumStatements } from "./enums.js";
import { importModule, importTypeModules, importTypes } from "./imports.js";
import { modulesOf, recordTypes, relatedTypes } from "./records.js";
import { enumTypes, recordTypes as recordNames, runtimeTypes } from "./ts-type.js";

/** The module of every namespace but the main one: its enumerations and records. */
export function emitTypeModules(plan: Plan): readonly Artefact[] {
  return typeModulesOf(plan).map((module) =>
    printArtefact(plan, "types", `${module.path}.ts`, moduleStatements(plan, module)),
  );
}

/** Modules that have types. */
export function typeModulesOf({ namespaces, records, enums }: Plan): readonly ModulePlan[] {
  const used = new Set([...records, ...enums].map(({ type }) => type.module));
  return namespaces.flatMap(({ module }) => (module !== undefined && used.has(module.alias) ? [module] : []));
}

function moduleStatements(plan: Plan, { alias, path }: ModulePlan): readonly Statement[] {
  const records = plan.records.filter(({ type }) => type.module === alias);
  const enums = plan.enums.filter(({ type }) => type.module === alias);
  const values = records.flatMap(({ members }) => valuesOf(members));
  const others = new Set([...modulesOf(records)].filter((module) => module !== alias));
  const up = `${posix.relative(posix.dirname(path), ".")}/`;
  const related = relatedTypes(records).some((type) => type.module === undefined);
  const needsRecords = recordNames(values).length > 0 || related;
  const runtime = plan.insidePackage ? `${up}${plan.runtime.index}` : plan.runtime.index;
  return [
    ...importTypes(runtime, runtimeTypes(values)),
    ...(enumTypes(values).length > 0 ? [importModule("enums$", `${up}enums.js`, true)] : []),
    ...(needsRecords ? [importModule("records$", `${up}records.js`, true)] : []),
    ...importTypeModules(plan, others, path),
    ...enums.flatMap(enumStatements),
    ...records.flatMap((record) =>
      recordTypes(record, { enums: "enums$.", records: "records$.", module: alias }),
    ),
  ];
}
