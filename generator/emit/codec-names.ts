/** How the functions and constants of `codecs.ts` are called. */
import type { EnumValuePlan, SimpleValuePlan } from "../plan/types.js";
import type { Qualifiers } from "./ts-type.js";

/** Types of other generated files are written with the name of their module, which no variable can hide. */
export const qualifiers: Qualifiers = { enums: "enums.", records: "records." };

/** Constant that parses and prints a simple value. */
export function typeConstant(value: SimpleValuePlan | EnumValuePlan): string {
  if (value.kind === "enum") return `${value.name}Type`;
  return value.pattern === undefined ? value.constant : `${value.pattern}Type`;
}

/** Constant with the qualified name of a record or list type. */
export function nameConstant(typeName: string): string {
  return `${typeName}Type`;
}

/** Constant with the types that may stand where `typeName` is declared. */
export function choiceConstant(typeName: string): string {
  return `${typeName}Types`;
}
