import type { AttributeGroupModel, AttributeUseModel, ComplexTypeModel, Id } from "../model/types.js";
import type { Contract } from "./contract.js";
import { asText } from "./simple-types.js";
import { planElementValue } from "./values.js";
import type { FieldPlan } from "./types.js";

/** A field before it has a property and a variable. */
export type UnnamedField = Omit<FieldPlan, "property" | "variable">;

/** Attributes of a type and, with `inherited`, those of the types that it restricts. */
export function attributeFields(
  contract: Contract,
  type: ComplexTypeModel,
  inherited: boolean,
): readonly UnnamedField[] {
  const attributes = inherited ? restricted(contract, type) : usesOf(contract, type);
  const any = inherited ? hasAny(contract, type) : ownAny(contract, type);
  const fields = [...attributes.values()].map((attribute) => attributeField(contract, attribute));
  return any ? [...fields, otherAttributes(contract)] : fields;
}

/** A restriction has the attributes of its base, save those that it declares anew or prohibits. */
function restricted(contract: Contract, type: ComplexTypeModel): ReadonlyMap<string, AttributeUseModel> {
  const base = type.derivation === undefined ? undefined : contract.complexType(type.derivation.base);
  if (base === undefined) return usesOf(contract, type);
  const all = new Map([...restricted(contract, base), ...usesOf(contract, type)]);
  for (const key of type.prohibited) all.delete(key);
  return all;
}

type Owner = Pick<ComplexTypeModel, "attributes" | "attributeGroups">;

function usesOf(contract: Contract, owner: Owner): ReadonlyMap<string, AttributeUseModel> {
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

function ownAny(contract: Contract, type: ComplexTypeModel): boolean {
  return (
    type.anyAttribute || type.attributeGroups.some((id) => groupAny(contract, contract.attributeGroup(id)))
  );
}

function groupAny(contract: Contract, { anyAttribute, groups }: AttributeGroupModel): boolean {
  return anyAttribute || groups.some((id) => groupAny(contract, contract.attributeGroup(id)));
}

/** An extension keeps the wildcard of its base, a restriction only its own one. */
function hasAny(contract: Contract, type: ComplexTypeModel): boolean {
  const base = type.derivation?.by === "extension" ? contract.complexType(type.derivation.base) : undefined;
  return ownAny(contract, type) || (base !== undefined && hasAny(contract, base));
}

function attributeField(contract: Contract, attribute: AttributeUseModel): UnnamedField {
  const { name, doc, required, fixed } = attribute;
  const rule = attribute.default === undefined ? [] : [`Default: \`${attribute.default}\`.`];
  const only = fixed === undefined ? [] : [`Always \`${fixed}\`.`];
  return {
    kind: "attribute",
    name,
    element: contract.qName(attribute),
    doc: [...doc, ...rule, ...only],
    value: asText(planElementValue(contract, { ...attribute, default: undefined })),
    required,
    nillable: false,
    repeated: false,
    absent: attribute.default ?? fixed,
  };
}

function otherAttributes(contract: Contract): UnnamedField {
  return {
    kind: "attributes",
    name: "$attributes",
    element: contract.qName({ namespace: "", name: "$attributes" }),
    doc: [],
    value: { kind: "attributes" },
    required: false,
    nillable: false,
    repeated: false,
    absent: undefined,
  };
}
