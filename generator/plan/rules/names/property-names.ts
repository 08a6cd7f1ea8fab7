import { freeName } from "../../data/identifiers.js";
import { camelPropertyName, propertyName } from "./spelling.js";

/** How names of the contract become names of properties. */
export type PropertyStyle = "contract" | "camel";

/**
 * The property of an element, an attribute or a part. It depends on the name only: declarations elsewhere in the contract
 * do not change it.
 */
export function propertyIn(style: PropertyStyle, name: string): string {
  return style === "camel" ? camelPropertyName(name) : propertyName(name);
}

/** The same fields with different properties: the second of one name gets `$2`. */
export function withFreeProperties<T extends { readonly property: string }>(fields: readonly T[]): T[] {
  const taken = new Set<string>();
  return fields.map((field) => ({ ...field, property: claimProperty(taken, field.property) }));
}

/** The name, or the first with a number that is free; it is then taken. */
export function claimProperty(taken: Set<string>, wanted: string): string {
  const property = freeName(wanted, (free) => !taken.has(free));
  taken.add(property);
  return property;
}
