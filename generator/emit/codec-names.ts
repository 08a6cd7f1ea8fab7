/** How the functions and constants of `codecs.ts` are called. */
import type { EnumValuePlan, FieldPlan, SimpleValuePlan, TypeNamePlan, ValuePlan } from "../plan/types.js";
import { namespaceMember } from "./namespaces.js";
import { literal } from "./text.js";
import { typeText, type Qualifiers } from "./ts-type.js";

/** Types of other generated files are written with the name of their module, which no variable can hide. */
export const qualifiers: Qualifiers = { enums: "enums.", records: "records." };

/** Constant that parses and prints a simple value. */
export function typeConstant(value: SimpleValuePlan | EnumValuePlan): string {
  if (value.constraint !== undefined) return value.constraint.name;
  if (value.kind === "enum") return `${value.type.unique}Type`;
  return value.narrowed === undefined ? value.constant : `${value.narrowed}Type`;
}

/** True for bytes that may travel as a part beside the message (MTOM). */
export function isBase64(value: ValuePlan): boolean {
  return value.kind === "simple" && value.constant === "base64Binary" && value.shape === undefined;
}

/** True for an attachment that a URL in the message stands for. */
export function isReference(value: ValuePlan): boolean {
  return value.kind === "simple" && value.constant === "swaRef";
}

/** Constant with the qualified name of a record or list type. */
export function nameConstant({ unique }: TypeNamePlan): string {
  return `${unique}Type`;
}

/** Constant with the types that may stand where the type is declared. */
export function choiceConstant({ unique }: TypeNamePlan): string {
  return `${unique}Types`;
}

/** Type of a record as a function names it. */
export function recordType(type: TypeNamePlan): string {
  return typeText(type, qualifiers.records);
}

/** Names of the attributes that a type declares: what `$attributes` does not hold. */
export function declaredAttributes(fields: readonly FieldPlan[]): readonly string[] {
  return fields
    .filter(({ kind }) => kind === "attribute")
    .map(({ element }) => `{ ${namespaceMember(element.constant)}, name: ${literal(element.name)} }`);
}
