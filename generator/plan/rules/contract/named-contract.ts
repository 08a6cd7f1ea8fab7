import type { ComplexTypeModel, ContractModel, Particle, SimpleTypeModel, Id } from "../../../model/types.js";
import type { ContentNode } from "../../data/content-tree.js";
import type { QNamePlan, TypeNamePlan } from "../../data/names.js";
import { OpenTypeNames } from "../names/public-names.js";
import { propertyIn, type PropertyStyle } from "../names/property-names.js";
import { PublicNames } from "../names/public-names.js";
import { TypeNames } from "../names/type-names.js";
import { planNamespaces, type NamespaceNames } from "../namespaces/namespace-names.js";
import { indexModel, type ContractIndex } from "./contract-index.js";
import { resolved } from "./resolved-content.js";

/** Types of values and names of properties in TypeScript where the user chooses them. */
export interface Representations {
  readonly names?: PropertyStyle | undefined;
  /** `plain`: of all that the options below do not choose, `number` and `Date` in place of exact types. */
  readonly values?: "exact" | "plain" | undefined;
  /** Of xs:long, xs:integer and the other integers beyond 32 bits. */
  readonly long?: "bigint" | "number" | "string" | undefined;
  readonly decimal?: "Decimal" | "number" | "string" | undefined;
  /** Of xs:dateTime. */
  readonly dates?: "XsdDateTime" | "Date" | undefined;
  /** Of xs:QName and xs:NOTATION. */
  readonly qnames?: "text" | "resolved" | undefined;
}

/** A contract with the names of its namespaces and types. */
export interface NamedContract extends ContractIndex {
  readonly namespaces: NamespaceNames;
  readonly publicNames: PublicNames;
  readonly openTypes: OpenTypeNames;
  readonly representations: Representations;
  /** Property of an element, an attribute or a part of a message. Two names may have the same one. */
  propertyName(name: string): string;
  qName(named: { readonly namespace: string; readonly name: string }): QNamePlan;
  /** Name of a declared type. */
  typeName(type: ComplexTypeModel | SimpleTypeModel): TypeNamePlan;
  /** Name of a further type that is called after a declared one: `<name>Fields`. */
  madeName(type: ComplexTypeModel, suffix: string): TypeNamePlan;
  /** A content without references to groups and heads. */
  resolved(particle: Particle): ContentNode;
}

export function nameContract(model: ContractModel, representations: Representations = {}): NamedContract {
  const index = indexModel(model);
  const namespaces = planNamespaces(model);
  const publicNames = new PublicNames();
  const names = new TypeNames(model, namespaces, publicNames);
  const nodes = new Map<Particle, ContentNode>();
  return {
    ...index,
    namespaces,
    publicNames,
    representations,
    propertyName: (name) => propertyIn(representations.names ?? "contract", name),
    openTypes: new OpenTypeNames(publicNames),
    qName: (named) => namespaces.qName(named),
    typeName: (type) => names.of(type),
    madeName: (type, suffix) => names.made(type, suffix),
    resolved(particle) {
      const known = nodes.get(particle) ?? resolved(index, particle);
      nodes.set(particle, known);
      return known;
    },
  };
}

/** Caches the result of a function per type, because chains and diamonds of types call it repeatedly. */
export function oncePerType<T>(
  find: (contract: NamedContract, id: Id) => T,
): (contract: NamedContract, id: Id) => T {
  const known = new WeakMap<NamedContract, Map<Id, T>>();
  return (contract, id) => {
    const types = known.get(contract) ?? new Map<Id, T>();
    known.set(contract, types);
    const earlier = types.get(id);
    if (earlier !== undefined || types.has(id)) return earlier as T;
    const found = find(contract, id);
    types.set(id, found);
    return found;
  };
}
