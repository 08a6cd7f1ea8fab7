import { wsdlNamespace } from "../read/names.js";
import { attributeOf, type XmlElement } from "../read/xml.js";
import { anyType } from "./built-in.js";
import type { Context } from "./declaration.js";
import { schemaChildren, type ModelDraft } from "./draft.js";
import type { ComplexContent, ElementParticle, Particle } from "./types.js";

const arrayType = `{${wsdlNamespace}}arrayType`;

/**
 * Content of a SOAP-encoded array: one repeated element, which may be nil. Its type is that of `wsdl:arrayType` (WSDL
 * 1.1, section 2.2), or of the element in the restriction; names of items have no meaning (SOAP 1.1, section 5.4.2).
 */
export function soapArrayContent(
  draft: ModelDraft,
  context: Context,
  owner: XmlElement,
  declared: ComplexContent,
): ComplexContent {
  const item = declared.kind === "particle" ? onlyElement(declared.particle) : undefined;
  const type = itemType(draft, context, owner) ?? item?.type ?? anyType;
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
    origin: owner.origin,
  };
  const occurs = { min: 1, max: 1 };
  return {
    kind: "particle",
    particle: { kind: "sequence", occurs, particles: [particle], origin: owner.origin },
  };
}

function onlyElement(particle: Particle): ElementParticle | undefined {
  if (particle.kind === "element") return particle;
  const [only] = "particles" in particle ? particle.particles : [];
  return only === undefined ? undefined : onlyElement(only);
}

/** The type before the brackets: `xsd:string[]`. Items that are arrays themselves can be anything. */
function itemType(draft: ModelDraft, context: Context, owner: XmlElement): string | undefined {
  const [attribute] = schemaChildren(owner, "attribute").filter((each) => each.attributes.has(arrayType));
  const lexical = attribute && attributeOf(attribute, arrayType);
  if (attribute === undefined || lexical === undefined) return undefined;
  const [, name = "", brackets = ""] =
    /^([^[\] \t\n\r]+)[ \t\n\r]*((?:\[[\d, \t\n\r]*\])*)$/.exec(lexical) ?? [];
  if (brackets.indexOf("[") !== brackets.lastIndexOf("[") || brackets.includes(",")) return anyType;
  const id = draft.resolve(attribute, "wsdl:arrayType", name, context);
  return id === undefined ? undefined : draft.refer("type", id, attribute.origin, "type");
}
