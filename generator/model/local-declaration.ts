import { splitName } from "../read/names.js";
import type { XmlElement } from "../read/xml.js";
import type { Context } from "./declaration.js";
import type { ModelDraft } from "./draft.js";
import type { ValueConstraint, ValuePrefix } from "./types.js";

/** The value constraint of an element or attribute: a default or a fixed value, not both. */
export function valueConstraint(draft: ModelDraft, element: XmlElement): ValueConstraint {
  const value = { default: element.attributes.get("default"), fixed: element.attributes.get("fixed") };
  draft.exclusive(element, { default: value.default !== undefined, fixed: value.fixed !== undefined });
  const prefixes = prefixesOf(element, value.default ?? value.fixed ?? "");
  return prefixes.length === 0 ? value : { ...value, prefixes };
}

/** The declared prefixes of the words of a text, and the default namespace for words without one. */
function prefixesOf({ scope }: XmlElement, text: string): readonly ValuePrefix[] {
  const words = text.split(/[ \t\n\r]+/).filter((word) => word !== "");
  return [...new Set(words.map((word) => splitName(word).prefix))].flatMap((prefix) => {
    const namespace = scope.get(prefix) ?? "";
    return namespace === "" ? [] : [{ prefix, namespace }];
  });
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
