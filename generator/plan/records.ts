import type { Diagnostics } from "../diagnostics.js";
import type { ComplexTypeModel, Id } from "../model/types.js";
import type { Contract } from "./contract.js";
import { toExpression } from "./expression.js";
import type { OperationContext } from "./operations.js";
import type {
  EnumPlan,
  FieldPlan,
  ListPlan,
  PatternPlan,
  RecordBasePlan,
  RecordPlan,
  VariantPlan,
} from "./types.js";
import {
  declaredName,
  elementsOf,
  hasPattern,
  isEnumeration,
  isOpenContent,
  listItem,
  planField,
  planList,
  planValue,
  qName,
} from "./values.js";

export interface TypesPlan {
  readonly enums: readonly EnumPlan[];
  readonly records: readonly RecordPlan[];
  readonly lists: readonly ListPlan[];
  readonly patterns: readonly PatternPlan[];
  /** Names of records and lists in schema order. */
  readonly order: readonly string[];
}

/** Every type of the contract, used or not, save the anonymous ones of message elements, which `messages` names. */
export function planTypes(
  { contract, taken, diagnostics }: OperationContext,
  messages: ReadonlySet<Id>,
): TypesPlan {
  const records: RecordPlan[] = [];
  const lists: ListPlan[] = [];
  for (const type of contract.model.complexTypes) {
    if (messages.has(type.id) || isOpenContent(type)) continue;
    const item = listItem(contract, type);
    if (item === undefined) records.push(planRecord(contract, taken, type));
    else lists.push(planList(contract, type, item));
  }
  const order = contract.model.complexTypes.map(declaredName);
  return { enums: planEnums(contract), records, lists, patterns: planPatterns(contract, diagnostics), order };
}

function planEnums(contract: Contract): readonly EnumPlan[] {
  return contract.model.simpleTypes.filter(isEnumeration).map((type) => ({
    name: declaredName(type),
    doc: type.doc,
    members: type.facets.enumeration.map(({ value, doc }) => ({ value, doc })),
  }));
}

function planPatterns(contract: Contract, diagnostics: Diagnostics): readonly PatternPlan[] {
  return contract.model.simpleTypes.filter(hasPattern).flatMap((type) => {
    const base = type.variety.kind === "restriction" ? planValue(contract, type.variety.base) : undefined;
    if (base?.kind !== "simple") return [];
    const expressions = type.facets.patterns.map((pattern) => {
      const expression = toExpression(pattern);
      if (expression === undefined) diagnostics.report("MG3008", type.origin, { pattern, name: type.name });
      return expression;
    });
    return [{ name: declaredName(type), base, expression: `^(?:${expressions.join("|")})$` }];
  });
}

function planRecord(contract: Contract, taken: ReadonlySet<string>, type: ComplexTypeModel): RecordPlan {
  const base = baseOf(contract, type);
  const fields = elementsOf(type.content).map((element) => planField(contract, taken, element));
  return {
    name: declaredName(type),
    wire: qName(type),
    doc: type.doc,
    abstract: type.abstract,
    interfaceName: interfaceName(type),
    base: base === undefined ? undefined : planBase(base),
    fields,
    allFields: [...inheritedFields(contract, taken, base), ...fields],
    variants: [type, ...contract.derived(type.id)].filter((variant) => !variant.abstract).map(planVariant),
  };
}

function inheritedFields(
  contract: Contract,
  taken: ReadonlySet<string>,
  type: ComplexTypeModel | undefined,
): readonly FieldPlan[] {
  if (type === undefined) return [];
  const own = elementsOf(type.content).map((element) => planField(contract, taken, element));
  return [...inheritedFields(contract, taken, baseOf(contract, type)), ...own];
}

function baseOf(contract: Contract, type: ComplexTypeModel): ComplexTypeModel | undefined {
  return type.derivation === undefined ? undefined : contract.complexType(type.derivation.base);
}

function planBase(type: ComplexTypeModel): RecordBasePlan {
  return { name: declaredName(type), interfaceName: interfaceName(type) };
}

function planVariant(type: ComplexTypeModel): VariantPlan {
  return { name: declaredName(type), wire: qName(type) };
}

/** The name of an abstract type stands for the union of what is derived from it; its fields have an interface apart. */
function interfaceName(type: ComplexTypeModel): string {
  return type.abstract ? `${declaredName(type)}Fields` : declaredName(type);
}
