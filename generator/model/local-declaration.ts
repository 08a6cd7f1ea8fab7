import type { XmlElement } from "../read/xml.js";
import type { Context } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import type { AttributeModel } from "./types.js";

/** The value constraint of an element or attribute: a default or a fixed value, not both. */
export function valueConstraint(
  draft: ModelDraft,
  element: XmlElement,
): Pick<AttributeModel, "default" | "fixed"> {
  const value = { default: element.attributes.get("default"), fixed: element.attributes.get("fixed") };
  draft.exclusive(element, { default: value.default !== undefined, fixed: value.fixed !== undefined });
  return value;
}

/** The namespace of a local element or attribute; `qualified`: the default of its document. */
export function localNamespace(
  draft: ModelDraft,
  { targetNamespace }: Context,
  element: XmlElement,
  qualified: boolean,
): string {
  const usual = qualified ? "qualified" : "unqualified";
  const form = draft.oneOf(element, "form", ["qualified", "unqualified"], usual);
  return form === "qualified" ? targetNamespace : "";
}
