/** The simple types as constants, named as in XML Schema, and functions that derive new ones. */
export { base64Binary, hexBinary } from "./binary.js";
export { withDefault, withFixed } from "./constraints.js";
export { date, dateTime, duration, gDay, gMonth, gMonthDay, gYear, gYearMonth, time } from "./dates.js";
export { enumeration } from "./enumeration.js";
export {
  byte,
  int,
  integer,
  long,
  negativeInteger,
  nonNegativeInteger,
  nonPositiveInteger,
  positiveInteger,
  short,
  unsignedByte,
  unsignedInt,
  unsignedLong,
  unsignedShort,
} from "./integers.js";
export { ENTITIES, IDREFS, listOf, NMTOKENS } from "./lists.js";
export { boolean, decimal, double, float } from "./numbers.js";
export { guid } from "./guid-type.js";
export { swaRef } from "./swa-ref.js";
export { restriction } from "./restriction.js";
export { named } from "./type.js";
export {
  anySimpleType,
  anyURI,
  ENTITY,
  ID,
  IDREF,
  language,
  Name,
  NCName,
  NMTOKEN,
  normalizedString,
  NOTATION,
  QName,
  string,
  token,
} from "./texts.js";
export { unionOf } from "./unions.js";
