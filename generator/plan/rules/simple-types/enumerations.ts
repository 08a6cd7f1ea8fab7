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

/** Name of the built-in type that an enumeration goes back to, or that has its white space. */
export function enumerationBase(contract: NamedContract, type: SimpleTypeModel): string {
  const name = enumeratedAs(contract, type)?.name ?? "string";
  if (name !== "string" && name !== "normalizedString") return name;
  const whiteSpace = whiteSpaceOf(contract, type) ?? "preserve";
  return { collapse: "token", replace: "normalizedString", preserve: name }[whiteSpace];
}

/** The facet of a type, or of the nearest type that it restricts. */
function whiteSpaceOf(
  contract: NamedContract,
  { facets, variety }: SimpleTypeModel,
): SimpleTypeModel["facets"]["whiteSpace"] {
  if (facets.whiteSpace !== undefined || variety.kind !== "restriction") return facets.whiteSpace;
  const base = contract.simpleType(simpleBase(contract, variety.base));
  return base === undefined ? undefined : whiteSpaceOf(contract, base);
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
  if (type.facets.enumeration.length > 0) return foldedValues(contract, type);
  const base = baseOf(contract, type);
  if (base === undefined) return [];
  const narrowed = runtimeType(contract, type.id);
  return enumMembers(contract, base).filter(({ value }) => isValue(narrowed, value));
}

/** The values without the white space that their type folds, each once. */
function foldedValues(contract: NamedContract, type: SimpleTypeModel): readonly EnumerationValue[] {
  const { enumeration } = type.facets;
  const base = builtInType(enumerationBase(contract, type))?.type;
  if (base === undefined) return enumeration;
  const byText = new Map<string, EnumerationValue>();
  for (const member of enumeration) {
    const folded = isValue(base, member.value) ? base.parse(member.value) : undefined;
    const value = typeof folded === "string" ? folded : member.value;
    if (!byText.has(value)) byText.set(value, { ...member, value });
  }
  return [...byText.values()];
}

function distinctNumbers(members: readonly EnumerationValue[]): readonly EnumerationValue[] {
  const byNumber = new Map(members.toReversed().map((member) => [Number(member.value), member]));
  return members.filter((member) => byNumber.get(Number(member.value)) === member);
}
