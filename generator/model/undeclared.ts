import { unclark } from "../read/names.js";
import { anySimpleType, anyType } from "./built-in.js";
import type { Reference } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import type { ComplexTypeModel, ContractModel, ElementModel, Facets, SimpleTypeModel } from "./types.js";

/**
 * Replacements for missing declarations: an element or complex type with xs:any content, a simple type with any text.
 * Each is a warning.
 */
export function standIns(
  draft: ModelDraft,
  model: ContractModel,
  missing: readonly Reference[],
): ContractModel {
  const unique = [
    ...new Map(missing.map((reference) => [`${reference.kind} ${reference.id}`, reference])).values(),
  ];
  for (const { kind, id, origin } of missing) draft.diagnostics.report("MG2033", origin, { kind, name: id });
  const types = unique.filter(({ kind }) => kind === "type");
  return {
    ...model,
    elements: [...model.elements, ...unique.filter(({ kind }) => kind === "element").map(openElement)],
    simpleTypes: [...model.simpleTypes, ...types.filter(isSimple).map(anyText)],
    complexTypes: [
      ...model.complexTypes,
      ...types.filter((type) => !isSimple(type)).map((type) => openType(named(type))),
    ],
  };
}

/**
 * True for a missing type or element that open content can replace: with `lenient` any, otherwise one in a namespace
 * without a schema in the contract. A base type or a group cannot be replaced.
 */
export function isReplaced(draft: ModelDraft, { kind, id, wanted }: Reference, lenient: boolean): boolean {
  const isValue = kind === "element" || (kind === "type" && wanted !== "complex type");
  return isValue && (lenient || draft.meanings?.isOfUnknownNamespace(kind, id) === true);
}

function isSimple({ wanted }: Reference): boolean {
  return wanted === "simple type";
}

function named({
  id,
  origin,
}: Reference): Pick<ElementModel, "id" | "name" | "namespace" | "doc" | "origin"> {
  return { id, ...unclark(id), doc: [], origin };
}

function openElement(reference: Reference): ElementModel {
  return {
    ...named(reference),
    type: anyType,
    nillable: true,
    abstract: false,
    substitutes: undefined,
    default: undefined,
    fixed: undefined,
    mediaType: undefined,
  };
}

const noFacets: Facets = {
  enumeration: [],
  patterns: [],
  length: undefined,
  minLength: undefined,
  maxLength: undefined,
  minInclusive: undefined,
  minExclusive: undefined,
  maxInclusive: undefined,
  maxExclusive: undefined,
  totalDigits: undefined,
  fractionDigits: undefined,
  whiteSpace: undefined,
};

function anyText(reference: Reference): SimpleTypeModel {
  return {
    ...named(reference),
    anonymous: false,
    variety: { kind: "restriction", base: anySimpleType },
    facets: noFacets,
  };
}

/** A type whose values are those of `xs:anyType`. */
export function openType(
  names: Pick<ComplexTypeModel, "id" | "name" | "namespace" | "doc" | "origin">,
): ComplexTypeModel {
  const { id, name, namespace, doc, origin } = names;
  const any = {
    kind: "any",
    namespaces: "##any",
    targetNamespace: "",
    process: "lax",
    occurs: { min: 0, max: undefined },
    origin,
  } as const;
  return {
    id,
    name,
    namespace,
    doc,
    origin,
    anonymous: false,
    open: true,
    soapArray: false,
    abstract: false,
    mixed: true,
    derivation: undefined,
    content: {
      kind: "particle",
      particle: { kind: "sequence", occurs: { min: 1, max: 1 }, particles: [any], origin },
    },
    attributes: [],
    attributeGroups: [],
    prohibited: [],
    anyAttribute: undefined,
  };
}
