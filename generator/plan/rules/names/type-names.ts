import type { ComplexTypeModel, ContractModel, Id, SimpleTypeModel } from "../../../model/types.js";
import { freeName } from "../../data/identifiers.js";
import type { TypeNamePlan } from "../../data/names.js";
import type { NamespaceNames } from "../namespaces/namespace-names.js";
import type { PublicNames } from "./public-names.js";
import { typeName } from "./spelling.js";

type Type = ComplexTypeModel | SimpleTypeModel;

/**
 * The names of the types of a contract. Types with a name of their own come first, in schema order; if a name is taken
 * in its namespace, `$2` is appended, then `$3`.
 */
export class TypeNames {
  readonly #namespaces: NamespaceNames;
  readonly #declared = new Map<Id, TypeNamePlan>();
  readonly #made = new Map<string, TypeNamePlan>();
  /** Of the main namespace. */
  readonly #public: PublicNames;
  /** Of the modules of all others, with their aliases. */
  readonly #taken = new Set<string>();

  constructor(model: ContractModel, namespaces: NamespaceNames, publicNames: PublicNames) {
    this.#namespaces = namespaces;
    this.#public = publicNames;
    const types: readonly Type[] = [...model.simpleTypes, ...model.complexTypes];
    for (const type of [...types.filter(isNamed), ...types.filter((each) => !isNamed(each))]) {
      this.#declared.set(type.id, this.#claim(type.namespace, typeName(wantedName(type))));
    }
  }

  of({ id }: Type): TypeNamePlan {
    const name = this.#declared.get(id);
    if (name === undefined) throw new Error(`The model does not hold ${id}.`);
    return name;
  }

  /** A further type that belongs to a declared one, called after it: `<name>Fields`. The same one each time. */
  made(type: Type, suffix: string): TypeNamePlan {
    const key = `${type.id} ${suffix}`;
    const name = this.#made.get(key) ?? this.#claim(type.namespace, this.of(type).name + suffix);
    this.#made.set(key, name);
    return name;
  }

  #claim(namespace: string, wanted: string): TypeNamePlan {
    const { module } = this.#namespaces.of(namespace);
    if (module === undefined) {
      const name = this.#public.claim(wanted);
      return { name, unique: name, module: undefined };
    }
    const { alias } = module;
    const name = freeName(wanted, (each) => !this.#taken.has(`${each}$${alias}`));
    this.#taken.add(`${name}$${alias}`);
    return { name, unique: `${name}$${alias}`, module: alias };
  }
}

function isNamed({ anonymous }: Type): boolean {
  return !anonymous;
}

/** A type without a name is called after the elements that lead to it. */
function wantedName(type: Type): string {
  if (!type.anonymous) return type.name;
  const path = type.id.slice(type.id.indexOf("}") + 1).split("/");
  const steps = path.map((step) => (step === "text()" ? "value" : step));
  return steps.filter((step) => !step.endsWith("()")).join("-");
}
