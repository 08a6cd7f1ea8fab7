import type { ValuePlan } from "../../data/members.js";
import type { PropertyStyle } from "../names/property-names.js";
import type { RepresentedPlan } from "../../data/simple-types.js";

/** Types of values and names of properties in TypeScript where the user chooses them. */
export interface Representations {
  readonly names?: PropertyStyle | undefined;
  /** Of xs:long, xs:integer and the other integers beyond 32 bits. */
  readonly long?: "bigint" | "number" | "string" | undefined;
  readonly decimal?: "Decimal" | "number" | "string" | undefined;
  /** Of xs:dateTime. */
  readonly dates?: "XsdDateTime" | "Date" | undefined;
}

/** The functions of the runtime that represent values, by the type of the values and the wanted one. */
const functions: Readonly<Record<string, RepresentedPlan>> = {
  "bigint number": { by: "integerNumber", typescript: "number" },
  "bigint string": { by: "integerText", typescript: "string" },
  "Decimal number": { by: "decimalNumber", typescript: "number" },
  "Decimal string": { by: "decimalText", typescript: "string" },
  "XsdDateTime Date": { by: "dateTimeDate", typescript: "Date" },
};

/** The value in the representation that the user chose; values of lists and unions are unchanged. */
export function asRepresented(value: ValuePlan, { long, decimal, dates }: Representations): ValuePlan {
  if (value.kind !== "simple" || value.shape !== undefined) return value;
  const wanted: Readonly<Record<string, string | undefined>> = {
    bigint: long,
    Decimal: decimal,
    XsdDateTime: dates,
  };
  const { typescript } = value;
  const represented = Object.hasOwn(wanted, typescript)
    ? functions[`${typescript} ${wanted[typescript] ?? ""}`]
    : undefined;
  return represented === undefined ? value : { ...value, typescript: represented.typescript, represented };
}
