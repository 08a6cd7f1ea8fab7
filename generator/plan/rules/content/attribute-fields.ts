import type { AttributeUseModel, ComplexTypeModel, Id, WildcardModel } from "../../../model/types.js";
import { admittedBy, both, either, type Admitted } from "../../data/admitted.js";
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
  const any = inherited ? wildcardOf(contract, type) : ownWildcard(contract, type);
  const fields = [...attributes.values()].map((attribute) => attributeField(contract, attribute));
  return any === undefined ? fields : [...fields, otherAttributes(contract, any)];
}

function ownWildcard(
  contract: NamedContract,
  { anyAttribute, attributeGroups }: ComplexTypeModel,
): Admitted | undefined {
  return completeWildcard(contract, anyAttribute, attributeGroups);
}

/** What the wildcards of a declaration and of its groups admit in common (XML Schema 1.0 part 1, 3.4.2). */
function completeWildcard(
  contract: NamedContract,
  own: WildcardModel | undefined,
  groups: readonly Id[],
): Admitted | undefined {
  const others = groups.map((id) => {
    const { anyAttribute, groups: inner } = contract.attributeGroup(id);
    return completeWildcard(contract, anyAttribute, inner);
  });
  return [own && admittedBy(own), ...others].reduce((one, other) =>
    one && other ? both(one, other) : (one ?? other),
  );
}

/** An extension adds to the wildcard of its base, a restriction has only its own one. */
export function wildcardOf(contract: NamedContract, type: ComplexTypeModel): Admitted | undefined {
  const own = ownWildcard(contract, type);
  const base = type.derivation?.by === "extension" ? contract.complexType(type.derivation.base) : undefined;
  const inherited = base === undefined ? undefined : wildcardOf(contract, base);
  return own && inherited ? either(own, inherited) : (own ?? inherited);
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

function otherAttributes(contract: NamedContract, admitted: Admitted): UnnamedField {
  return {
    kind: "attributes",
    name: "$attributes",
    element: contract.qName({ namespace: "", name: "$attributes" }),
    doc: [],
    value: { kind: "attributes", ...admitted },
    required: false,
    nillable: false,
    repeated: false,
    absent: undefined,
  };
}
