/** TypeScript types of values. */
import type { FieldPlan, FieldValuePlan, ListValuePlan } from "../../plan/data/members.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { EnumValuePlan, SimpleValuePlan } from "../../plan/data/simple-types.js";
import { joined, type Code, type Reference } from "../printer/code.js";

/** References of a file to named types. */
export interface TypeReferences {
  enumeration(type: TypeNamePlan): Reference;
  /** A record, or a union that belongs to one. */
  record(type: TypeNamePlan): Reference;
  /** A type that the runtime exports. */
  runtime(name: string): Reference;
  /** A type of the language. */
  global(name: string): Reference;
}

/** The type of a value. */
export function valueType(value: FieldValuePlan, types: TypeReferences): Code {
  switch (value.kind) {
    case "simple":
      return simpleType(value, types);
    case "enum":
      return types.enumeration(value.type);
    case "record":
    case "items":
    case "anyType":
      return types.record(value.type);
    case "list":
      return gridType(value, types);
    case "anyElement":
      return types.runtime("XmlElement");
    case "attributes":
      return ["readonly ", types.runtime("XmlAttribute"), "[]"];
    case "prefixes":
      return ["readonly ", types.runtime("NamespacePrefix"), "[]"];
    case "content":
      return types.runtime("XmlContent");
  }
}

/** The type of a simple value before the user has chosen a representation. */
export function originalType(value: SimpleValuePlan | EnumValuePlan, types: TypeReferences): Code {
  return valueType(value.kind === "simple" ? { ...value, ...value.represented?.original } : value, types);
}

function simpleType({ shape, typescript }: SimpleValuePlan, types: TypeReferences): Code {
  switch (shape?.kind) {
    case undefined:
      return namedType(typescript, types);
    case "list":
      return [types.runtime("SimpleList"), "<", valueType(shape.item, types), ">"];
    case "union":
      return joined(
        distinctTypes(shape.members).map((member) => valueType(member, types)),
        " | ",
      );
  }
}

/** `string`, `Decimal`, `SimpleList<string>` */
function namedType(name: string, types: TypeReferences): Code {
  const [, item] = /^SimpleList<(.*)>$/.exec(name) ?? [];
  if (item !== undefined) return [types.runtime("SimpleList"), "<", namedType(item, types), ">"];
  if (/^[a-z]/.test(name)) return name;
  return name === "Uint8Array" || name === "Date" ? types.global(name) : types.runtime(name);
}

/** One value of each type. */
export function distinctTypes<V extends FieldValuePlan>(values: readonly V[]): readonly V[] {
  return [...new Map(values.toReversed().map((value) => [typeKey(value), value])).values()].toReversed();
}

/** The same for values of one type. */
function typeKey(value: FieldValuePlan): string {
  if (value.kind === "enum") return `enum ${value.type.unique}`;
  if (value.kind !== "simple") return value.kind;
  const { shape, typescript } = value;
  if (shape === undefined) return typescript;
  if (shape.kind === "list") return `SimpleList<${typeKey(shape.item)}>`;
  return shape.members.map(typeKey).join(" | ");
}

/** `readonly (string | null)[]` */
export function listType(item: FieldValuePlan, nillable: boolean, types: TypeReferences): Code {
  return ["readonly ", arrayType(item, nillable, types)];
}

/** `readonly (readonly number[])[]` for two dimensions. */
export function gridType(
  { item, nillable, dimensions = 1 }: Pick<ListValuePlan, "item" | "nillable" | "dimensions">,
  types: TypeReferences,
): Code {
  let type = listType(item, nillable, types);
  for (let more = 1; more < dimensions; more++) type = ["readonly (", type, ")[]"];
  return type;
}

/** `string[]`, `(string | null)[]` */
export function arrayType(item: FieldValuePlan, nillable: boolean, types: TypeReferences): Code {
  const type = nillableType(item, nillable, types);
  return nillable || hasOperators(item) ? ["(", type, ")[]"] : [type, "[]"];
}

/** True for a type that is more than a name. */
function hasOperators(value: FieldValuePlan): boolean {
  if (value.kind === "list" || value.kind === "attributes") return true;
  return (
    value.kind === "simple" && value.shape?.kind === "union" && distinctTypes(value.shape.members).length > 1
  );
}

/** A value, or null where it may be nil. */
export function nillableType(value: FieldValuePlan, nillable: boolean, types: TypeReferences): Code {
  const type = valueType(value, types);
  return nillable ? [type, " | null"] : type;
}

/** The type of a field, `undefined` included for one that may be absent. */
export function fieldType({ value, nillable, required, repeated }: FieldPlan, types: TypeReferences): Code {
  const type = repeated ? listType(value, nillable, types) : nillableType(value, nillable, types);
  return required ? type : [type, " | undefined"];
}

/** The type of a field as a server gives it: a text may be in pieces. */
export function givenType(field: FieldPlan, types: TypeReferences): Code {
  const { value, nillable, required } = field;
  if (!isInPieces(value)) return fieldType(field, types);
  return [textInPieces(types), nillable ? " | null" : "", required ? "" : " | undefined"];
}

/** A text, or its pieces one by one. */
export function textInPieces(types: TypeReferences): Code {
  return ["string | ", types.global("AsyncIterable"), "<string>"];
}

/** True for a text that a server may give in pieces. */
export function isInPieces(value: FieldValuePlan): boolean {
  return value.kind === "simple" && value.inPieces === true;
}

/** The item of a list of lists at the end. */
export function leafOf(value: FieldValuePlan): FieldValuePlan {
  return value.kind === "list" ? leafOf(value.item) : value;
}
