import type { Id } from "../model/types.js";
import { unclark, xsdNamespace } from "../read/names.js";

/** Built-in types, each with those that permit all of its texts and more (XML Schema 1.0 part 2, section 3): its base first. */
const wider: Readonly<Record<string, readonly string[]>> = {
  byte: ["short"],
  short: ["int"],
  int: ["long"],
  long: ["integer"],
  integer: ["decimal"],
  nonPositiveInteger: ["integer"],
  negativeInteger: ["nonPositiveInteger"],
  nonNegativeInteger: ["integer"],
  positiveInteger: ["nonNegativeInteger"],
  unsignedLong: ["nonNegativeInteger"],
  unsignedInt: ["unsignedLong", "long"],
  unsignedShort: ["unsignedInt", "int"],
  unsignedByte: ["unsignedShort", "short"],
  decimal: ["string"],
  float: ["double"],
  double: ["string"],
  boolean: ["string"],
  dateTime: ["string"],
  date: ["string"],
  time: ["string"],
  duration: ["string"],
  gYear: ["string"],
  gYearMonth: ["string"],
  gMonth: ["string"],
  gMonthDay: ["string"],
  gDay: ["string"],
  base64Binary: ["string"],
  hexBinary: ["string"],
  QName: ["string"],
  NOTATION: ["QName"],
  anyURI: ["string"],
  normalizedString: ["string"],
  token: ["normalizedString"],
  language: ["token"],
  NMTOKEN: ["token", "NMTOKENS"],
  Name: ["token"],
  NCName: ["Name", "NMTOKEN"],
  ID: ["NCName"],
  IDREF: ["NCName", "IDREFS"],
  ENTITY: ["NCName", "ENTITIES"],
  NMTOKENS: ["string"],
  IDREFS: ["NMTOKENS"],
  ENTITIES: ["NMTOKENS"],
  string: ["anySimpleType"],
  anySimpleType: ["anyType"],
};

/** True if a built-in type permits all texts of another one, and more. */
export function isWider(type: Id, than: Id): boolean {
  const [one, other] = [unclark(type), unclark(than)];
  if (one.namespace !== xsdNamespace || other.namespace !== xsdNamespace) return false;
  const found = new Set(wider[other.name] ?? []);
  for (const name of found) for (const next of wider[name] ?? []) found.add(next);
  return found.has(one.name);
}
