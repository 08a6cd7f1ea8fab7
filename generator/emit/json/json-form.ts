import type { EnumValuePlan, SimpleValuePlan } from "../../plan/data/simple-types.js";

/** What a simple value is in JSON: `integer` a string of digits, `float` a number or one of three strings. */
export type JsonForm = "text" | "integer" | "number" | "float" | "boolean" | "list" | "union";

/** Types of XML Schema by form; values of all others are texts. */
const typesByForm = {
  boolean: ["boolean"],
  float: ["float", "double"],
  number: ["int", "short", "byte", "unsignedInt", "unsignedShort", "unsignedByte"],
  integer: [
    "long",
    "unsignedLong",
    "integer",
    "positiveInteger",
    "negativeInteger",
    "nonPositiveInteger",
    "nonNegativeInteger",
  ],
  list: ["NMTOKENS", "IDREFS", "ENTITIES"],
} satisfies Partial<Record<JsonForm, readonly string[]>>;

const forms: ReadonlyMap<string, JsonForm> = new Map(
  (Object.keys(typesByForm) as (keyof typeof typesByForm)[]).flatMap((form) =>
    typesByForm[form].map((type) => [type, form]),
  ),
);

/** It depends on the type of XML Schema alone, not on the representation that the user has chosen. */
export function jsonFormOf(
  value: SimpleValuePlan | EnumValuePlan,
  isNumeric: (enumeration: EnumValuePlan) => boolean,
): JsonForm {
  if (value.kind === "enum") return isNumeric(value) ? "number" : "text";
  return value.shape?.kind ?? forms.get(value.constant) ?? "text";
}
