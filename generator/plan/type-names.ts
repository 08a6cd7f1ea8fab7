import type { ComplexTypeModel, ContractModel, Id, SimpleTypeModel } from "../model/types.js";
import type { Namespaces } from "./namespaces.js";
import { typeName } from "./names.js";
import type { TypeNamePlan } from "./types.js";

type Type = ComplexTypeModel | SimpleTypeModel;

/**
 * The name of every declared type. Types with a name of their own come first, in schema order; one that finds its name
 * taken in its namespace has `$2` behind it, the next `$3`.
 */
export function planTypeNames(model: ContractModel, namespaces: Namespaces): ReadonlyMap<Id, TypeNamePlan> {
  const names = new Map<Id, TypeNamePlan>();
  const taken = new Set<string>();
  const types: readonly Type[] = [...model.simpleTypes, ...model.complexTypes];
  for (const type of [...types.filter(isNamed), ...types.filter((each) => !isNamed(each))]) {
    const { module } = namespaces.of(type.namespace);
    const behind = module === undefined ? "" : `$${module.alias}`;
    const wanted = typeName(wantedName(type));
    let name = wanted;
    for (let number = 2; taken.has(name + behind); number++) name = `${wanted}$${number}`;
    taken.add(name + behind);
    names.set(type.id, { name, unique: name + behind, module: module?.alias });
  }
  return names;
}

function isNamed({ anonymous }: Type): boolean {
  return !anonymous;
}

/** A type without a name is called after the elements that lead to it. */
function wantedName(type: Type): string {
  if (!type.anonymous) return type.name;
  const path = type.id.slice(type.id.indexOf("}") + 1).split("/");
  return path.filter((step) => !step.endsWith("()")).join("-");
}
