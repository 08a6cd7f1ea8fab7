import { splitName, wsdlNamespace } from "../read/names.js";
import { attributeOf, elements, type XmlElement } from "../read/xml.js";
import { anyType, isSoapArray } from "./built-in.js";
import type { ArrayKind, DerivationStep } from "./declaration.js";
import { schemaChildren, type ModelDraft, type TypeNames } from "./draft.js";
import type { ComplexContent, ComplexTypeModel, ElementParticle, Id, Particle } from "./types.js";
import type { Origin } from "../origin.js";

const arrayType = `{${wsdlNamespace}}arrayType`;

/** The declaration of an array in a type with these names. */
interface ArrayOwner extends DerivationStep {
  readonly names: TypeNames;
}

const ofEncoding: ArrayKind = { holder: undefined, isTyped: false, isEncoding: true };

/**
 * The array that a type is, whose derivation is given with its base; undefined for one that is none, or adds to one. Chains may be long:
 * each type is looked at once.
 */
export function arrayOf(draft: ModelDraft, first: DerivationStep, base: Id): ArrayKind | undefined {
  const chain: { readonly id: Id | undefined; readonly step: DerivationStep }[] = [
    { id: undefined, step: first },
  ];
  let kind: ArrayKind | undefined;
  for (let id: Id | undefined = base; id !== undefined;) {
    kind = isSoapArray(id) ? ofEncoding : draft.arrays.get(id);
    if (kind !== undefined || draft.arrays.has(id)) break;
    // A circle ends here.
    draft.arrays.set(id, undefined);
    const step: DerivationStep | undefined = stepOf(draft, id);
    if (step === undefined) break;
    chain.push({ id, step });
    id = baseOf(draft, step);
  }
  for (const { id, step } of chain.reverse()) {
    kind = kind && derivedKind(step, kind);
    if (id !== undefined) draft.arrays.set(id, kind);
  }
  return kind;
}

function derivedKind(step: DerivationStep, base: ArrayKind): ArrayKind | undefined {
  const { owner } = step;
  if (isAddition(owner) && base.isEncoding !== true) return undefined;
  const holds = hasElement(owner) || schemaChildren(owner, "attribute").some(isNamed);
  return { holder: holds ? step : base.holder, isTyped: base.isTyped || isTypeRequired(owner) };
}

function stepOf(draft: ModelDraft, id: Id): DerivationStep | undefined {
  const declared = draft.declared("type", id);
  const [wrapper] = declared === undefined ? [] : schemaChildren(declared.element, "complexContent");
  const [owner] = wrapper === undefined ? [] : schemaChildren(wrapper, "restriction", "extension");
  return declared && owner && { context: declared.context, owner };
}

/** The base that a derivation names; an error in its name is reported where the type is built. */
function baseOf(draft: ModelDraft, { context, owner }: DerivationStep): Id | undefined {
  const { prefix } = splitName(attributeOf(owner, "base") ?? "");
  const id = owner.scope.has(prefix) ? draft.qname(owner, "base", context) : undefined;
  return id === undefined ? undefined : draft.meant("type", id);
}

/** True for an element in the content of another one. */
function hasElement(owner: XmlElement): boolean {
  const [found] = schemaChildren(owner, "element", "group");
  return found !== undefined || schemaChildren(owner, "sequence", "choice", "all").some(hasElement);
}

function isNamed({ attributes }: XmlElement): boolean {
  return attributes.has(arrayType);
}

/** True for an extension with elements, or with attributes other than that of the type of its items. */
function isAddition(owner: XmlElement): boolean {
  const added = elements(owner).filter(({ name }) => name.name !== "annotation");
  return owner.name.name === "extension" && !added.every(isArrayType);
}

/** True for `<attribute ref="soapenc:arrayType"/>`. */
function isArrayType(element: XmlElement): boolean {
  return (
    element.name.name === "attribute" && splitName(attributeOf(element, "ref") ?? "").local === "arrayType"
  );
}

/** Content of an array, its dimensions if there are several, and if its type has to be in messages. */
export type ArrayContent = Pick<ComplexTypeModel, "content" | "dimensions" | "namesItemType">;

/**
 * Content of a SOAP-encoded array: one repeated element, which may be nil. Its type is that of `wsdl:arrayType` (WSDL
 * 1.1, section 2.2), or of the element in the restriction; names of items have no meaning (SOAP 1.1, section 5.4.2).
 * A type derived from an array that says what it holds has the same.
 *
 * @param at the place of the type
 * @param declaredIn the content that a derivation declares
 */
export function soapArrayContent(
  draft: ModelDraft,
  names: TypeNames,
  { holder, isTyped }: ArrayKind,
  at: Origin,
  declaredIn: (step: DerivationStep) => ComplexContent,
): ArrayContent {
  const named = isTyped ? ({ namesItemType: true } as const) : {};
  if (holder === undefined) return { ...contentOf(at, anyType, 1, undefined), ...named };
  const declared = declaredIn(holder);
  const item = declared.kind === "particle" ? onlyElement(declared.particle) : undefined;
  const written = writtenType(draft, holder);
  if (written === undefined) return { ...contentOf(at, item?.type ?? anyType, 1, item), ...named };
  const [outer = 1, ...inner] = written.ranks.toReversed();
  const type = innerArrays(draft, { ...holder, names }, written.type, inner);
  return { ...contentOf(at, type, outer, item), ...named };
}

/** True where the attribute is required, as contracts of literal messages have it. */
function isTypeRequired(owner: XmlElement): boolean {
  return schemaChildren(owner, "attribute").some(
    (each) => attributeOf(each, "use") === "required" && isArrayType(each),
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
    anyAttribute: undefined,
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
  { context, owner }: DerivationStep,
): { readonly type: Id; readonly ranks: readonly number[] } | undefined {
  const [attribute] = schemaChildren(owner, "attribute").filter(isNamed);
  const lexical = attribute && attributeOf(attribute, arrayType);
  if (attribute === undefined || lexical === undefined) return undefined;
  const [, name = "", brackets = ""] =
    /^([^[\] \t\n\r]+)[ \t\n\r]*((?:\[[\d, \t\n\r]*\])*)$/.exec(lexical) ?? [];
  const id = draft.resolve(attribute, "wsdl:arrayType", name, context);
  if (id === undefined) return undefined;
  const ranks = [...brackets.matchAll(/\[([^\]]*)\]/g)].map(([, sizes = ""]) => sizes.split(",").length);
  return { type: draft.refer("type", id, attribute.origin, "type"), ranks };
}
