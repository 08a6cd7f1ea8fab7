import { builtInType, type ValueTypeName } from "../../runtime/xsd/built-in.js";
import { guid, listOf, restriction, unionOf } from "../../runtime/xsd/primitives.js";
import type { Facets } from "../../runtime/xsd/restriction.js";
import { LexicalError, type XsdType } from "../../runtime/xsd/type.js";
import type { Diagnostics } from "../diagnostics.js";
import type { ComplexTypeModel, EnumerationValue, Id, SimpleTypeModel } from "../model/types.js";
import type { Contract } from "./contract.js";
import { toExpression } from "./expression.js";
import { patternSample } from "./pattern-sample.js";
import type {
  EnumPlan,
  EnumValuePlan,
  FacetsPlan,
  NarrowedPlan,
  SimpleShapePlan,
  SimpleValuePlan,
  ValuePlan,
} from "./types.js";

const xsd = "{http://www.w3.org/2001/XMLSchema}";
/** The one simple type outside XML Schema that the runtime knows: a string with a pattern in every contract that uses it. */
const guidId = "{http://microsoft.com/wsdl/types/}guid";

/** A URL that stands for an attachment (WS-I Attachments Profile 1.0, section 4.4). */
const swaRefId = "{http://ws-i.org/profiles/basic/1.1/xsd}swaRef";

type SimpleValue = SimpleValuePlan | EnumValuePlan;

/** What is known of the simple types of a contract: chains and diamonds of them are gone through once. */
interface Known {
  readonly values: Map<Id, SimpleValue | undefined>;
  readonly types: Map<Id, XsdType<unknown>>;
  readonly enumerations: Map<Id, boolean>;
}

const known = new WeakMap<Contract, Known>();

function knownOf(contract: Contract): Known {
  const found = known.get(contract) ?? { values: new Map(), types: new Map(), enumerations: new Map() };
  known.set(contract, found);
  return found;
}

/** What a value of a simple type is in TypeScript; undefined for an id that is none. */
export function planSimpleValue(contract: Contract, declared: Id): SimpleValue | undefined {
  const { values } = knownOf(contract);
  if (!values.has(declared)) values.set(declared, simpleValueOf(contract, declared));
  return values.get(declared);
}

function simpleValueOf(contract: Contract, declared: Id): SimpleValue | undefined {
  const id = simpleBase(contract, declared);
  const type = contract.simpleType(id);
  if (type === undefined) return planBuiltIn(id);
  if (type.id === guidId) return simpleValue("Guid", "guid");
  if (type.id === swaRefId) return attachmentValue();
  if (isEnumeration(contract, type))
    return { kind: "enum", type: contract.typeName(type), ...asEnum(contract, type) };
  const { variety } = type;
  const narrowed = contract.typeName(type).unique;
  switch (variety.kind) {
    case "list":
      return {
        ...simpleValue("", ""),
        narrowed,
        shape: { kind: "list", item: valueOf(contract, variety.item) },
      };
    case "union": {
      const members = distinct(variety.members.flatMap((member) => membersOf(contract, member)));
      return { ...simpleValue("", ""), narrowed, shape: { kind: "union", members } };
    }
    case "restriction": {
      const base = valueOf(contract, variety.base);
      if (base.kind === "enum" || !hasFacets(type)) return base;
      return { ...base, narrowed, sample: sampleText(contract, type) };
    }
  }
}

/** The simple type of the text of a type with simple content, through all it is derived from. */
export function simpleContentOf(contract: Contract, type: ComplexTypeModel): Id | undefined {
  if (type.content.kind !== "simple") return undefined;
  return simpleBase(contract, type.content.type);
}

function simpleBase(contract: Contract, id: Id): Id {
  const complex = contract.complexType(id);
  if (complex !== undefined) return simpleContentOf(contract, complex) ?? `${xsd}string`;
  return id;
}

function valueOf(contract: Contract, id: Id): SimpleValue {
  const value = planSimpleValue(contract, id);
  if (value === undefined) throw new Error(`${id} is no simple type.`);
  return asText(value);
}

/** Bytes beside a message, with their media type where it is known. */
export function attachmentValue(mediaType?: string): SimpleValuePlan {
  return { ...simpleValue("SoapAttachment", "swaRef"), mediaType };
}

/** What names an attachment and is no element, nor all of its text, is the URL it is written as. */
export function asText<T extends ValuePlan>(value: T): T | SimpleValuePlan {
  const isReference = value.kind === "simple" && value.constant === "swaRef";
  return isReference ? simpleValue("string", "anyURI") : value;
}

function planBuiltIn(id: Id): SimpleValuePlan | undefined {
  const builtIn = id.startsWith(xsd) ? builtInType(id.slice(xsd.length)) : undefined;
  return builtIn === undefined ? undefined : simpleValue(builtIn.typescript, builtIn.constant);
}

/** Members of a union, where it is one without facets. */
function membersOf(contract: Contract, id: Id): readonly SimpleValue[] {
  const value = valueOf(contract, id);
  const isUnion = contract.simpleType(id)?.variety.kind === "union";
  return isUnion && value.kind === "simple" && value.shape?.kind === "union" ? value.shape.members : [value];
}

/** Each type once, at its first place. */
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

/** An enumeration of texts or of numbers becomes a type of its own, and so does what narrows one. */
function isEnumeration(contract: Contract, type: SimpleTypeModel): boolean {
  const { enumerations } = knownOf(contract);
  const found = enumerations.get(type.id) ?? enumerates(contract, type);
  enumerations.set(type.id, found);
  return found;
}

function enumerates(contract: Contract, type: SimpleTypeModel): boolean {
  if (type.variety.kind !== "restriction" || type.id === guidId) return false;
  if (type.facets.enumeration.length > 0) return enumeratedAs(contract, type) !== undefined;
  const base = contract.simpleType(simpleBase(contract, type.variety.base));
  return base !== undefined && hasFacets(type) && isEnumeration(contract, base);
}

/** The built-in type that an enumeration goes back to; undefined when its values are neither texts nor numbers. */
function enumeratedAs(
  contract: Contract,
  type: SimpleTypeModel,
): { text: ValueTypeName; name: string } | undefined {
  const { variety } = type;
  if (variety.kind !== "restriction") return undefined;
  const baseId = simpleBase(contract, variety.base);
  const base = contract.simpleType(baseId);
  if (base !== undefined) return base.id === guidId ? undefined : enumeratedAs(contract, base);
  const root = builtInType(baseId.slice(xsd.length));
  if (root?.typescript !== "string" && root?.typescript !== "number") return undefined;
  const finite = type.facets.enumeration.every(({ value }) => Number.isFinite(Number(value)));
  return root.typescript === "number" && !finite ? undefined : { text: root.typescript, name: root.constant };
}

function asEnum(contract: Contract, type: SimpleTypeModel): Pick<EnumValuePlan, "base"> {
  const root = enumeratedAs(contract, type);
  return { base: root?.name ?? "string" };
}

export function planEnums(contract: Contract): readonly EnumPlan[] {
  return contract.model.simpleTypes
    .filter((type) => isEnumeration(contract, type))
    .map((type) => {
      const root = enumeratedAs(contract, type);
      const members = enumMembers(contract, type);
      const numeric = root?.text === "number";
      return {
        type: contract.typeName(type),
        doc: type.doc,
        base: root?.name ?? "string",
        numeric,
        members: numeric ? distinctNumbers(members) : members,
      };
    });
}

/** Values of an enumeration, or those of its base that meet the facets. */
function enumMembers(contract: Contract, type: SimpleTypeModel): readonly EnumerationValue[] {
  if (type.facets.enumeration.length > 0) return type.facets.enumeration;
  const base = baseOf(contract, type);
  if (base === undefined) return [];
  const narrowed = runtimeType(contract, type.id);
  return enumMembers(contract, base).filter(({ value }) => isValue(narrowed, value));
}

function distinctNumbers(members: readonly EnumerationValue[]): readonly EnumerationValue[] {
  const byNumber = new Map(members.toReversed().map((member) => [Number(member.value), member]));
  return members.filter((member) => byNumber.get(Number(member.value)) === member);
}

/** Types that need a constant of their own, each after those it is made of. */
export function planNarrowed(contract: Contract, diagnostics: Diagnostics): readonly NarrowedPlan[] {
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

function narrowed(contract: Contract, type: SimpleTypeModel): readonly NarrowedPlan[] {
  const value = planSimpleValue(contract, type.id);
  const name = contract.typeName(type).unique;
  if (value?.kind !== "simple" || value.narrowed !== name) return [];
  const { variety } = type;
  if (variety.kind === "restriction") {
    const base = valueOf(contract, variety.base);
    return [{ name, kind: "restriction", base, facets: planFacets(type) }];
  }
  return value.shape === undefined ? [] : [{ name, ...value.shape }];
}

/** What a type is made of. */
export function partsOf(plan: NarrowedPlan | SimpleShapePlan): readonly SimpleValue[] {
  switch (plan.kind) {
    case "restriction":
      return [plan.base];
    case "list":
      return [plan.item];
    case "union":
      return plan.members;
  }
}

/** The declared simple type that a restriction narrows. */
function baseOf(contract: Contract, { variety }: SimpleTypeModel): SimpleTypeModel | undefined {
  return variety.kind === "restriction" ? contract.simpleType(simpleBase(contract, variety.base)) : undefined;
}

function hasFacets({ facets }: SimpleTypeModel): boolean {
  return Object.values(facets).some((facet) =>
    Array.isArray(facet) ? facet.length > 0 : facet !== undefined,
  );
}

function planFacets({ facets }: SimpleTypeModel): FacetsPlan {
  const { enumeration, patterns, ...limits } = facets;
  const expressions = patterns.map((pattern) => toExpression(pattern) ?? "");
  return {
    limits: Object.entries(limits).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
    pattern: patterns.length === 0 ? undefined : `^(?:${expressions.join("|")})$`,
    enumeration: enumeration.map(({ value }) => value),
  };
}

/** Facets that say nothing sensible about their base. */
function reportFacets(contract: Contract, type: SimpleTypeModel, diagnostics: Diagnostics): void {
  const { facets, origin, name } = type;
  if (type.id === guidId) return;
  for (const pattern of facets.patterns) {
    if (toExpression(pattern) === undefined) diagnostics.report("MG3008", origin, { pattern, name });
  }
  if (diagnostics.hasErrors) return;
  try {
    runtimeType(contract, type.id);
  } catch (error) {
    if (!(error instanceof LexicalError)) throw error;
    diagnostics.report("MG3009", origin, { name, reason: `${error.type}: ${error.reason}` });
  }
}

/** The type as it will check values. */
function runtimeType(contract: Contract, declared: Id): XsdType<unknown> {
  const { types } = knownOf(contract);
  const found = types.get(declared) ?? runtimeTypeOf(contract, declared);
  types.set(declared, found);
  return found;
}

function runtimeTypeOf(contract: Contract, declared: Id): XsdType<unknown> {
  const id = simpleBase(contract, declared);
  const type = contract.simpleType(id);
  if (type === undefined) return builtInType(id.slice(xsd.length))?.type ?? neverType(id);
  if (id === guidId) return guid;
  const { variety, name } = type;
  if (variety.kind === "list") return listOf(name, runtimeType(contract, variety.item));
  if (variety.kind === "union")
    return unionOf(
      name,
      variety.members.map((member) => runtimeType(contract, member)),
    );
  return restriction(name, runtimeType(contract, variety.base), facetsOf(type));
}

function neverType(id: Id): never {
  throw new Error(`${id} is no simple type.`);
}

function facetsOf(type: SimpleTypeModel): Facets {
  const { limits, pattern, enumeration } = planFacets(type);
  return {
    ...Object.fromEntries(limits.map(({ name, value }) => [name, value])),
    ...(pattern === undefined ? {} : { pattern: new RegExp(pattern, "v") }),
    ...(enumeration.length === 0 ? {} : { enumeration }),
  };
}

function isValue(type: XsdType<unknown>, text: string): boolean {
  try {
    type.parse(text);
    return true;
  } catch (error) {
    if (error instanceof LexicalError) return false;
    throw error;
  }
}

/** Undefined where facets say nothing sensible, which is reported later. */
function checkedType(contract: Contract, id: Id): XsdType<unknown> | undefined {
  try {
    return runtimeType(contract, id);
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

/** A text of the type: one that its facets name, a bound, or something of the right length. */
function sampleText(contract: Contract, type: SimpleTypeModel): string | undefined {
  const checked = checkedType(contract, type.id);
  if (checked === undefined) return undefined;
  return candidates(contract, type).find((text) => isValue(checked, text));
}

function candidates(contract: Contract, type: SimpleTypeModel, depth = 3): readonly string[] {
  const { enumeration, patterns, length, minLength, ...bounds } = type.facets;
  const { minInclusive, maxInclusive, minExclusive, maxExclusive, maxLength } = bounds;
  const size = Math.min(length ?? minLength ?? Math.min(6, maxLength ?? 6), 1000);
  const beside = [minExclusive, maxExclusive].flatMap((text) =>
    text === undefined
      ? []
      : [Number(text) + 1, Number(text) - 1, Number(text) + 0.01, Number(text) - 0.01].map(String),
  );
  const base = baseOf(contract, type);
  return [
    ...enumeration.map(({ value }) => value),
    ...patterns.flatMap((pattern) => patternSample(pattern) ?? []),
    "string",
    "string".repeat(Math.ceil(size / 6)).slice(0, size),
    ...[minInclusive, maxInclusive].flatMap((text) => text ?? []),
    ...beside,
    "1.50",
    "1",
    "0",
    "1".repeat(Math.max(size, 1)),
    "QUFB",
    "00".repeat(size),
    Array.from({ length: size }, () => "a").join(" "),
    "2026-01-31T12:00:00Z",
    "2026-01-31",
    "12:00:00",
    "PT1H",
    ...(base === undefined || depth === 0 ? [] : candidates(contract, base, depth - 1)),
  ];
}
