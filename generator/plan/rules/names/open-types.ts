import type { TypeNamePlan } from "../../data/names.js";
import type { PublicNames } from "./public-names.js";

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
