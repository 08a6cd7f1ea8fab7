import type {
  BindingModel,
  ComplexTypeModel,
  ContractModel,
  ElementModel,
  Id,
  MessageModel,
  PortTypeModel,
  SimpleTypeModel,
} from "../model/types.js";
import { planNamespaces, type Namespaces } from "./namespaces.js";
import { planTypeNames } from "./type-names.js";
import type { QNamePlan, TypeNamePlan } from "./types.js";

/** The declarations of a contract by their ids. The model has checked every reference: a miss is our own mistake. */
export interface Contract {
  readonly model: ContractModel;
  readonly namespaces: Namespaces;
  qName(named: { readonly namespace: string; readonly name: string }): QNamePlan;
  /** Name of a declared type. */
  typeName(type: ComplexTypeModel | SimpleTypeModel): TypeNamePlan;
  element(id: Id): ElementModel;
  message(id: Id): MessageModel;
  binding(id: Id): BindingModel;
  portType(id: Id): PortTypeModel;
  complexType(id: Id): ComplexTypeModel | undefined;
  simpleType(id: Id): SimpleTypeModel | undefined;
  /** Types derived from a complex type, directly or not, in schema order. */
  derived(id: Id): readonly ComplexTypeModel[];
}

export function indexContract(model: ContractModel): Contract {
  const elements = byId(model.elements);
  const messages = byId(model.messages);
  const bindings = byId(model.bindings);
  const portTypes = byId(model.portTypes);
  const complexTypes = byId(model.complexTypes);
  const simpleTypes = byId(model.simpleTypes);
  const derived = derivedTypes(model.complexTypes);
  const namespaces = planNamespaces(model);
  const names = planTypeNames(model, namespaces);
  return {
    model,
    namespaces,
    qName: (named) => namespaces.qName(named),
    typeName: ({ id }) => found(names, id),
    element: (id) => found(elements, id),
    message: (id) => found(messages, id),
    binding: (id) => found(bindings, id),
    portType: (id) => found(portTypes, id),
    complexType: (id) => complexTypes.get(id),
    simpleType: (id) => simpleTypes.get(id),
    derived: (id) => derived.get(id) ?? [],
  };
}

function byId<T extends { readonly id: Id }>(declarations: readonly T[]): ReadonlyMap<Id, T> {
  return new Map(declarations.map((declaration) => [declaration.id, declaration]));
}

function found<T>(map: ReadonlyMap<Id, T>, id: Id): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`The model refers to ${id}, which it does not hold.`);
  return value;
}

function derivedTypes(types: readonly ComplexTypeModel[]): ReadonlyMap<Id, readonly ComplexTypeModel[]> {
  const known = byId(types);
  const derived = new Map<Id, ComplexTypeModel[]>();
  for (const type of types) {
    for (let base = type.derivation?.base; base !== undefined; base = known.get(base)?.derivation?.base) {
      const heirs = derived.get(base);
      if (heirs === undefined) derived.set(base, [type]);
      else heirs.push(type);
    }
  }
  return derived;
}
