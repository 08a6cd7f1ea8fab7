import type { XmlElement } from "../read/xml.js";
import { anyType, isBuiltIn } from "./built-in.js";
import { valueConstraint } from "./local-declaration.js";
import { docOf } from "./docs.js";
import type { Context, Declaration } from "./declaration.js";
import { schemaChildren, type ModelDraft, type TypeNames } from "./draft.js";
import { anonymousSimpleType } from "./simple-type.js";
import type { ElementModel, ElementParticle, Id } from "./types.js";
import type { Origin } from "../origin.js";

export function buildElement(draft: ModelDraft, declaration: Declaration): ElementModel {
  const { id, name, element, context } = declaration;
  const head = draft.qname(element, "substitutionGroup", context);
  const type = typeOfElement(draft, context, element, { id, name, anonymous: true });
  return {
    id,
    name,
    namespace: context.targetNamespace,
    doc: docOf(element),
    origin: element.origin,
    type: isTyped(element) ? type : globalElementType(draft, id),
    abstract: draft.boolean(element, "abstract"),
    substitutes: head === undefined ? undefined : draft.refer("element", head, element.origin),
    ...valueRules(draft, element),
  };
}

/** The type an element names, the one declared in place, or the ur-type. */
export function typeOfElement(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  names: TypeNames,
): Id {
  for (const rule of schemaChildren(element, "unique", "key", "keyref")) reportUnchecked(draft, rule);
  const [inline] = schemaChildren(element, "simpleType", "complexType");
  draft.exclusive(element, { type: element.attributes.has("type"), "a type in place": inline !== undefined });
  if (inline === undefined) {
    const id = draft.qname(element, "type", context);
    return id === undefined ? anyType : referToType(draft, id, element.origin);
  }
  if (inline.name.name === "simpleType") return anonymousSimpleType(draft, context, inline, names);
  const id = draft.anonymousId(names.id);
  draft.postpone({ element: inline, context, names: { id, name: names.name, anonymous: true } });
  return id;
}

/** The type of a top-level element; one without a type has that of the head of its substitution group. */
export function globalElementType(draft: ModelDraft, id: Id): Id {
  const seen = new Set<Id>();
  let declaration = draft.declared("element", id);
  while (declaration !== undefined && !seen.has(declaration.id)) {
    seen.add(declaration.id);
    const { element, context } = declaration;
    if (schemaChildren(element, "simpleType", "complexType").length > 0) return `${declaration.id}/type()`;
    const named = draft.qname(element, "type", context);
    if (named !== undefined) return meantType(draft, named);
    const head = draft.qname(element, "substitutionGroup", context);
    declaration = head === undefined ? undefined : draft.declared("element", draft.meant("element", head));
  }
  return anyType;
}

/** The type of an element or a part. A name that only an element has refers to the type declared in that element. */
export function referToType(draft: ModelDraft, id: Id, origin: Origin): Id {
  const meant = meantType(draft, id);
  if (!meant.endsWith("/type()")) return draft.refer("type", id, origin, "type");
  draft.diagnostics.report("MG2037", origin, { kind: "type", name: id, taken: `that of the element ${id}` });
  draft.refer("element", id, origin);
  return meant;
}

function meantType(draft: ModelDraft, id: Id): Id {
  const meant = draft.meant("type", id);
  if (meant !== id || isBuiltIn(id) || draft.declared("type", id) !== undefined) return meant;
  const inPlace = draft.declared("element", id);
  return inPlace !== undefined && schemaChildren(inPlace.element, "simpleType", "complexType").length > 0
    ? `${id}/type()`
    : id;
}

/** Properties of the value of an element besides its type. */
export function valueRules(
  draft: ModelDraft,
  element: XmlElement,
): Pick<ElementParticle, "nillable" | "default" | "fixed" | "prefixes" | "mediaType"> {
  return {
    nillable: draft.boolean(element, "nillable"),
    ...valueConstraint(draft, element),
    mediaType: mediaTypeOf(element),
  };
}

const xmlmimeNamespaces = ["http://www.w3.org/2005/05/xmlmime", "http://www.w3.org/2004/11/xmlmime"];
const oneMediaType = /^[\w.+-]+\/[\w.+-]+$/;

/**
 * Lists and ranges of media types cannot be sent as a content type (Describing Media Content of Binary Data in XML,
 * section 3).
 */
function mediaTypeOf({ attributes }: XmlElement): string | undefined {
  const expected = xmlmimeNamespaces
    .map((namespace) => attributes.get(`{${namespace}}expectedContentTypes`)?.trim())
    .find((each) => each !== undefined);
  return expected !== undefined && oneMediaType.test(expected) ? expected : undefined;
}

function isTyped(element: XmlElement): boolean {
  return element.attributes.has("type") || schemaChildren(element, "simpleType", "complexType").length > 0;
}

function reportUnchecked(draft: ModelDraft, rule: XmlElement): void {
  const name = rule.attributes.get("name") ?? "";
  draft.diagnostics.report("MG2022", rule.origin, { element: `xsd:${rule.name.name} ${name}` });
}
