import { unclark } from "../read/names.js";
import { attributeOf, type XmlElement } from "../read/xml.js";
import { localNamespace } from "./local-declaration.js";
import { docOf } from "./docs.js";
import type { Context, Declaration } from "./declaration.js";
import { schemaChildren, type ModelDraft } from "./draft.js";
import { globalElementType, typeOfElement, valueRules } from "./element.js";
import type { ElementParticle, GroupModel, Particle } from "./types.js";

/** The particle among the children of a type or group definition, if any. */
export function contentParticle(
  draft: ModelDraft,
  context: Context,
  owner: XmlElement,
  path: string,
): Particle | undefined {
  const [first, second] = schemaChildren(owner, "group", "all", "choice", "sequence");
  if (second !== undefined) {
    draft.diagnostics.report("MG2010", second.origin, {
      child: `a second content model, xsd:${second.name.name}`,
      parent: `xsd:${owner.name.name}`,
    });
  }
  return first === undefined ? undefined : particle(draft, context, first, path);
}

/** Undefined when it occurs never, or when something is wrong with it. */
function particle(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  path: string,
): Particle | undefined {
  const occurs = draft.occurs(element);
  if (occurs.max === 0) return undefined;
  const { origin } = element;
  switch (element.name.name) {
    case "element":
      return element.attributes.has("ref")
        ? referredElement(draft, context, element)
        : localElement(draft, context, element, path);
    case "group": {
      const group =
        draft.required(element, "ref") === undefined ? undefined : draft.qname(element, "ref", context);
      if (group === undefined) return undefined;
      return { kind: "group", group: draft.refer("group", group, origin), occurs, origin };
    }
    case "any": {
      const namespaces = attributeOf(element, "namespace") ?? "##any";
      const process = draft.oneOf(element, "processContents", ["strict", "lax", "skip"], "strict");
      return {
        kind: "any",
        namespaces,
        targetNamespace: context.targetNamespace,
        process,
        occurs,
        origin,
      };
    }
    case "sequence":
    case "choice":
    case "all": {
      const allowed = element.name.name === "all" ? [] : ["group", "choice", "sequence", "any"];
      const children = schemaChildren(element, "element", ...allowed);
      const particles = children.flatMap((child) => particle(draft, context, child, path) ?? []);
      return { kind: element.name.name, occurs, particles, origin };
    }
    default:
      return undefined;
  }
}

function localElement(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  path: string,
): ElementParticle | undefined {
  const name = draft.ncName(element);
  if (name === undefined) return undefined;
  return {
    kind: "element",
    name,
    namespace: localNamespace(draft, context, element, context.elementsQualified),
    type: typeOfElement(draft, context, element, { id: `${path}/${name}`, name, anonymous: true }),
    ref: undefined,
    ...valueRules(draft, element),
    occurs: draft.occurs(element),
    doc: docOf(element),
    origin: element.origin,
  };
}

function referredElement(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
): ElementParticle | undefined {
  const named = draft.qname(element, "ref", context);
  if (named === undefined) return undefined;
  const id = draft.refer("element", named, element.origin);
  draft.exclusive(element, {
    ref: true,
    name: element.attributes.has("name"),
    type: element.attributes.has("type"),
  });
  const global = draft.declared("element", id);
  return {
    kind: "element",
    ...unclark(id),
    type: globalElementType(draft, id),
    ref: id,
    ...valueRules(draft, global?.element ?? element),
    occurs: draft.occurs(element),
    doc: docOf(element),
    origin: element.origin,
  };
}

export function buildGroup(draft: ModelDraft, declaration: Declaration): GroupModel {
  const { id, name, element, context } = declaration;
  return {
    id,
    name,
    namespace: context.targetNamespace,
    doc: docOf(element),
    origin: element.origin,
    particle: contentParticle(draft, context, element, `{${context.targetNamespace}}group(${name})`),
  };
}
