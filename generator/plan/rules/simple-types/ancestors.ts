import type { ComplexTypeModel, Id, SimpleTypeModel } from "../../../model/types.js";
import type { NamedContract } from "../contract/named-contract.js";

export const xsd = "{http://www.w3.org/2001/XMLSchema}";
/** The one simple type outside XML Schema in the runtime: a string with a pattern in every contract that uses it. */
export const guidId = "{http://microsoft.com/wsdl/types/}guid";

/** The simple type of the text of a type with simple content, through all it is derived from. */
export function simpleContentOf(contract: NamedContract, type: ComplexTypeModel): Id | undefined {
  if (type.content.kind !== "simple") return undefined;
  return simpleBase(contract, type.content.type);
}

/** The simple type of an id; that of the content for a complex type. */
export function simpleBase(contract: NamedContract, id: Id): Id {
  const complex = contract.complexType(id);
  if (complex !== undefined) return simpleContentOf(contract, complex) ?? `${xsd}string`;
  return id;
}

/** The declared simple type that a restriction narrows. */
export function baseOf(contract: NamedContract, { variety }: SimpleTypeModel): SimpleTypeModel | undefined {
  return variety.kind === "restriction" ? contract.simpleType(simpleBase(contract, variety.base)) : undefined;
}

/** True for a type that restricts the values of its base. */
export function hasFacets({ facets }: SimpleTypeModel): boolean {
  return Object.values(facets).some((facet) =>
    Array.isArray(facet) ? facet.length > 0 : facet !== undefined,
  );
}
