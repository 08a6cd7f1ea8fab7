/** Constants of the simple types of a contract, and of the names of its records: what functions of a file refer to. */
import { bodyFields, outputFields } from "../../plan/data/operations.js";
import { valuesOf, type FieldValuePlan } from "../../plan/data/members.js";
import type { KnownValuePlan } from "../../plan/data/open-types.js";
import type { Plan } from "../../plan/data/plan.js";
import { partsOf, type EnumValuePlan, type SimpleValuePlan } from "../../plan/data/simple-types.js";
import type { Code } from "../printer/code.js";
import type { ConstantGroup, GeneratedFile } from "../printer/generated-file.js";
import type { ConstantSymbol } from "../printer/symbols.js";
import { leafOf } from "../type-text/value-types.js";
import { elementName, representedName, type CodecFile } from "./codec-file.js";
import { typeName } from "./read-values.js";
import {
  constraintConstant,
  elementConstant,
  enumConstant,
  narrowedConstant,
  representedConstant,
} from "./simple-types.js";

type UsedValue = FieldValuePlan | KnownValuePlan;

/** Constants of types; unused ones are not printed. */
export function declareConstants(file: GeneratedFile, plan: Plan, codecs: CodecFile): void {
  const names = file.constants();
  for (const each of plan.ordered) {
    const print = (self: ConstantSymbol): Code => typeName(codecs, self, each);
    codecs.note("type", each.type.unique, names(`${each.type.unique}Type`, print));
  }
  const enumerations = file.constants();
  for (const each of plan.enums) {
    const print = (self: ConstantSymbol): Code => enumConstant(codecs, self, each);
    codecs.note("type", each.type.unique, enumerations(`${each.type.unique}Type`, print));
  }
  const represented = new Set<string>();
  const representedConstants = (
    all: ConstantGroup,
    values: Iterable<readonly [string, SimpleValuePlan]>,
  ): void => {
    for (const [name, value] of values) {
      if (represented.has(name)) continue;
      represented.add(name);
      const print = (self: ConstantSymbol): Code => representedConstant(codecs, self, value);
      codecs.note("represented", name, all(name, print));
    }
  };
  const narrowedTypes = file.constants();
  for (const each of plan.narrowed) {
    // Modules evaluate constants in their order: lists and unions refer to these.
    representedConstants(narrowedTypes, byRepresentedName(partsOf(each)));
    const print = (self: ConstantSymbol): Code => narrowedConstant(codecs, self, each);
    codecs.note("type", each.name, narrowedTypes(`${each.name}Type`, print));
  }
  const used = usedValues(plan);
  const all = [...used, ...knownValues(plan)];
  const constrainedTypes = file.constants();
  for (const [name, value] of constrainedValues(used)) {
    const print = (self: ConstantSymbol): Code => constraintConstant(codecs, self, value);
    codecs.note("constraint", name, constrainedTypes(name, print));
  }
  representedConstants(file.constants(), representedValues(all));
  const elementTypes = file.constants();
  for (const [name, value] of elementValues(all)) {
    const print = (self: ConstantSymbol): Code => elementConstant(codecs, self, value);
    codecs.note("element", name, elementTypes(`${name}Type`, print));
  }
}

/** One value of each simple type that elements are read by under another name or with prefixes, by the stem of its constant. */
function elementValues(
  values: readonly UsedValue[],
): readonly (readonly [string, SimpleValuePlan | EnumValuePlan])[] {
  const byName = new Map<string, SimpleValuePlan | EnumValuePlan>();
  for (const value of values) {
    if (value.kind !== "simple" && value.kind !== "enum") continue;
    const name = elementName(value);
    if (name !== undefined) byName.set(name, value);
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One value of each simple type with a default or fixed value, by the name of its constant. */
function constrainedValues(
  values: readonly UsedValue[],
): readonly (readonly [string, SimpleValuePlan | EnumValuePlan])[] {
  const byName = new Map<string, SimpleValuePlan | EnumValuePlan>();
  for (const value of values)
    if ((value.kind === "simple" || value.kind === "enum") && value.constraint !== undefined)
      byName.set(value.constraint.name, value);
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One value of each simple type whose values are represented otherwise, by the stem of its constant. */
function representedValues(values: readonly UsedValue[]): readonly (readonly [string, SimpleValuePlan])[] {
  const byName = byRepresentedName(values);
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
}

function byRepresentedName(values: readonly UsedValue[]): ReadonlyMap<string, SimpleValuePlan> {
  const byName = new Map<string, SimpleValuePlan>();
  for (const value of values)
    if (value.kind === "simple" && value.represented !== undefined) byName.set(representedName(value), value);
  return byName;
}

/** The values of types that elements of type xs:anyType may have. */
export function knownValues({ openTypes }: Plan): readonly KnownValuePlan[] {
  return (openTypes?.types ?? []).map(({ value }) => value);
}

/** The values of all fields, lists and messages. */
export function usedValues(plan: Plan): readonly FieldValuePlan[] {
  const { records, lists, operations, elements } = plan;
  const fields = [
    ...operations.flatMap(({ input, output }) => [...bodyFields(input.body), ...outputFields(output)]),
    ...operations.flatMap(({ http }) => http?.parameters ?? []),
    ...elements.map(({ field }) => field),
  ];
  const values = [
    ...records.flatMap(({ allMembers }) => valuesOf(allMembers)),
    ...lists.map(({ item }) => item),
    ...fields.map(({ value }) => value),
    ...plan.answers.flatMap(({ value }) => value ?? []),
  ];
  const used: FieldValuePlan[] = [];
  for (const value of values) {
    used.push(value);
    if (value.kind === "list") used.push(leafOf(value));
  }
  return used;
}
