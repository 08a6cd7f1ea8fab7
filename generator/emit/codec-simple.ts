/** Constants of the simple types that a contract declares. */
import { partsOf } from "../plan/simple-types.js";
import type { EnumPlan, EnumValuePlan, FacetsPlan, NarrowedPlan, SimpleValuePlan } from "../plan/types.js";
import { qualifiers, typeConstant } from "./codec-names.js";
import { listed, object } from "./layout.js";
import { literal } from "./text.js";
import { typeText, valueType } from "./ts-type.js";

/** Bundlers leave out what nobody uses when they are told that making it does nothing else. */
export const pure = "/* @__PURE__ */ ";

export function enumConstant({ type, base }: EnumPlan): string {
  const head = `const ${type.unique}Type = ${pure}enumeration(`;
  const values = typeText(type, qualifiers.enums);
  return listed(head, [literal(type.name), values, ...(base === "string" ? [] : [base])], ");").join("\n");
}

export function narrowedConstant(plan: NarrowedPlan): string {
  const name = literal(plan.name);
  const head = `const ${plan.name}Type = `;
  switch (plan.kind) {
    case "restriction": {
      const before = `${head}${pure}restriction(${name}, ${typeConstant(plan.base)}, `;
      return object(before, facetMembers(plan.facets), "});").join("\n");
    }
    case "list":
      return listed(`${head}${pure}listOf(`, [name, typeConstant(plan.item)], ");").join("\n");
    case "union": {
      const types = [...new Set(plan.members.map((member) => valueType(member, qualifiers)))].join(" | ");
      return listed(`${head}${pure}unionOf<${types}>(${name}, [`, plan.members.map(typeConstant), "]);").join(
        "\n",
      );
    }
  }
}

/** Members of an object literal; one that does not fit on a line has its lines. */
function facetMembers({ limits, pattern, enumeration }: FacetsPlan): readonly string[] {
  return [
    ...limits.map(({ name, value }) => `${name}: ${typeof value === "number" ? value : literal(value)}`),
    ...(pattern === undefined
      ? []
      : [listed("pattern: new RegExp(", [literal(pattern), '"v"'], ")", 3).join("\n  ")]),
    ...(enumeration.length === 0
      ? []
      : [listed("enumeration: [", enumeration.map(literal), "]", 3).join("\n  ")]),
  ];
}

/** What a constant needs from the runtime. */
export function runtimeConstants(plan: NarrowedPlan): readonly string[] {
  const maker = { restriction: "restriction", list: "listOf", union: "unionOf" }[plan.kind];
  return [maker, ...partsOf(plan).flatMap(builtInConstant)];
}

function builtInConstant(value: SimpleValuePlan | EnumValuePlan): readonly string[] {
  return value.kind === "simple" && value.narrowed === undefined ? [value.constant] : [];
}
