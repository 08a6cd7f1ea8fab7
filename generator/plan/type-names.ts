import type { ComplexTypeModel, ContractModel, Id, SimpleTypeModel } from "../model/types.js";
import type { Namespaces } from "./namespaces.js";
import { typeName } from "./names.js";
import type { TypeNamePlan } from "./types.js";

type Type = ComplexTypeModel | SimpleTypeModel;

/**
 * The names of the types of a contract. Types with a name of their own come first, in schema order; one that finds its
 * name taken in its namespace has `$2` behind it, the next `$3`.
 */
export class TypeNames {
  readonly #namespaces: Namespaces;
  readonly #declared = new Map<Id, TypeNamePlan>();
  readonly #made = new Map<string, TypeNamePlan>();
  readonly #taken = new Set<string>();

  constructor(model: ContractModel, namespaces: Namespaces) {
    this.#namespaces = namespaces;
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
    const behind = module === undefined ? "" : `$${module.alias}`;
    let name = wanted;
    for (let number = 2; this.#taken.has(name + behind); number++) name = `${wanted}$${number}`;
    this.#taken.add(name + behind);
    return { name, unique: name + behind, module: module?.alias };
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
