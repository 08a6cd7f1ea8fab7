import { splitName, wsdlNamespace } from "../read/names.js";
import { attributeOf, type XmlElement } from "../read/xml.js";
import { anyType } from "./built-in.js";
import type { Context } from "./declaration.js";
import { schemaChildren, type ModelDraft, type TypeNames } from "./draft.js";
import type { ComplexContent, ComplexTypeModel, ElementParticle, Id, Particle } from "./types.js";
import type { Origin } from "../origin.js";

const arrayType = `{${wsdlNamespace}}arrayType`;

/** The declaration of an array: a restriction in a type with these names. */
export interface ArrayOwner {
  readonly context: Context;
  readonly owner: XmlElement;
  readonly names: TypeNames;
}

/** Content of an array, its dimensions if there are several, and if its type has to be in messages. */
export type ArrayContent = Pick<ComplexTypeModel, "content" | "dimensions" | "namesItemType">;

/**
 * Content of a SOAP-encoded array: one repeated element, which may be nil. Its type is that of `wsdl:arrayType` (WSDL
 * 1.1, section 2.2), or of the element in the restriction; names of items have no meaning (SOAP 1.1, section 5.4.2).
 */
export function soapArrayContent(
  draft: ModelDraft,
  array: ArrayOwner,
  declared: ComplexContent,
): ArrayContent {
  const item = declared.kind === "particle" ? onlyElement(declared.particle) : undefined;
  const named = isTypeRequired(array.owner) ? ({ namesItemType: true } as const) : {};
  const written = writtenType(draft, array);
  if (written === undefined)
    return { ...contentOf(array.owner.origin, item?.type ?? anyType, 1, item), ...named };
  const [outer = 1, ...inner] = written.ranks.toReversed();
  const type = innerArrays(draft, array, written.type, inner);
  return { ...contentOf(array.owner.origin, type, outer, item), ...named };
}

/** True for `<attribute ref="soapenc:arrayType" use="required"/>`, as contracts of literal messages have it. */
function isTypeRequired(owner: XmlElement): boolean {
  return schemaChildren(owner, "attribute").some(
    (each) =>
      attributeOf(each, "use") === "required" &&
      splitName(attributeOf(each, "ref") ?? "").local === "arrayType",
  );
}

/** Types of the arrays that are items, without a name: `int[,][]` is an array of arrays of two dimensions. */
function innerArrays(
  draft: ModelDraft,
  { context, owner, names }: ArrayOwner,
  type: Id,
  ranks: readonly number[],
): Id {
  const [rank, ...inner] = ranks;
  if (rank === undefined) return type;
  const own = { id: `${names.id}/item/type()`, name: "item", anonymous: true };
  const item = innerArrays(draft, { context, owner, names: { ...own, id: `${names.id}/item` } }, type, inner);
  draft.addComplexType({
    ...own,
    namespace: context.targetNamespace,
    doc: [],
    origin: owner.origin,
    abstract: false,
    mixed: false,
    derivation: undefined,
    soapArray: true,
    ...contentOf(owner.origin, item, rank, undefined),
    attributes: [],
    attributeGroups: [],
    prohibited: [],
    anyAttribute: false,
  });
  return own.id;
}

function contentOf(
  origin: Origin,
  type: Id,
  dimensions: number,
  item: ElementParticle | undefined,
): ArrayContent {
  const particle: ElementParticle = {
    kind: "element",
    name: item?.name ?? "item",
    namespace: "",
    type,
    ref: undefined,
    nillable: true,
    default: undefined,
    fixed: undefined,
    mediaType: undefined,
    occurs: { min: 0, max: undefined },
    doc: item?.doc ?? [],
    origin,
  };
  const sequence: Particle = {
    kind: "sequence",
    occurs: { min: 1, max: 1 },
    particles: [particle],
    origin,
  };
  const content: ComplexContent = { kind: "particle", particle: sequence };
  return dimensions === 1 ? { content } : { content, dimensions };
}

function onlyElement(particle: Particle): ElementParticle | undefined {
  if (particle.kind === "element") return particle;
  const [only] = "particles" in particle ? particle.particles : [];
  return only === undefined ? undefined : onlyElement(only);
}

/** The type before the brackets of `xsd:string[,][]`, and the number of dimensions of each pair of them. */
function writtenType(
  draft: ModelDraft,
  { context, owner }: ArrayOwner,
): { readonly type: Id; readonly ranks: readonly number[] } | undefined {
  const [attribute] = schemaChildren(owner, "attribute").filter((each) => each.attributes.has(arrayType));
  const lexical = attribute && attributeOf(attribute, arrayType);
  if (attribute === undefined || lexical === undefined) return undefined;
  const [, name = "", brackets = ""] =
    /^([^[\] \t\n\r]+)[ \t\n\r]*((?:\[[\d, \t\n\r]*\])*)$/.exec(lexical) ?? [];
  const id = draft.resolve(attribute, "wsdl:arrayType", name, context);
  if (id === undefined) return undefined;
  const ranks = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, sizes = ""]) => sizes.split(",").length);
  return { type: draft.refer("type", id, attribute.origin, "type"), ranks };
}
