/** The built-in types of XML Schema and the facets that restrict them. */
export { builtInType, builtInTypes, type ValueTypeName } from "./xsd/built-in.js";
export { isNCName, isQName, nameCharacters, nameStartCharacters } from "./xsd/names.js";
export { isPlainPattern, matcherOf, type Matcher } from "./xsd/pattern.js";
export { base64Binary, guid, listOf, restriction, unionOf } from "./xsd/primitives.js";
export type { Facets } from "./xsd/restriction.js";
export { LexicalError, type XsdType } from "./xsd/type.js";
export { trim } from "./xsd/white-space.js";
