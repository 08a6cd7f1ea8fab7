import {
  type EnumValuePlan,
  isResolved,
  type RepresentedPlan,
  type SimpleShapePlan,
  type SimpleValuePlan,
} from "../../data/simple-types.js";
import type { Representations } from "../contract/named-contract.js";

/** The functions of the runtime that represent values, by the type of the values and the wanted one. */
const functions: Readonly<Record<string, string>> = {
  "bigint number": "integerNumber",
  "bigint string": "integerText",
  "Decimal number": "decimalNumber",
  "Decimal string": "decimalText",
  "XsdDateTime Date": "dateTimeDate",
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
  const typescript = Object.hasOwn(wanted, named.typescript) ? wanted[named.typescript] : undefined;
  const by = functions[`${named.typescript} ${typescript ?? ""}`];
  if (typescript === undefined || by === undefined) return named;
  return { ...named, typescript, represented: { by, stem: typescript, original: named } };
}

const nameTypes: ReadonlySet<string> = new Set(["QName", "NOTATION"]);

/** The value with names in place of their texts, at every depth; enumerations keep their values. */
export function withNames(value: SimpleValuePlan | EnumValuePlan): SimpleValuePlan | EnumValuePlan {
  if (value.kind === "enum") return value;
  if (value.shape === undefined) {
    const typescript = "QualifiedName";
    const represented: RepresentedPlan = { by: "resolved", stem: typescript, original: value };
    return nameTypes.has(value.constant) ? { ...value, typescript, represented } : value;
  }
  const shape = shapeWithNames(value.shape);
  const parts = shape.kind === "list" ? [shape.item] : shape.members;
  if (!parts.some(isResolved)) return value;
  return { ...value, shape, represented: { by: "resolved", stem: "names", original: value } };
}

function shapeWithNames(shape: SimpleShapePlan): SimpleShapePlan {
  return shape.kind === "list"
    ? { kind: "list", item: withNames(shape.item) }
    : { kind: "union", members: shape.members.map(withNames) };
}
