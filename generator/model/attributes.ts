import { unclark, xsdNamespace } from "../read/names.js";
import { attributeOf, type XmlElement } from "../read/xml.js";
import { anySimpleType, isBuiltInAttribute } from "./built-in.js";
import { localNamespace, valueConstraint } from "./local-declaration.js";
import { docOf } from "./docs.js";
import type { Context, Declaration } from "./declaration.js";
import { schemaChildren, type ModelDraft, type TypeNames } from "./draft.js";
import { anonymousSimpleType } from "./simple-type.js";
import type { AttributeGroupModel, AttributeModel, AttributeUseModel, WildcardModel, Id } from "./types.js";

/** Attribute declarations of a complex type or an attribute group. */
export interface AttributesModel {
  readonly attributes: readonly AttributeUseModel[];
  readonly groups: readonly Id[];
  /** `{namespace}name` of the attributes that a restriction removes. */
  readonly prohibited: readonly string[];
  readonly anyAttribute: WildcardModel | undefined;
}

export function buildAttribute(draft: ModelDraft, declaration: Declaration): AttributeModel {
  const { id, name, element, context } = declaration;
  const outer = { id: `{${context.targetNamespace}}@${name}`, name, anonymous: true };
  return {
    id,
    name,
    namespace: context.targetNamespace,
    doc: docOf(element),
    origin: element.origin,
    type: attributeType(draft, context, element, outer),
    ...valueConstraint(draft, element),
  };
}

export function buildAttributeGroup(draft: ModelDraft, declaration: Declaration): AttributeGroupModel {
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
  draft: ModelDraft,
  context: Context,
  owner: XmlElement,
  path: string,
): AttributesModel {
  const uses = schemaChildren(owner, "attribute").map((element) => ({
    element,
    use: draft.oneOf(element, "use", ["optional", "required", "prohibited"], "optional"),
  }));
  const isProhibited = ({ use }: { readonly use: string }): boolean => use === "prohibited";
  return {
    attributes: uses
      .filter((each) => !isProhibited(each))
      .flatMap(({ element, use }) =>
        draft.buildMember(element, () => attributeUse(draft, context, element, path, use === "required")),
      ),
    prohibited: uses.filter(isProhibited).flatMap(({ element }) => prohibitedName(draft, context, element)),
    groups: schemaChildren(owner, "attributeGroup").flatMap((element) => {
      draft.required(element, "ref");
      const id = draft.qname(element, "ref", context);
      if (id === undefined) return [];
      return [draft.buildInherited(() => draft.refer("attribute group", id, element.origin))];
    }),
    anyAttribute: wildcardOf(context, owner),
  };
}

function wildcardOf({ targetNamespace }: Context, owner: XmlElement): WildcardModel | undefined {
  const [wildcard] = schemaChildren(owner, "anyAttribute");
  if (wildcard === undefined) return undefined;
  return { namespaces: attributeOf(wildcard, "namespace") ?? "##any", targetNamespace };
}

function attributeUse(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  path: string,
  required: boolean,
): AttributeUseModel[] {
  const declared = element.attributes.has("ref")
    ? referredAttribute(draft, context, element)
    : localAttribute(draft, context, element, path);
  return declared === undefined ? [] : [{ ...declared, required, origin: element.origin }];
}

/** `{namespace}name`; no value has the attribute, and nothing else of its declaration matters. */
function prohibitedName(draft: ModelDraft, context: Context, element: XmlElement): readonly string[] {
  if (element.attributes.has("ref")) {
    const id = draft.qname(element, "ref", context);
    return id === undefined ? [] : [draft.meant("attribute", id)];
  }
  const name = draft.ncName(element);
  return name === undefined
    ? []
    : [`{${localNamespace(draft, context, element, context.attributesQualified)}}${name}`];
}

function localAttribute(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  path: string,
): AttributeModel | undefined {
  const name = draft.ncName(element);
  if (name === undefined) return undefined;
  const outer = { id: `${path}/@${name}`, name, anonymous: true };
  return {
    id: outer.id,
    name,
    namespace: localNamespace(draft, context, element, context.attributesQualified),
    doc: docOf(element),
    origin: element.origin,
    type: attributeType(draft, context, element, outer),
    ...valueConstraint(draft, element),
  };
}

function referredAttribute(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
): AttributeModel | undefined {
  const named = draft.qname(element, "ref", context);
  if (named === undefined) return undefined;
  const id = isBuiltInAttribute(named) ? named : draft.refer("attribute", named, element.origin);
  draft.exclusive(element, {
    ref: true,
    name: element.attributes.has("name"),
    type: element.attributes.has("type"),
  });
  const global = draft.declared("attribute", id);
  const own = valueConstraint(draft, element);
  const inherited = global === undefined ? own : valueConstraint(draft, global.element);
  return {
    id,
    ...unclark(id),
    doc: docOf(element),
    origin: element.origin,
    type: global === undefined ? `{${xsdNamespace}}string` : globalType(draft, global),
    ...(own.default === undefined && own.fixed === undefined ? inherited : own),
  };
}

function globalType(draft: ModelDraft, declaration: Declaration): Id {
  const { element, context, name } = declaration;
  const inline = schemaChildren(element, "simpleType").length > 0;
  if (inline) return `{${context.targetNamespace}}@${name}/type()`;
  const named = draft.qname(element, "type", context);
  return named === undefined ? anySimpleType : draft.meant("type", named);
}

/** The type an attribute names, the one declared in place, or the simple ur-type. */
function attributeType(draft: ModelDraft, context: Context, element: XmlElement, names: TypeNames): Id {
  const [inline] = schemaChildren(element, "simpleType");
  draft.exclusive(element, { type: element.attributes.has("type"), "xsd:simpleType": inline !== undefined });
  if (inline !== undefined) return anonymousSimpleType(draft, context, inline, names);
  const id = draft.qname(element, "type", context);
  return id === undefined ? anySimpleType : draft.refer("type", id, element.origin, "simple type");
}
