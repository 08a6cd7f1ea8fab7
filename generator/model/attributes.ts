import { xsdNamespace } from "../read/names.js";
import type { XmlElement } from "../read/xml.js";
import { anySimpleType, isBuiltInAttribute } from "./built-in.js";
import { docOf } from "./docs.js";
import { schemaChildren, type Context, type Declaration, type Draft } from "./draft.js";
import { anonymousSimpleType } from "./simple-type.js";
import type { AttributeGroupModel, AttributeModel, AttributeUseModel, Id } from "./types.js";

/** What a complex type or an attribute group says about attributes. */
export interface AttributesModel {
  readonly attributes: readonly AttributeUseModel[];
  readonly groups: readonly Id[];
  /** `{namespace}name` of those that a restriction takes away. */
  readonly prohibited: readonly string[];
  readonly anyAttribute: boolean;
}

export function buildAttribute(draft: Draft, declaration: Declaration): AttributeModel {
  const { id, name, element, context } = declaration;
  const [inline] = schemaChildren(element, "simpleType");
  const outer = { id: `{${context.targetNamespace}}@${name}`, name, anonymous: true };
  draft.exclusive(element, { type: element.attributes.has("type"), "xsd:simpleType": inline !== undefined });
  const type =
    inline === undefined
      ? namedType(draft, context, element)
      : anonymousSimpleType(draft, context, inline, outer);
  return {
    id,
    name,
    namespace: context.targetNamespace,
    doc: docOf(element),
    origin: element.origin,
    type,
    ...constraint(draft, element),
  };
}

export function buildAttributeGroup(draft: Draft, declaration: Declaration): AttributeGroupModel {
  const { id, name, element, context } = declaration;
  const path = `{${context.targetNamespace}}attributeGroup(${name})`;
  const { attributes, groups, anyAttribute } = attributesOf(draft, context, element, path);
  return {
    id,
    name,
    namespace: context.targetNamespace,
    doc: docOf(element),
    origin: element.origin,
    attributes,
    groups,
    anyAttribute,
  };
}

/** `owner`: the element whose children they are. */
export function attributesOf(
  draft: Draft,
  context: Context,
  owner: XmlElement,
  path: string,
): AttributesModel {
  const uses = schemaChildren(owner, "attribute").flatMap((element) =>
    attributeUse(draft, context, element, path),
  );
  return {
    attributes: uses.filter(({ use }) => use !== "prohibited").map(({ attribute }) => attribute),
    prohibited: uses
      .filter(({ use }) => use === "prohibited")
      .map(({ attribute }) => `{${attribute.namespace}}${attribute.name}`),
    groups: schemaChildren(owner, "attributeGroup").flatMap((element) => {
      draft.required(element, "ref");
      const id = draft.qname(element, "ref", context);
      return id === undefined ? [] : [draft.refer("attribute group", id, element.origin)];
    }),
    anyAttribute: schemaChildren(owner, "anyAttribute").length > 0,
  };
}

function attributeUse(
  draft: Draft,
  context: Context,
  element: XmlElement,
  path: string,
): { readonly use: string; readonly attribute: AttributeUseModel }[] {
  const use = draft.oneOf(element, "use", ["optional", "required", "prohibited"], "optional");
  const declared = element.attributes.has("ref")
    ? referred(draft, context, element)
    : local(draft, context, element, path);
  if (declared === undefined) return [];
  return [{ use, attribute: { ...declared, required: use === "required", origin: element.origin } }];
}

function local(
  draft: Draft,
  context: Context,
  element: XmlElement,
  path: string,
): AttributeModel | undefined {
  const name = draft.ncName(element);
  if (name === undefined) return undefined;
  const form = draft.oneOf(
    element,
    "form",
    ["qualified", "unqualified"],
    context.attributesQualified ? "qualified" : "unqualified",
  );
  const namespace = form === "qualified" ? context.targetNamespace : "";
  const outer = { id: `${path}/@${name}`, name, anonymous: true };
  const [inline] = schemaChildren(element, "simpleType");
  draft.exclusive(element, { type: element.attributes.has("type"), "xsd:simpleType": inline !== undefined });
  const type =
    inline === undefined
      ? namedType(draft, context, element)
      : anonymousSimpleType(draft, context, inline, outer);
  return {
    id: outer.id,
    name,
    namespace,
    doc: docOf(element),
    origin: element.origin,
    type,
    ...constraint(draft, element),
  };
}

function referred(draft: Draft, context: Context, element: XmlElement): AttributeModel | undefined {
  const named = draft.qname(element, "ref", context);
  if (named === undefined) return undefined;
  const id = isBuiltInAttribute(named) ? named : draft.refer("attribute", named, element.origin);
  draft.exclusive(element, {
    ref: true,
    name: element.attributes.has("name"),
    type: element.attributes.has("type"),
  });
  const end = id.indexOf("}");
  const global = draft.declared("attribute", id);
  const own = constraint(draft, element);
  const inherited = global === undefined ? own : constraint(draft, global.element);
  return {
    id,
    name: id.slice(end + 1),
    namespace: id.slice(1, end),
    doc: docOf(element),
    origin: element.origin,
    type: global === undefined ? `{${xsdNamespace}}string` : globalType(draft, global),
    default: own.default ?? (own.fixed === undefined ? inherited.default : undefined),
    fixed: own.fixed ?? (own.default === undefined ? inherited.fixed : undefined),
  };
}

function globalType(draft: Draft, declaration: Declaration): Id {
  const { element, context, name } = declaration;
  const inline = schemaChildren(element, "simpleType").length > 0;
  if (inline) return `{${context.targetNamespace}}@${name}/type()`;
  const named = draft.qname(element, "type", context);
  return named === undefined ? anySimpleType : draft.meant("type", named);
}

function namedType(draft: Draft, context: Context, element: XmlElement): Id {
  const id = draft.qname(element, "type", context);
  return id === undefined ? anySimpleType : draft.refer("type", id, element.origin, "simple type");
}

function constraint(draft: Draft, element: XmlElement): Pick<AttributeModel, "default" | "fixed"> {
  const value = { default: element.attributes.get("default"), fixed: element.attributes.get("fixed") };
  draft.exclusive(element, { default: value.default !== undefined, fixed: value.fixed !== undefined });
  return value;
}
