import type { AttributeUseModel, ComplexTypeModel, Id } from "../../../model/types.js";
import type { NamedContract } from "../contract/named-contract.js";

/** The attributes of a type, those of its base included, save those that it declares anew or prohibits. */
export function allUses(
  contract: NamedContract,
  type: ComplexTypeModel,
): ReadonlyMap<string, AttributeUseModel> {
  const base = type.derivation === undefined ? undefined : contract.complexType(type.derivation.base);
  if (base === undefined) return usesOf(contract, type);
  const all = new Map([...allUses(contract, base), ...usesOf(contract, type)]);
  for (const key of type.prohibited) all.delete(key);
  return all;
}

type Owner = Pick<ComplexTypeModel, "attributes" | "attributeGroups">;

/** Attributes of the type or group itself, with expanded groups. */
export function usesOf(contract: NamedContract, owner: Owner): ReadonlyMap<string, AttributeUseModel> {
  return new Map(writtenUses(contract, owner).map((attribute) => [attributeKey(attribute), attribute]));
}

/** As `usesOf`, those of one name among them. */
export function writtenUses(contract: NamedContract, owner: Owner): readonly AttributeUseModel[] {
  const groups = owner.attributeGroups.flatMap((id) => writtenUses(contract, asOwner(contract, id)));
  return [...owner.attributes, ...groups];
}

/** Key of an attribute. */
export function attributeKey({ namespace, name }: AttributeUseModel): string {
  return `{${namespace}}${name}`;
}

function asOwner(contract: NamedContract, id: Id): Owner {
  const { attributes, groups } = contract.attributeGroup(id);
  return { attributes, attributeGroups: groups };
}
