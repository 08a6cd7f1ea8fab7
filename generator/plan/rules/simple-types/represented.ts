import type { PropertyStyle } from "../names/property-names.js";
import {
  type EnumValuePlan,
  isResolved,
  type RepresentedPlan,
  type SimpleShapePlan,
  type SimpleValuePlan,
} from "../../data/simple-types.js";

/** Types of values and names of properties in TypeScript where the user chooses them. */
export interface Representations {
  readonly names?: PropertyStyle | undefined;
  /** Of xs:long, xs:integer and the other integers beyond 32 bits. */
  readonly long?: "bigint" | "number" | "string" | undefined;
  readonly decimal?: "Decimal" | "number" | "string" | undefined;
  /** Of xs:dateTime. */
  readonly dates?: "XsdDateTime" | "Date" | undefined;
  /** Of xs:QName and xs:NOTATION. */
  readonly qnames?: "text" | "resolved" | undefined;
}

/** The functions of the runtime that represent values, by the type of the values and the wanted one. */
const functions: Readonly<Record<string, RepresentedPlan>> = {
  "bigint number": { by: "integerNumber", typescript: "number" },
  "bigint string": { by: "integerText", typescript: "string" },
  "Decimal number": { by: "decimalNumber", typescript: "number" },
  "Decimal string": { by: "decimalText", typescript: "string" },
  "XsdDateTime Date": { by: "dateTimeDate", typescript: "Date" },
};

/** The value in the representation that the user chose; values of lists and unions are unchanged, except names. */
export function asRepresented(
  value: SimpleValuePlan | EnumValuePlan,
  { long, decimal, dates, qnames }: Representations,
): SimpleValuePlan | EnumValuePlan {
  const named = qnames === "resolved" ? withNames(value) : value;
  if (named.kind !== "simple" || named.shape !== undefined || isResolved(named)) return named;
  const wanted: Readonly<Record<string, string | undefined>> = {
    bigint: long,
    Decimal: decimal,
    XsdDateTime: dates,
  };
  const { typescript } = named;
  const represented = Object.hasOwn(wanted, typescript)
    ? functions[`${typescript} ${wanted[typescript] ?? ""}`]
    : undefined;
  return represented === undefined ? named : { ...named, typescript: represented.typescript, represented };
}

const nameTypes: ReadonlySet<string> = new Set(["QName", "NOTATION"]);

/** The value with names in place of their texts, at every depth; enumerations keep their values. */
export function withNames(value: SimpleValuePlan | EnumValuePlan): SimpleValuePlan | EnumValuePlan {
  if (value.kind === "enum") return value;
  if (value.shape === undefined) {
    const represented = { by: "resolved", typescript: "QualifiedName" };
    return nameTypes.has(value.constant) ? { ...value, typescript: "QualifiedName", represented } : value;
  }
  const shape = shapeWithNames(value.shape);
  const parts = shape.kind === "list" ? [shape.item] : shape.members;
  if (!parts.some(isResolved)) return value;
  return { ...value, shape, represented: { by: "resolved", typescript: "names" } };
}

function shapeWithNames(shape: SimpleShapePlan): SimpleShapePlan {
  return shape.kind === "list"
    ? { kind: "list", item: withNames(shape.item) }
    : { kind: "union", members: shape.members.map(withNames) };
}
