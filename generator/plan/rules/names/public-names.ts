import { freeName, reservedWords } from "../../data/identifiers.js";
import type { NamespacePlan, TypeNamePlan } from "../../data/names.js";

/**
 * Names that `index.ts` exports; an earlier claim keeps its name. The order is: types, messages of operations, classes
 * of faults, services, modules of namespaces.
 */
export class PublicNames {
  readonly #taken = new Set(["ClientError", "ServiceFault", "operations"]);

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** The name itself if it is free; `isFree` checks another scope in which it must be free too. */
  claim(wanted: string, isFree: (name: string) => boolean = () => true): string {
    const name = freeName(wanted, (each) => !this.#taken.has(each) && isFree(each));
    this.#taken.add(name);
    return name;
  }

  /** The name itself, or the first of `name2`, `name3` and so on that is free. */
  claimNumbered(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`;
    return this.claim(name);
  }
}

/** Namespaces whose modules have names that `index.ts` can export. */
export function exportedModules(
  namespaces: readonly NamespacePlan[],
  publicNames: PublicNames,
): readonly NamespacePlan[] {
  return namespaces.map((namespace) => {
    const { module } = namespace;
    if (module === undefined) return namespace;
    const wanted = reservedWords.has(module.alias) ? `${module.alias}$` : module.alias;
    return { ...namespace, module: { ...module, exportName: publicNames.claim(wanted) } };
  });
}

/** The names of the types of values of xs:anyType and xs:anySimpleType, claimed when a contract uses them. */
export class OpenTypeNames {
  readonly #publicNames: PublicNames;
  readonly #names = new Map<OpenTypeName, TypeNamePlan>();

  constructor(publicNames: PublicNames) {
    this.#publicNames = publicNames;
  }

  of(wanted: OpenTypeName): TypeNamePlan {
    const known = this.#names.get(wanted) ?? this.#claim(wanted);
    this.#names.set(wanted, known);
    return known;
  }

  /** True if the contract uses that type. */
  has(name: OpenTypeName): boolean {
    return this.#names.has(name);
  }

  #claim(wanted: OpenTypeName): TypeNamePlan {
    const name = this.#publicNames.claim(wanted);
    return { name, unique: name, module: undefined };
  }
}

/** `AnyType` and `AnySimpleType` are values; the others map the known types of a contract to the contents of their values. */
export type OpenTypeName = "AnyType" | "AnySimpleType" | "KnownTypes" | "KnownSimpleTypes";
