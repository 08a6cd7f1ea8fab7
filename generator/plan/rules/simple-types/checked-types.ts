import {
  builtInType,
  guid,
  isPlainPattern,
  listOf,
  matcherOf,
  restriction,
  unionOf,
  type Facets,
  LexicalError,
  type Matcher,
  type XsdType,
} from "messenger-gen-runtime/xsd";
import type { Diagnostics } from "../../../diagnostics.js";
import type { Id, SimpleTypeModel } from "../../../model/types.js";
import type { FacetsPlan } from "../../data/simple-types.js";
import { type NamedContract, oncePerType } from "../contract/named-contract.js";
import { guidId, simpleBase, xsd } from "./ancestors.js";
import { toExpression } from "./patterns.js";

/** The type as it will check values. @throws LexicalError if its facets contradict each other. */
export const runtimeType = oncePerType(runtimeTypeOf);

function runtimeTypeOf(contract: NamedContract, declared: Id): XsdType<unknown> {
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
    ...(pattern === undefined ? {} : { pattern: boundedMatcher(type.name, pattern) }),
    ...(enumeration.length === 0 ? {} : { enumeration }),
  };
}

/** @throws LexicalError for a pattern that is too large */
function boundedMatcher(name: string, pattern: string): Matcher {
  try {
    return matcherOf(new RegExp(pattern, "v"));
  } catch (error) {
    if (error instanceof RangeError) throw new LexicalError(name, error.message);
    throw error;
  }
}

/** True for a valid text of the type. */
export function isValue(type: XsdType<unknown>, text: string): boolean {
  try {
    type.parse(text);
    return true;
  } catch (error) {
    if (error instanceof LexicalError) return false;
    throw error;
  }
}

/** Facets as generated code states them. */
export function planFacets({ facets }: SimpleTypeModel): FacetsPlan {
  const { enumeration, patterns, ...limits } = facets;
  const expressions = patterns.map((each) => toExpression(each) ?? "");
  const pattern = patterns.length === 0 ? undefined : `^(?:${expressions.join("|")})$`;
  return {
    limits: Object.entries(limits).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
    pattern,
    isBounded: pattern === undefined || isPlainPattern(new RegExp(pattern, "v")),
    enumeration: enumeration.map(({ value }) => value),
  };
}

/** Reports facets that contradict their base. */
export function reportFacets(contract: NamedContract, type: SimpleTypeModel, diagnostics: Diagnostics): void {
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
