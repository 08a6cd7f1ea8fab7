import type { AttributeGroupModel, AttributeUseModel, ComplexTypeModel, Id } from "./types.js";

/** Declarations by their ids, to which types refer for their attributes. */
export interface AttributeDeclarations {
  complexType(id: Id): ComplexTypeModel | undefined;
  attributeGroup(id: Id): AttributeGroupModel | undefined;
}

/** The attributes of a type, those of its base included, save those that it declares anew or prohibits. */
export function allUses(
  declarations: AttributeDeclarations,
  type: ComplexTypeModel,
): ReadonlyMap<string, AttributeUseModel> {
  const base = type.derivation === undefined ? undefined : declarations.complexType(type.derivation.base);
  if (base === undefined) return usesOf(declarations, type);
  const all = new Map([...allUses(declarations, base), ...usesOf(declarations, type)]);
  for (const key of type.prohibited) all.delete(key);
  return all;
}

type Owner = Pick<ComplexTypeModel, "attributes" | "attributeGroups">;

/** Attributes of the type or group itself, with expanded groups. */
export function usesOf(
  declarations: AttributeDeclarations,
  owner: Owner,
): ReadonlyMap<string, AttributeUseModel> {
  return new Map(writtenUses(declarations, owner).map((attribute) => [attributeKey(attribute), attribute]));
}

/** As `usesOf`, those of one name among them. */
export function writtenUses(declarations: AttributeDeclarations, owner: Owner): readonly AttributeUseModel[] {
  const groups = owner.attributeGroups.flatMap((id) => {
    const group = declarations.attributeGroup(id);
    if (group === undefined) return [];
    return writtenUses(declarations, { attributes: group.attributes, attributeGroups: group.groups });
  });
  return [...owner.attributes, ...groups];
}

/** Key of an attribute. */
export function attributeKey({ namespace, name }: AttributeUseModel): string {
  return `{${namespace}}${name}`;
}
