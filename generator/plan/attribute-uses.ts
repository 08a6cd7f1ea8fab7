import type { AttributeUseModel, ComplexTypeModel, Id } from "../model/types.js";
import type { Contract } from "./contract.js";

/** The attributes of a type, those of its base included, save those that it declares anew or prohibits. */
export function allUses(contract: Contract, type: ComplexTypeModel): ReadonlyMap<string, AttributeUseModel> {
  const base = type.derivation === undefined ? undefined : contract.complexType(type.derivation.base);
  if (base === undefined) return usesOf(contract, type);
  const all = new Map([...allUses(contract, base), ...usesOf(contract, type)]);
  for (const key of type.prohibited) all.delete(key);
  return all;
}

type Owner = Pick<ComplexTypeModel, "attributes" | "attributeGroups">;

/** Those of the type or group alone, its groups written out. */
export function usesOf(contract: Contract, owner: Owner): ReadonlyMap<string, AttributeUseModel> {
  const own = owner.attributes.map(
    (attribute) => [`{${attribute.namespace}}${attribute.name}`, attribute] as const,
  );
  const groups = owner.attributeGroups.flatMap((id) => [...usesOf(contract, asOwner(contract, id))]);
  return new Map([...own, ...groups]);
}

function asOwner(contract: Contract, id: Id): Owner {
  const { attributes, groups } = contract.attributeGroup(id);
  return { attributes, attributeGroups: groups };
}
