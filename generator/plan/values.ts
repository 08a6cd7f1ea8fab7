import { createHash } from "node:crypto";
import type { ComplexTypeModel, ElementParticle, Id, Occurs, Particle } from "../model/types.js";
import { isSoapEncoded, isSoapEncodingNamespace } from "../model/built-in.js";
import { allUses } from "./attribute-uses.js";
import type { Contract } from "./contract.js";
import { isRepeated, type AnyParticle, type Node } from "./particles.js";
import { planSimpleValue } from "./simple-types.js";
import type { AnyElementPlan, ListPlan, ValuePlan } from "./types.js";

const anyType = "{http://www.w3.org/2001/XMLSchema}anyType";

/** What the value of an element of this type is in TypeScript. */
export function planValue(contract: Contract, id: Id): ValuePlan {
  const value = planLiteralValue(contract, id);
  if (!contract.encoded || contract.complexType(id)?.soapArray === true) return value;
  return { ...value, xsiType: xsiTypeOf(contract, id) };
}

const xsd = "{http://www.w3.org/2001/XMLSchema}";

/** A type as `xsi:type` names it; undefined for one that messages have no name for. Those of the encoding have twins in XML Schema. */
export function xsiTypeOf(contract: Contract, id: Id): string | undefined {
  if (id === anyType) return undefined;
  if (id.startsWith(xsd)) return `xsd:${id.slice(xsd.length)}`;
  const type = contract.complexType(id) ?? contract.simpleType(id);
  if (type === undefined || type.anonymous) return undefined;
  if (isSoapEncodingNamespace(type.namespace))
    return `xsd:${type.name === "base64" ? "base64Binary" : type.name}`;
  const isDeclared = contract.namespaces.prefixed.some(({ uri }) => uri === type.namespace);
  return isDeclared ? contract.qName(type).tag : undefined;
}

function planLiteralValue(contract: Contract, id: Id): ValuePlan {
  const complex = contract.complexType(id);
  if (complex !== undefined) return planComplexValue(contract, complex);
  if (id === anyType || isSoapEncoded(id)) return { kind: "content" };
  const simple = planSimpleValue(contract, id);
  if (simple === undefined) throw new Error(`No type is called ${id}.`);
  return simple;
}

function planComplexValue(contract: Contract, type: ComplexTypeModel): ValuePlan {
  if (isOpenContent(contract, type)) return { kind: "content" };
  const item = listItem(contract, type);
  const name = contract.typeName(type);
  if (item !== undefined)
    return {
      kind: "list",
      type: name,
      item: planElementValue(contract, item),
      nillable: item.nillable,
      occurs: itemOccurs(contract, type),
    };
  const derived = contract.derived(type.id);
  const nilType = type.abstract ? nilTypeOf(contract, derived) : undefined;
  return { kind: "record", type: name, derived: derived.length > 0, abstract: type.abstract, nilType };
}

/** A nil element holds attributes: the first concrete type that does without any, or else the first. */
function nilTypeOf(contract: Contract, derived: readonly ComplexTypeModel[]): string | undefined {
  const concrete = derived.filter(({ abstract }) => !abstract);
  const bare = concrete.find((type) =>
    [...allUses(contract, type).values()].every(({ required }) => !required),
  );
  const chosen = bare ?? concrete[0];
  return chosen === undefined ? undefined : contract.qName(chosen).tag;
}

/** Mixed content around any element, and nothing else. */
export function isOpenContent(contract: Contract, type: ComplexTypeModel): boolean {
  if (contract.isBase(type.id) || !type.mixed || type.derivation !== undefined || hasAttributes(type))
    return false;
  return (
    type.content.kind === "empty" || (type.content.kind === "particle" && holdsOneAny(type.content.particle))
  );
}

function holdsOneAny(particle: Particle): boolean {
  if (particle.kind === "any") return true;
  if (!("particles" in particle)) return false;
  const [only, ...others] = particle.particles;
  return only === undefined || (others.length === 0 && holdsOneAny(only));
}

function hasAttributes({ attributes, attributeGroups, anyAttribute }: ComplexTypeModel): boolean {
  return attributes.length > 0 || attributeGroups.length > 0 || anyAttribute;
}

/** A type whose only content is one repeated element is a list, unless other types are derived from it or it holds itself. */
export function listItem(contract: Contract, type: ComplexTypeModel): ElementParticle | undefined {
  const item = onlyItem(contract, type);
  if (item === undefined || type.abstract || contract.isBase(type.id)) return undefined;
  return holdsItself(contract, type, item) ? undefined : item;
}

/** The repeated element that a type holds and nothing else. */
function onlyItem(contract: Contract, type: ComplexTypeModel): ElementParticle | undefined {
  if (type.mixed || type.derivation !== undefined || hasAttributes(type)) return undefined;
  if (type.content.kind !== "particle") return undefined;
  let node = contract.resolved(type.content.particle);
  let repeated = isRepeated(node);
  while ("nodes" in node) {
    const [only, ...others]: readonly Node[] = node.nodes;
    if (only === undefined || others.length > 0) return undefined;
    node = only;
    repeated ||= isRepeated(node);
  }
  return repeated && node.kind === "element" ? node : undefined;
}

/** How often the item of a list may stand in all. */
function itemOccurs(contract: Contract, { content }: ComplexTypeModel): Occurs {
  let node = content.kind === "particle" ? contract.resolved(content.particle) : undefined;
  let [min, max]: [number, number | undefined] = [1, 1];
  while (node !== undefined) {
    min *= node.occurs.min;
    max = max === undefined || node.occurs.max === undefined ? undefined : max * node.occurs.max;
    node = "nodes" in node ? node.nodes[0] : undefined;
  }
  return { min, max };
}

/** Lists of lists that come round again would be an endless TypeScript type. */
function holdsItself(contract: Contract, type: ComplexTypeModel, first: ElementParticle): boolean {
  const seen = new Set<Id>([type.id]);
  for (let item: ElementParticle | undefined = first; item !== undefined;) {
    if (seen.has(item.type)) return true;
    seen.add(item.type);
    const next = contract.complexType(item.type);
    item = next === undefined ? undefined : onlyItem(contract, next);
  }
  return false;
}

/** The value of an element, and what its bytes are. */
export function planContent(
  contract: Contract,
  { type, mediaType }: Pick<ElementParticle, "type"> & Partial<Pick<ElementParticle, "mediaType">>,
): ValuePlan {
  const value = planValue(contract, type);
  return mediaType === undefined || value.kind !== "simple" ? value : { ...value, mediaType };
}

/** The value of an element or attribute: its type, and what its default or fixed value makes of it. */
export function planElementValue(
  contract: Contract,
  element: Pick<ElementParticle, "type" | "default" | "fixed"> & Partial<Pick<ElementParticle, "mediaType">>,
): ValuePlan {
  const { default: standard, fixed } = element;
  const value = planContent(contract, element);
  const lexical = fixed ?? standard;
  if (lexical === undefined || (value.kind !== "simple" && value.kind !== "enum")) return value;
  const base = value.kind === "enum" ? `${value.type.unique}Type` : (value.narrowed ?? value.constant);
  const kind = fixed === undefined ? "default" : "fixed";
  const name = `${base}$${kind}$${slugOf(lexical)}`;
  return { ...value, constraint: { name, kind, lexical } };
}

/** A short word stays as it is; any other text is known by its hash. */
function slugOf(lexical: string): string {
  if (/^\w{1,24}$/.test(lexical)) return lexical;
  return createHash("sha256").update(lexical).digest("hex").slice(0, 12);
}

/** What a wildcard admits (XML Schema 1.0 part 1, 3.10.1). */
export function admittedBy({
  namespaces: wanted,
  targetNamespace,
}: AnyParticle): Pick<AnyElementPlan, "only" | "except"> {
  if (wanted === "##any") return { only: undefined, except: [] };
  if (wanted === "##other") return { only: undefined, except: [...new Set([targetNamespace, ""])] };
  const only = wanted.split(/[ \t\n\r]+/).map((each) => {
    if (each === "##targetNamespace") return targetNamespace;
    return each === "##local" ? "" : each;
  });
  return { only, except: [] };
}

/** A wildcard for what either of two admits. */
export function anyOf(one: AnyElementPlan, other: AnyElementPlan): AnyElementPlan {
  const [narrow, wide] = one.only === undefined ? [other, one] : [one, other];
  if (wide.only !== undefined)
    return { ...one, only: [...new Set([...(narrow.only ?? []), ...wide.only])], except: [] };
  const isAdmitted = (uri: string): boolean => narrow.only?.includes(uri) ?? !narrow.except.includes(uri);
  return { ...one, only: undefined, except: wide.except.filter((uri) => !isAdmitted(uri)) };
}

export function planList(contract: Contract, type: ComplexTypeModel, item: ElementParticle): ListPlan {
  return {
    type: contract.typeName(type),
    wire: contract.qName(type),
    itemElement: contract.qName(item),
    item: planElementValue(contract, item),
    nillable: item.nillable,
    soapArray: type.soapArray ? (xsiTypeOf(contract, item.type) ?? "xsd:anyType") : undefined,
  };
}
