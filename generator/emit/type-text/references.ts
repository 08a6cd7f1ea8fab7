/** References to types, by the file that makes them. */
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { Plan } from "../../plan/data/plan.js";
import { type Reference, type as asType } from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import type { ModuleSymbol } from "../printer/symbols.js";
import { runtimeName } from "../runtime-names.js";
import type { TypeReferences } from "./value-types.js";

/** Path of the types of the main namespace, relative to the top of the output. */
export const enumsModule = "./enums.js";
export const recordsModule = "./records.js";

/** Where a file finds the types that it refers to. */
export interface TypesFrom {
  /** Types of the main namespace. */
  readonly main: Pick<TypeReferences, "enumeration" | "record">;
  /** Alias of the module of types that the file is. */
  readonly own?: string;
}

/** Types of other namespaces are members of their modules. */
export function typesFrom(file: GeneratedFile, plan: Plan, { main, own }: TypesFrom): TypeReferences {
  const elsewhere = (type: TypeNamePlan, inMain: (type: TypeNamePlan) => Reference): Reference => {
    if (type.module === undefined) return inMain(type);
    if (type.module === own) return asType(file.exported(type.name));
    return asType(file.member(typeModule(file, plan, type.module), type.name));
  };
  return {
    enumeration: (type) => elsewhere(type, (each) => main.enumeration(each)),
    record: (type) => elsewhere(type, (each) => main.record(each)),
    runtime: (name) => asType(runtimeName(file, plan, name)),
    global: (name) => asType(file.global(name)),
  };
}

/** Types of the main namespace as members of its two modules under these names. */
export function qualifiedTypes(
  file: GeneratedFile,
  plan: Plan,
  names: { readonly enums: string; readonly records: string },
  from: Omit<TypesFrom, "main"> = {},
): TypeReferences {
  const main = {
    enumeration: ({ name }: TypeNamePlan) => asType(file.member(file.module(names.enums, enumsModule), name)),
    record: ({ name }: TypeNamePlan) => asType(file.member(file.module(names.records, recordsModule), name)),
  };
  return typesFrom(file, plan, { ...from, main });
}

/** Types of the main namespace by their names. */
export function importedTypes(file: GeneratedFile, plan: Plan): TypeReferences {
  return typesFrom(file, plan, {
    main: {
      enumeration: ({ name }) => asType(file.imported(name, enumsModule)),
      record: ({ name }) => asType(file.imported(name, recordsModule)),
    },
  });
}

/** The module of a namespace, by its alias. */
export function typeModule(file: GeneratedFile, { namespaces }: Plan, alias: string): ModuleSymbol {
  const module = namespaces.find((namespace) => namespace.module?.alias === alias)?.module;
  if (module === undefined) throw new Error(`No namespace has the module ${alias}.`);
  return file.module(alias, `./${module.path}.js`);
}
