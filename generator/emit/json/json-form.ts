import type { EnumValuePlan, SimpleValuePlan } from "../../plan/data/simple-types.js";

/** What a simple value is in JSON: `integer` a string of digits, `float` a number or one of three strings. */
export type JsonForm = "text" | "integer" | "number" | "float" | "boolean" | "list" | "union";

const forms: ReadonlyMap<string, JsonForm> = new Map<string, JsonForm>([
  ["boolean", "boolean"],
  ["float", "float"],
  ["double", "float"],
  ...["int", "short", "byte", "unsignedInt", "unsignedShort", "unsignedByte"].map(
    (name) => [name, "number"] as const,
  ),
  ...[
    "long",
    "unsignedLong",
    "integer",
    "positiveInteger",
    "negativeInteger",
    "nonPositiveInteger",
    "nonNegativeInteger",
  ].map((name) => [name, "integer"] as const),
  ...["NMTOKENS", "IDREFS", "ENTITIES"].map((name) => [name, "list"] as const),
]);

/** It depends on the type of XML Schema alone, not on the representation that the user has chosen. */
export function jsonFormOf(
  value: SimpleValuePlan | EnumValuePlan,
  isNumeric: (enumeration: EnumValuePlan) => boolean,
): JsonForm {
  if (value.kind === "enum") return isNumeric(value) ? "number" : "text";
  return value.shape?.kind ?? forms.get(value.constant) ?? "text";
}
