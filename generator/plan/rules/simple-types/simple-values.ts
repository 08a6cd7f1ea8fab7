import { builtInType } from "messenger-gen-runtime/xsd";
import { isSoapEncodingNamespace } from "../../../model/built-in.js";
import type { Id, SimpleTypeModel } from "../../../model/types.js";
import type { ValuePlan } from "../../data/members.js";
import {
  type EnumValuePlan,
  type SimpleValuePlan,
  partsOf,
  type NarrowedPlan,
} from "../../data/simple-types.js";
import { type NamedContract, oncePerType } from "../contract/named-contract.js";
import { type PartValue, withExample } from "./part-examples.js";
import { asPart } from "./represented.js";
import { guidId, hasFacets, simpleBase, xsd } from "./ancestors.js";
import { enumerationBase, isEnumeration, qualifiedPrefixes } from "./enumerations.js";
import { sampleText } from "./sample-texts.js";
import type { Diagnostics } from "../../../diagnostics.js";
import { planFacets, reportFacets } from "./checked-types.js";

/** A URL that refers to an attachment (WS-I Attachments Profile 1.0, section 4.4). */
const swaRefId = "{http://ws-i.org/profiles/basic/1.1/xsd}swaRef";

type SimpleValue = SimpleValuePlan | EnumValuePlan;

/** TypeScript representation of a simple type; undefined for an id that is not a simple type. */
export const planSimpleValue = oncePerType(simpleValueOf);

function simpleValueOf(contract: NamedContract, declared: Id): SimpleValue | undefined {
  const id = simpleBase(contract, declared);
  const type = contract.simpleType(id);
  if (type === undefined) return planBuiltIn(id);
  if (type.id === guidId) return simpleValue("Guid", "guid");
  if (type.id === swaRefId) return attachmentValue();
  if (isEnumeration(contract, id))
    return {
      kind: "enum",
      type: contract.typeName(type),
      base: enumerationBase(contract, type),
      qualified: qualifiedPrefixes(contract, type),
    };
  const { variety } = type;
  const narrowed = contract.typeName(type).unique;
  switch (variety.kind) {
    case "list":
      return {
        ...simpleValue("", ""),
        narrowed,
        shape: { kind: "list", item: asPart(valueOf(contract, variety.item), contract.representations) },
      };
    case "union": {
      const members = distinct(variety.members.flatMap((member) => membersOf(contract, member)));
      const parts = members.map((member) => asPart(member, contract.representations));
      return { ...simpleValue("", ""), narrowed, shape: { kind: "union", members: parts } };
    }
    case "restriction": {
      const base = valueOf(contract, variety.base);
      if (base.kind === "enum" || !hasFacets(type)) return aliased(contract, type, base);
      const sample = sampleText(contract, type);
      const value = { ...base, narrowed, sample, alias: undefined };
      return base.shape === undefined || sample === undefined ? value : exampled(contract, id, value, sample);
    }
  }
}

/** A list or union with this text as its example, or as its fixed value. */
export function exampled<T extends ValuePlan>(contract: NamedContract, id: Id, value: T, text: string): T {
  if (value.kind !== "simple" || value.shape === undefined) return value;
  const part: PartValue = (_, partId) => asPart(valueOf(contract, partId), contract.representations);
  return { ...value, ...withExample(contract, { id: simpleBase(contract, id), value }, text, part) };
}

/** The value of a type without facets, which messages may name all the same. */
function aliased(contract: NamedContract, type: SimpleTypeModel, base: SimpleValue): SimpleValue {
  if (type.anonymous || isSoapEncodingNamespace(type.namespace)) return base;
  return { ...base, alias: { unique: contract.typeName(type).unique, wire: type.name } };
}

export function valueOf(contract: NamedContract, id: Id): SimpleValue {
  const value = planSimpleValue(contract, id);
  if (value === undefined) throw new Error(`${id} is no simple type.`);
  return asText(value);
}

/** Bytes beside a message, with their media type where it is known. */
export function attachmentValue(mediaType?: string): SimpleValuePlan {
  return { ...simpleValue("SoapAttachment", "swaRef"), mediaType };
}

/** A reference to an attachment that is neither an element nor its whole text remains a URL. */
export function asText<T extends ValuePlan>(value: T): T | SimpleValuePlan {
  const isReference = value.kind === "simple" && value.constant === "swaRef";
  return isReference ? simpleValue("string", "anyURI") : value;
}

function planBuiltIn(id: Id): SimpleValuePlan | undefined {
  const builtIn = id.startsWith(xsd) ? builtInType(id.slice(xsd.length)) : undefined;
  return builtIn === undefined ? undefined : simpleValue(builtIn.typescript, builtIn.constant);
}

/** Members of a union, where it is one without facets. */
function membersOf(contract: NamedContract, id: Id): readonly SimpleValue[] {
  const value = valueOf(contract, id);
  const isUnion = contract.simpleType(id)?.variety.kind === "union";
  return isUnion && value.kind === "simple" && value.shape?.kind === "union" ? value.shape.members : [value];
}

/** Without duplicates, in the order of first occurrence. */
function distinct(values: readonly SimpleValue[]): readonly SimpleValue[] {
  const byType = new Map<string, SimpleValue>();
  for (const value of values) {
    const key = value.kind === "enum" ? value.type.unique : `${value.narrowed ?? ""} ${value.constant}`;
    if (!byType.has(key)) byType.set(key, value);
  }
  return [...byType.values()];
}

function simpleValue(typescript: string, constant: string): SimpleValuePlan {
  return { kind: "simple", typescript, constant, narrowed: undefined, shape: undefined, sample: undefined };
}

/** Types that need a constant of their own, each after those it is made of. */
export function planNarrowed(contract: NamedContract, diagnostics: Diagnostics): readonly NarrowedPlan[] {
  const { simpleTypes } = contract.model;
  for (const type of simpleTypes) reportFacets(contract, type, diagnostics);
  if (diagnostics.hasErrors) return [];
  const plans = new Map(
    simpleTypes.flatMap((type) => narrowed(contract, type)).map((each) => [each.name, each]),
  );
  const ordered = new Set<NarrowedPlan>();
  const add = (plan: NarrowedPlan | undefined): void => {
    if (plan === undefined || ordered.has(plan)) return;
    for (const part of partsOf(plan)) if (part.kind === "simple") add(plans.get(part.narrowed ?? ""));
    ordered.add(plan);
  };
  for (const plan of plans.values()) add(plan);
  return [...ordered];
}

function narrowed(contract: NamedContract, type: SimpleTypeModel): readonly NarrowedPlan[] {
  const value = planSimpleValue(contract, type.id);
  const name = contract.typeName(type).unique;
  if (value?.kind !== "simple" || value.narrowed !== name) return [];
  const { variety, origin } = type;
  const wire = type.anonymous ? name : type.name;
  if (variety.kind === "restriction") {
    const base = valueOf(contract, variety.base);
    return [{ name, wire, origin, kind: "restriction", base, facets: planFacets(type) }];
  }
  return value.shape === undefined ? [] : [{ name, wire, origin, ...value.shape }];
}
