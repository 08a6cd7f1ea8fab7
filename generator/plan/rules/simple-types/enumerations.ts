import { builtInType, type ValueTypeName } from "messenger-gen-runtime/xsd";
import type { EnumerationValue, Id, SimpleTypeModel } from "../../../model/types.js";
import { splitName } from "../../../read/names.js";
import type { EnumPlan, QualifiedPlan } from "../../data/simple-types.js";
import { type NamedContract, oncePerType } from "../contract/named-contract.js";
import { memberName } from "../names/spelling.js";
import { baseOf, guidId, hasFacets, simpleBase, xsd } from "./ancestors.js";
import { isValue, runtimeType } from "./checked-types.js";

/** True for an enumeration of texts or of numbers, which becomes a type of its own, and for restrictions of one. */
export const isEnumeration = oncePerType(enumerates);

function enumerates(contract: NamedContract, id: Id): boolean {
  const type = contract.simpleType(id);
  if (type?.variety.kind !== "restriction" || type.id === guidId) return false;
  if (type.facets.enumeration.length > 0) return enumeratedAs(contract, type) !== undefined;
  const base = contract.simpleType(simpleBase(contract, type.variety.base));
  return base !== undefined && hasFacets(type) && isEnumeration(contract, base.id);
}

/** The built-in type that an enumeration goes back to; undefined when its values are neither texts nor numbers. */
function enumeratedAs(
  contract: NamedContract,
  type: SimpleTypeModel,
): { text: ValueTypeName; name: string } | undefined {
  const { variety } = type;
  if (variety.kind !== "restriction") return undefined;
  const baseId = simpleBase(contract, variety.base);
  const base = contract.simpleType(baseId);
  if (base !== undefined) return base.id === guidId ? undefined : enumeratedAs(contract, base);
  const root = builtInType(baseId.slice(xsd.length));
  if (root?.typescript !== "string" && root?.typescript !== "number") return undefined;
  const finite = type.facets.enumeration.every(({ value }) => Number.isFinite(Number(value)));
  return root.typescript === "number" && !finite ? undefined : { text: root.typescript, name: root.constant };
}

/** Name of the built-in type that an enumeration goes back to. */
export function enumerationBase(contract: NamedContract, type: SimpleTypeModel): string {
  return enumeratedAs(contract, type)?.name ?? "string";
}

/** Prefixes of the values of an enumeration of qualified names; undefined for other values. */
export function qualifiedPrefixes(contract: NamedContract, type: SimpleTypeModel): QualifiedPlan | undefined {
  if (!["QName", "NOTATION"].includes(enumerationBase(contract, type))) return undefined;
  const prefixes = enumMembers(contract, type).flatMap(({ value, namespace }) =>
    namespace === undefined ? [] : [[splitName(value).prefix, namespace] as const],
  );
  return [...new Map(prefixes)].map(([prefix, namespace]) => ({ prefix, namespace }));
}

/** The enumerations of a contract, in the order of its documents. */
export function planEnums(contract: NamedContract): readonly EnumPlan[] {
  return contract.model.simpleTypes
    .filter(({ id }) => isEnumeration(contract, id))
    .map((type) => {
      const members = enumMembers(contract, type);
      const numeric = enumeratedAs(contract, type)?.text === "number";
      return {
        type: contract.typeName(type),
        wire: type.anonymous ? contract.typeName(type).name : type.name,
        doc: type.doc,
        base: enumerationBase(contract, type),
        numeric,
        members: (numeric ? distinctNumbers(members) : members).map(({ value, doc }) => ({
          name: memberName(value),
          value,
          doc,
        })),
      };
    });
}

/** Values of an enumeration, or those of its base that meet the facets. */
function enumMembers(contract: NamedContract, type: SimpleTypeModel): readonly EnumerationValue[] {
  if (type.facets.enumeration.length > 0) return type.facets.enumeration;
  const base = baseOf(contract, type);
  if (base === undefined) return [];
  const narrowed = runtimeType(contract, type.id);
  return enumMembers(contract, base).filter(({ value }) => isValue(narrowed, value));
}

function distinctNumbers(members: readonly EnumerationValue[]): readonly EnumerationValue[] {
  const byNumber = new Map(members.toReversed().map((member) => [Number(member.value), member]));
  return members.filter((member) => byNumber.get(Number(member.value)) === member);
}
