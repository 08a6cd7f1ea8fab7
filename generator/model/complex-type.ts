import type { XmlElement } from "../read/xml.js";
import { attributesOf, type AttributesModel } from "./attributes.js";
import { anyType, isSoapArray } from "./built-in.js";
import { docOf } from "./docs.js";
import type { Context } from "./declaration.js";
import { schemaChildren, type ModelDraft, type TypeNames } from "./draft.js";
import { facetsOf } from "./facets.js";
import { show } from "./grammar.js";
import { contentParticle } from "./particle.js";
import { anonymousSimpleType } from "./simple-type.js";
import { arrayOf, soapArrayContent } from "./soap-array.js";
import type { ComplexContent, ComplexTypeModel, Id } from "./types.js";

type Derivation = NonNullable<ComplexTypeModel["derivation"]>;

/** How a type gets its content: `owner` is the element that holds particle and attributes. */
interface Shape {
  /** Undefined for a SOAP-encoded array, whose attributes are those of the encoding. */
  readonly owner: XmlElement | undefined;
  readonly derivation: Derivation | undefined;
  readonly content: ComplexContent;
  readonly mixed: boolean;
  /** Of a SOAP-encoded array of several dimensions. */
  readonly dimensions?: number;
  /** Of such an array: the attribute with its type is required. */
  readonly namesItemType?: true;
  readonly arrayBase?: Id | undefined;
}

const noAttributes: AttributesModel = { attributes: [], groups: [], prohibited: [], anyAttribute: undefined };

export function buildComplexType(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  names: TypeNames,
): void {
  const { owner, derivation, content, mixed, ...array } = shapeOf(draft, context, element, names);
  const { attributes, groups, prohibited, anyAttribute } =
    owner === undefined ? noAttributes : attributesOf(draft, context, owner, names.id);
  draft.addComplexType({
    id: names.id,
    name: names.name,
    anonymous: names.anonymous,
    namespace: context.targetNamespace,
    doc: docOf(element),
    origin: element.origin,
    // The values of an array are arrays of the encoding, whatever the name of its type is.
    abstract: draft.boolean(element, "abstract") && owner !== undefined,
    mixed,
    derivation,
    content,
    soapArray: owner === undefined,
    attributes,
    attributeGroups: groups,
    prohibited,
    anyAttribute,
    ...array,
  });
}

function shapeOf(draft: ModelDraft, context: Context, element: XmlElement, names: TypeNames): Shape {
  const [wrapper] = schemaChildren(element, "simpleContent", "complexContent");
  const mixed = draft.boolean(element, "mixed");
  if (wrapper === undefined) {
    return {
      owner: element,
      derivation: undefined,
      content: particleContent(draft, context, element, names),
      mixed,
    };
  }
  const [owner] = schemaChildren(wrapper, "restriction", "extension");
  if (owner === undefined) {
    draft.diagnostics.report("MG2007", wrapper.origin, {
      element: show(wrapper),
      attribute: "xsd:restriction or xsd:extension",
    });
    return { owner: wrapper, derivation: undefined, content: { kind: "empty" }, mixed };
  }
  const simple = wrapper.name.name === "simpleContent";
  const derivation = derivationOf(draft, context, owner, simple);
  const array =
    simple || derivation === undefined ? undefined : arrayOf(draft, { context, owner }, derivation.base);
  if (derivation !== undefined && array !== undefined) {
    const content = soapArrayContent(draft, names, array, owner.origin, (step) =>
      particleContent(draft, step.context, step.owner, names),
    );
    const arrayBase = isSoapArray(derivation.base) ? {} : { arrayBase: derivation.base };
    return { owner: undefined, derivation: undefined, mixed: false, ...content, ...arrayBase };
  }
  return {
    owner,
    derivation: derivation?.by === "restriction" && derivation.base === anyType ? undefined : derivation,
    content: simple
      ? { kind: "simple", type: simpleContent(draft, context, owner, derivation, names) }
      : particleContent(draft, context, owner, names),
    mixed: wrapper.attributes.has("mixed") ? draft.boolean(wrapper, "mixed") : mixed,
  };
}

function particleContent(
  draft: ModelDraft,
  context: Context,
  owner: XmlElement,
  names: TypeNames,
): ComplexContent {
  const particle = contentParticle(draft, context, owner, names.id);
  return particle === undefined ? { kind: "empty" } : { kind: "particle", particle };
}

function derivationOf(
  draft: ModelDraft,
  context: Context,
  owner: XmlElement,
  simple: boolean,
): Derivation | undefined {
  draft.required(owner, "base");
  const base = draft.qname(owner, "base", context);
  if (base === undefined) return undefined;
  const by = owner.name.name === "extension" ? "extension" : "restriction";
  const wanted = simple ? "type" : "complex type";
  return { by, base: draft.buildInherited(() => draft.refer("type", base, owner.origin, wanted, true)) };
}

/** A restriction has facets of its own, so its text gets a type of its own. */
function simpleContent(
  draft: ModelDraft,
  context: Context,
  owner: XmlElement,
  derivation: Derivation | undefined,
  names: TypeNames,
): Id {
  const base = derivation?.base ?? anyType;
  if (owner.name.name === "extension") return base;
  const content = { id: `${names.id}/text()`, name: names.name, anonymous: true };
  const [inline] = schemaChildren(owner, "simpleType");
  draft.addSimpleType({
    ...content,
    namespace: context.targetNamespace,
    doc: [],
    origin: owner.origin,
    variety: {
      kind: "restriction",
      base: inline === undefined ? base : anonymousSimpleType(draft, context, inline, content),
    },
    facets: facetsOf(draft, owner),
  });
  return content.id;
}
