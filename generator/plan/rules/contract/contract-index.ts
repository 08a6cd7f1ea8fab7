import { byId } from "../../../model/support-bindings.js";
import type {
  AttributeGroupModel,
  BindingModel,
  BindingOperationModel,
  ComplexTypeModel,
  ContractModel,
  ElementModel,
  GroupModel,
  Id,
  MessageModel,
  PortModel,
  PortTypeModel,
  AppliedRequirement,
  SimpleTypeModel,
} from "../../../model/types.js";

/**
 * The declarations of a contract by their ids. The model has checked every reference: a missing id is an internal
 * error.
 */
export interface ContractIndex {
  readonly model: ContractModel;
  /** True when some binding uses a SOAP encoding. */
  readonly encoded: boolean;
  element(id: Id): ElementModel;
  message(id: Id): MessageModel;
  binding(id: Id): BindingModel;
  portType(id: Id): PortTypeModel;
  complexType(id: Id): ComplexTypeModel | undefined;
  simpleType(id: Id): SimpleTypeModel | undefined;
  group(id: Id): GroupModel;
  attributeGroup(id: Id): AttributeGroupModel;
  /** Elements that may substitute another one, directly or not, without abstract ones, in schema order. */
  substitutes(head: Id): readonly Id[];
  /** True when another type, which may have no name, is derived from a complex type. */
  isBase(id: Id): boolean;
  /** Types with a name derived from a complex type, directly or not, in schema order. */
  derived(id: Id): readonly ComplexTypeModel[];
}

export function indexModel(model: ContractModel): ContractIndex {
  const elements = byId(model.elements);
  const messages = byId(model.messages);
  const bindings = byId(model.bindings);
  const portTypes = byId(model.portTypes);
  const complexTypes = byId(model.complexTypes);
  const simpleTypes = byId(model.simpleTypes);
  const groups = byId(model.groups);
  const attributeGroups = byId(model.attributeGroups);
  const substitutes = substitutionGroups(model.elements);
  const bases = new Set(model.complexTypes.map(({ derivation }) => derivation?.base));
  const derived = derivedTypes(model.complexTypes);
  return {
    model,
    encoded: model.bindings.some(({ operations }) => operations.some(isEncoded)),
    element: (id) => found(elements, id),
    message: (id) => found(messages, id),
    binding: (id) => found(bindings, id),
    portType: (id) => found(portTypes, id),
    group: (id) => found(groups, id),
    attributeGroup: (id) => found(attributeGroups, id),
    substitutes: (head) => substitutes.get(head) ?? [],
    complexType: (id) => complexTypes.get(id),
    simpleType: (id) => simpleTypes.get(id),
    isBase: (id) => bases.has(id),
    derived: (id) => derived.get(id) ?? [],
  };
}

/** True for an operation with a SOAP-encoded message. */
export function isEncoded({ input, output }: BindingOperationModel): boolean {
  return input.use === "encoded" || output?.use === "encoded";
}

/** True if a port or its binding has a requirement. */
export function requires(
  contract: Pick<ContractIndex, "binding">,
  port: PortModel,
  what: AppliedRequirement,
): boolean {
  return port.requires[what] || contract.binding(port.binding).requires[what];
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
    if (type.anonymous) continue;
    for (let base = type.derivation?.base; base !== undefined; base = known.get(base)?.derivation?.base) {
      const heirs = derived.get(base);
      if (heirs === undefined) derived.set(base, [type]);
      else heirs.push(type);
    }
  }
  return derived;
}

function substitutionGroups(elements: readonly ElementModel[]): ReadonlyMap<Id, readonly Id[]> {
  const known = byId(elements);
  const groups = new Map<Id, Id[]>();
  for (const element of elements) {
    if (element.abstract) continue;
    for (let head = element.substitutes; head !== undefined; head = known.get(head)?.substitutes) {
      const members = groups.get(head);
      if (members === undefined) groups.set(head, [element.id]);
      else members.push(element.id);
    }
  }
  return groups;
}
