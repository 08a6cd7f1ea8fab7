import type { AttributeGroupModel, AttributeUseModel, ComplexTypeModel } from "../../../model/types.js";
import type { FieldPlan } from "../../data/members.js";
import type { NamedContract } from "../contract/named-contract.js";
import { asText } from "../simple-types/simple-values.js";
import { allUses, usesOf } from "../../../model/attribute-uses.js";
import { planTextValue } from "./values.js";

/** A field before it has a property. */
export type UnnamedField<F extends FieldPlan = FieldPlan> = F extends FieldPlan ? Omit<F, "property"> : never;

/** Attributes of a type and, with `inherited`, those of the types that it restricts. */
export function attributeFields(
  contract: NamedContract,
  type: ComplexTypeModel,
  inherited: boolean,
): readonly UnnamedField[] {
  const attributes = inherited ? allUses(contract, type) : usesOf(contract, type);
  const any = inherited ? hasAny(contract, type) : ownAny(contract, type);
  const fields = [...attributes.values()].map((attribute) => attributeField(contract, attribute));
  return any ? [...fields, otherAttributes(contract)] : fields;
}

function ownAny(contract: NamedContract, type: ComplexTypeModel): boolean {
  return (
    type.anyAttribute || type.attributeGroups.some((id) => groupAny(contract, contract.attributeGroup(id)))
  );
}

function groupAny(contract: NamedContract, { anyAttribute, groups }: AttributeGroupModel): boolean {
  return anyAttribute || groups.some((id) => groupAny(contract, contract.attributeGroup(id)));
}

/** An extension keeps the wildcard of its base, a restriction only its own one. */
function hasAny(contract: NamedContract, type: ComplexTypeModel): boolean {
  const base = type.derivation?.by === "extension" ? contract.complexType(type.derivation.base) : undefined;
  return ownAny(contract, type) || (base !== undefined && hasAny(contract, base));
}

function attributeField(contract: NamedContract, attribute: AttributeUseModel): UnnamedField {
  const { name, doc, required, fixed } = attribute;
  const rule = attribute.default === undefined ? [] : [`Default: \`${attribute.default}\`.`];
  const only = fixed === undefined ? [] : [`Always \`${fixed}\`.`];
  return {
    kind: "attribute",
    name,
    element: contract.qName(attribute),
    doc: [...doc, ...rule, ...only],
    value: asText(planTextValue(contract, { ...attribute, default: undefined })),
    required,
    nillable: false,
    repeated: false,
    absent: attribute.default ?? fixed,
  };
}

function otherAttributes(contract: NamedContract): UnnamedField {
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
