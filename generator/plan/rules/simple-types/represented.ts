import {
  type EnumValuePlan,
  isResolved,
  partsOf,
  type RepresentedPlan,
  type SimpleShapePlan,
  type SimpleValuePlan,
} from "../../data/simple-types.js";
import type { Representations } from "../contract/named-contract.js";

/** A function of the runtime that represents values, and their type. */
interface Chosen {
  readonly typescript: string;
  readonly by: string;
}

/** The exact ones, by the type of the values and the wanted one. */
const exact: Readonly<Record<string, string>> = {
  "bigint number": "integerNumber",
  "bigint string": "integerText",
  "Decimal number": "decimalNumber",
  "Decimal string": "decimalText",
  "XsdDateTime Date": "dateTimeDate",
};

/** Those of `values: "plain"`, by the type of the values. */
const plain: ReadonlyMap<string, Chosen> = new Map([
  ["bigint", { typescript: "number", by: "integerNumber" }],
  ["Decimal", { typescript: "number", by: "roundedNumber" }],
  ["XsdDateTime", { typescript: "Date", by: "utcDate" }],
]);

/** An option for one type of values takes precedence over `values`. Undefined for values that keep their type. */
export function chosenFor(
  original: string,
  { values, long, decimal, dates }: Representations,
): Chosen | undefined {
  const options = new Map([
    ["bigint", long],
    ["Decimal", decimal],
    ["XsdDateTime", dates],
  ]);
  const typescript = options.get(original);
  if (typescript === undefined) return values === "plain" ? plain.get(original) : undefined;
  const by = exact[`${original} ${typescript}`];
  return by === undefined ? undefined : { typescript, by };
}

/** The value in the representation that the user chose; values of lists and unions are unchanged, except names. */
export function asRepresented(
  value: SimpleValuePlan | EnumValuePlan,
  representations: Representations,
): SimpleValuePlan | EnumValuePlan {
  const named = representations.qnames === "resolved" ? withNames(value) : value;
  if (named.kind !== "simple" || named.shape !== undefined || isResolved(named)) return named;
  const chosen = chosenFor(named.typescript, representations);
  if (chosen === undefined) return named;
  const { typescript, by } = chosen;
  return { ...named, typescript, represented: { by, stem: typescript, original: named } };
}

/** The item of a list or the member of a union: exact, unless all values are plain. Names are those of `withNames`. */
export function asPart(
  value: SimpleValuePlan | EnumValuePlan,
  representations: Representations,
): SimpleValuePlan | EnumValuePlan {
  if (representations.values !== "plain") return value;
  return asRepresented(value, { ...representations, qnames: "text" });
}

const nameTypes: ReadonlySet<string> = new Set(["QName", "NOTATION"]);

/** True for `xs:QName`, `xs:NOTATION`, and for lists and unions with them. */
export function hasNames(value: SimpleValuePlan | EnumValuePlan): boolean {
  if (value.kind === "enum") return false;
  return value.shape === undefined ? nameTypes.has(value.constant) : partsOf(value.shape).some(hasNames);
}

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
  const examples = value.examples?.map(withNames);
  const represented: RepresentedPlan = { by: "resolved", stem: "names", original: value };
  return { ...value, shape, represented, ...(examples === undefined ? {} : { examples }) };
}

function shapeWithNames(shape: SimpleShapePlan): SimpleShapePlan {
  return shape.kind === "list"
    ? { kind: "list", item: withNames(shape.item) }
    : { kind: "union", members: shape.members.map(withNames) };
}
