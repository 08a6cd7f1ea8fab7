import { builtInType } from "../../runtime/xsd/built-in.js";
import type { ComplexTypeModel, ElementParticle, Id, Particle, SimpleTypeModel } from "../model/types.js";
import type { Contract } from "./contract.js";
import { propertyName, variableName } from "./names.js";
import type { FieldPlan, ListPlan, ValuePlan } from "./types.js";

const xsd = "{http://www.w3.org/2001/XMLSchema}";
const anyType = `${xsd}anyType`;
/** The one simple type outside XML Schema that the runtime knows: a string with a pattern in every contract that uses it. */
const guid = "{http://microsoft.com/wsdl/types/}guid";

/** What the value of an element of this type is in TypeScript. */
export function planValue(contract: Contract, id: Id): ValuePlan {
  const complex = contract.complexType(id);
  if (complex !== undefined) return planComplexValue(contract, complex);
  const simple = contract.simpleType(id);
  return simple === undefined ? planBuiltIn(id) : planSimpleValue(contract, simple);
}

function planBuiltIn(id: Id): ValuePlan {
  if (id === anyType) return { kind: "content" };
  const builtIn = id.startsWith(xsd) ? builtInType(id.slice(xsd.length)) : undefined;
  if (builtIn === undefined) throw new Error(`No type of XML Schema is called ${id}.`);
  return { kind: "simple", typescript: builtIn.typescript, constant: builtIn.constant, pattern: undefined };
}

function planSimpleValue(contract: Contract, type: SimpleTypeModel): ValuePlan {
  if (isEnumeration(type)) return { kind: "enum", type: contract.typeName(type) };
  if (type.id === guid) return { kind: "simple", typescript: "Guid", constant: "guid", pattern: undefined };
  if (type.variety.kind !== "restriction")
    throw new Error(`The ${type.variety.kind} type ${type.id} was not refused.`);
  const base = planValue(contract, type.variety.base);
  return base.kind === "simple" && hasPattern(type)
    ? { ...base, pattern: contract.typeName(type).unique }
    : base;
}

/** True for a type that needs a check of its own; that of a GUID is the runtime's. */
export function hasPattern(type: SimpleTypeModel): boolean {
  return type.facets.patterns.length > 0 && !isEnumeration(type) && type.id !== guid;
}

function planComplexValue(contract: Contract, type: ComplexTypeModel): ValuePlan {
  if (isOpenContent(type)) return { kind: "content" };
  const item = listItem(contract, type);
  const name = contract.typeName(type);
  if (item !== undefined)
    return { kind: "list", type: name, item: planValue(contract, item.type), nillable: item.nillable };
  const derived = contract.derived(type.id).length > 0;
  return { kind: "record", type: name, derived, abstract: type.abstract };
}

/** An enumeration of texts becomes a type of its own. */
export function isEnumeration(type: SimpleTypeModel): boolean {
  return type.facets.enumeration.length > 0;
}

/** Mixed content around any element. */
export function isOpenContent(type: ComplexTypeModel): boolean {
  return type.mixed && elementsOf(type.content).length === 0;
}

/** A type whose only content is one repeated element is a list, unless other types are derived from it or it holds itself. */
export function listItem(contract: Contract, type: ComplexTypeModel): ElementParticle | undefined {
  const [item, ...others] = elementsOf(type.content);
  if (item === undefined || others.length > 0 || item.occurs.max === 1) return undefined;
  if (type.abstract || type.mixed || type.derivation !== undefined || type.attributes.length > 0)
    return undefined;
  if (contract.derived(type.id).length > 0 || holdsItself(contract, type, item)) return undefined;
  return item;
}

/** Lists of lists that come round again would be an endless TypeScript type. */
function holdsItself(contract: Contract, type: ComplexTypeModel, first: ElementParticle): boolean {
  const seen = new Set<Id>([type.id]);
  for (let item: ElementParticle | undefined = first; item !== undefined;) {
    if (seen.has(item.type)) return true;
    seen.add(item.type);
    const next = contract.complexType(item.type);
    const [only, ...others] = next === undefined ? [] : elementsOf(next.content);
    item = others.length === 0 && only?.occurs.max !== 1 ? only : undefined;
  }
  return false;
}

/** Elements of a content in wire order. */
export function elementsOf(content: ComplexTypeModel["content"]): readonly ElementParticle[] {
  return content.kind === "particle" ? elementsIn(content.particle) : [];
}

function elementsIn(particle: Particle): readonly ElementParticle[] {
  if (particle.kind === "element") return [particle];
  if (particle.kind === "sequence" || particle.kind === "all") return particle.particles.flatMap(elementsIn);
  if (particle.kind === "any") return [];
  throw new Error(`A ${particle.kind} at ${particle.origin.file}:${particle.origin.line} was not refused.`);
}

export function planField(
  contract: Contract,
  taken: ReadonlySet<string>,
  element: ElementParticle,
): FieldPlan {
  return {
    name: element.name,
    element: contract.qName(element),
    property: propertyName(element.name),
    variable: variableName(element.name, taken),
    doc: element.doc,
    value: planValue(contract, element.type),
    required: element.occurs.min > 0,
    nillable: element.nillable,
  };
}

export function planList(contract: Contract, type: ComplexTypeModel, item: ElementParticle): ListPlan {
  return {
    type: contract.typeName(type),
    wire: contract.qName(type),
    itemElement: contract.qName(item),
    item: planValue(contract, item.type),
    nillable: item.nillable,
  };
}
