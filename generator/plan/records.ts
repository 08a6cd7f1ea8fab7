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
  TypeNamePlan,
  VariantPlan,
} from "./types.js";
import {
  elementsOf,
  hasPattern,
  isEnumeration,
  isOpenContent,
  listItem,
  planField,
  planList,
  planValue,
} from "./values.js";

export interface TypesPlan {
  readonly enums: readonly EnumPlan[];
  readonly records: readonly RecordPlan[];
  readonly lists: readonly ListPlan[];
  readonly patterns: readonly PatternPlan[];
  /** Records and lists in schema order. */
  readonly ordered: readonly (RecordPlan | ListPlan)[];
}

/** Every type of the contract, used or not, save the anonymous ones of message elements, which `messages` names. */
export function planTypes(
  { contract, taken, diagnostics }: OperationContext,
  messages: ReadonlySet<Id>,
): TypesPlan {
  const ordered = contract.model.complexTypes
    .filter((type) => !messages.has(type.id) && !isOpenContent(type))
    .map((type) => {
      const item = listItem(contract, type);
      return item === undefined ? planRecord(contract, taken, type) : planList(contract, type, item);
    });
  return {
    enums: planEnums(contract),
    records: ordered.filter((type): type is RecordPlan => !isList(type)),
    lists: ordered.filter(isList),
    patterns: planPatterns(contract, diagnostics),
    ordered,
  };
}

export function isList(type: RecordPlan | ListPlan): type is ListPlan {
  return "item" in type;
}

function planEnums(contract: Contract): readonly EnumPlan[] {
  return contract.model.simpleTypes.filter(isEnumeration).map((type) => ({
    type: contract.typeName(type),
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
    return [{ name: contract.typeName(type).unique, base, expression: `^(?:${expressions.join("|")})$` }];
  });
}

function planRecord(contract: Contract, taken: ReadonlySet<string>, type: ComplexTypeModel): RecordPlan {
  const base = baseOf(contract, type);
  const fields = elementsOf(type.content).map((element) => planField(contract, taken, element));
  return {
    type: contract.typeName(type),
    wire: contract.qName(type),
    doc: type.doc,
    abstract: type.abstract,
    fieldsType: fieldsType(contract, type),
    base: base === undefined ? undefined : planBase(contract, base),
    fields,
    allFields: [...inheritedFields(contract, taken, base), ...fields],
    variants: planVariants(contract, type),
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

function planBase(contract: Contract, type: ComplexTypeModel): RecordBasePlan {
  return { type: contract.typeName(type), fieldsType: fieldsType(contract, type) };
}

function planVariants(contract: Contract, type: ComplexTypeModel): readonly VariantPlan[] {
  const types = [type, ...contract.derived(type.id)].filter((variant) => !variant.abstract);
  const names = types.map((variant) => contract.typeName(variant));
  const counts = new Map<string, number>();
  for (const { name } of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return types.map((variant) => {
    const planned = contract.typeName(variant);
    const tag = counts.get(planned.name) === 1 ? planned.name : planned.unique;
    return { type: planned, tag, wire: contract.qName(variant) };
  });
}

/** The name of an abstract type stands for the union of what is derived from it; its fields have an interface apart. */
export function fieldsType(contract: Contract, type: ComplexTypeModel): TypeNamePlan {
  const { name, unique, module } = contract.typeName(type);
  if (!type.abstract) return { name, unique, module };
  return { name: `${name}Fields`, unique: `${name}Fields${unique.slice(name.length)}`, module };
}
