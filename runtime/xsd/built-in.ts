import * as primitives from "./primitives.js";
import type { XsdType } from "./type.js";

/** The TypeScript types of simple types; capitalized ones are exported by the runtime. */
export type ValueTypeName =
  | "string"
  | "number"
  | "bigint"
  | "boolean"
  | "Decimal"
  | "XsdDateTime"
  | "Uint8Array"
  | "SimpleList<string>";

/** One built-in simple type of XML Schema 1.0. */
export interface BuiltInType {
  /** Local name in the namespace `http://www.w3.org/2001/XMLSchema`. */
  readonly xsdName: string;
  /** How the type of a field is printed in generated code. */
  readonly typescript: ValueTypeName;
  /** Name under which `runtime/codec.ts` exports the type. */
  readonly constant: string;
  readonly type: XsdType<unknown>;
}

type Constant = Exclude<
  keyof typeof primitives,
  | "enumeration"
  | "restriction"
  | "named"
  | "listOf"
  | "unionOf"
  | "guid"
  | "swaRef"
  | "withDefault"
  | "withFixed"
>;

const typescriptTypes: Readonly<Record<Constant, ValueTypeName>> = {
  anySimpleType: "string",
  string: "string",
  normalizedString: "string",
  token: "string",
  language: "string",
  Name: "string",
  NCName: "string",
  NMTOKEN: "string",
  NMTOKENS: "SimpleList<string>",
  ID: "string",
  IDREF: "string",
  IDREFS: "SimpleList<string>",
  ENTITY: "string",
  ENTITIES: "SimpleList<string>",
  QName: "string",
  NOTATION: "string",
  anyURI: "string",
  boolean: "boolean",
  decimal: "Decimal",
  integer: "bigint",
  nonPositiveInteger: "bigint",
  negativeInteger: "bigint",
  nonNegativeInteger: "bigint",
  positiveInteger: "bigint",
  long: "bigint",
  unsignedLong: "bigint",
  int: "number",
  short: "number",
  byte: "number",
  unsignedInt: "number",
  unsignedShort: "number",
  unsignedByte: "number",
  float: "number",
  double: "number",
  dateTime: "XsdDateTime",
  date: "string",
  time: "string",
  duration: "string",
  gYear: "string",
  gYearMonth: "string",
  gMonth: "string",
  gMonthDay: "string",
  gDay: "string",
  base64Binary: "Uint8Array",
  hexBinary: "Uint8Array",
};

/** Every built-in simple type; the generator and the codecs both go by it. */
export const builtInTypes: readonly BuiltInType[] = (Object.keys(typescriptTypes) as Constant[]).map(
  (name) => ({
    xsdName: name,
    typescript: typescriptTypes[name],
    constant: name,
    type: primitives[name],
  }),
);

const byName: ReadonlyMap<string, BuiltInType> = new Map(builtInTypes.map((type) => [type.xsdName, type]));

/** The built-in type of a local name, undefined when there is none. */
export function builtInType(xsdName: string): BuiltInType | undefined {
  return byName.get(xsdName);
}
