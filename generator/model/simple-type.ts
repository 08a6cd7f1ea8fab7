import type { XmlElement } from "../read/xml.js";
import { anySimpleType } from "./built-in.js";
import { docOf } from "./docs.js";
import type { Context } from "./declaration.js";
import { schemaChildren, type ModelDraft, type TypeNames } from "./draft.js";
import { facetsOf } from "./facets.js";
import { show } from "./grammar.js";
import type { Id, SimpleTypeModel } from "./types.js";

export function buildSimpleType(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  names: TypeNames,
): void {
  const [derivation] = schemaChildren(element, "restriction", "list", "union");
  if (derivation === undefined) {
    draft.diagnostics.report("MG2007", element.origin, {
      element: show(element),
      attribute: "xsd:restriction, xsd:list or xsd:union",
    });
    return;
  }
  draft.addSimpleType({
    id: names.id,
    name: names.name,
    anonymous: names.anonymous,
    namespace: context.targetNamespace,
    doc: docOf(element),
    origin: element.origin,
    variety: variety(draft, context, derivation, names),
    facets: facetsOf(draft, derivation),
  });
}

function variety(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  names: TypeNames,
): SimpleTypeModel["variety"] {
  switch (element.name.name) {
    case "list":
      return { kind: "list", item: simpleBase(draft, context, element, "itemType", inside(names, "Item")) };
    case "union":
      return { kind: "union", members: members(draft, context, element, names) };
    default:
      return {
        kind: "restriction",
        base: simpleBase(draft, context, element, "base", inside(names, "Base")),
      };
  }
}

/** Names of a type declared in place in another one. */
function inside(names: TypeNames, part: "Item" | "Member" | "Base"): TypeNames {
  return { ...names, id: `${names.id}/${part}` };
}

/** The type an attribute names, or the one declared in place. */
function simpleBase(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  attribute: string,
  names: TypeNames,
): Id {
  const [inline] = schemaChildren(element, "simpleType");
  draft.exclusive(element, {
    [attribute]: element.attributes.has(attribute),
    "xsd:simpleType": inline !== undefined,
  });
  if (inline !== undefined) return anonymousSimpleType(draft, context, inline, names);
  if (!element.attributes.has(attribute)) {
    draft.diagnostics.report("MG2007", element.origin, { element: show(element), attribute });
  }
  const named = draft.qname(element, attribute, context);
  return named === undefined ? anySimpleType : draft.refer("type", named, element.origin, "simple type");
}

export function anonymousSimpleType(
  draft: ModelDraft,
  context: Context,
  element: XmlElement,
  outer: TypeNames,
): Id {
  const id = draft.anonymousId(outer.id);
  buildSimpleType(draft, context, element, { id, name: outer.name, anonymous: true });
  return id;
}

function members(draft: ModelDraft, context: Context, element: XmlElement, names: TypeNames): Id[] {
  const listed = (element.attributes.get("memberTypes") ?? "")
    .split(/[ \t\n\r]+/)
    .filter((name) => name !== "");
  return [
    ...listed.flatMap((name) => {
      const id = draft.resolve(element, "memberTypes", name, context);
      return id === undefined ? [] : [draft.refer("type", id, element.origin, "simple type")];
    }),
    ...schemaChildren(element, "simpleType").map((inline) =>
      anonymousSimpleType(draft, context, inline, inside(names, "Member")),
    ),
  ];
}
