import { splitName } from "../read/names.js";
import { elements, type XmlElement } from "../read/xml.js";
import type { Context } from "./declaration.js";
import { isSpecified } from "./grammar.js";

interface Placed {
  readonly element: XmlElement;
  readonly context: Context;
}

/** True if two declarations of one name are equal: documents of one contract may repeat declarations. */
export function isSameDeclaration(one: Placed, other: Placed): boolean {
  const forms = ({ context }: Placed): string =>
    `${context.elementsQualified} ${context.attributesQualified}`;
  if (elements(one.element).length > 0 && forms(one) !== forms(other)) return false;
  return isSame(one.element, other.element);
}

/** True if two bindings differ only in their transport. */
export function isSameBindingElsewhere(one: XmlElement, other: XmlElement): boolean {
  return isSame(withoutTransport(one), withoutTransport(other));
}

function withoutTransport(binding: XmlElement): XmlElement {
  const children = elements(binding).map((child) => {
    if (child.name.name !== "binding") return child;
    const attributes = new Map([...child.attributes].filter(([name]) => name !== "transport"));
    return { ...child, attributes };
  });
  return { ...binding, children };
}

function isSame(one: XmlElement, other: XmlElement): boolean {
  if (one.name.name !== other.name.name || one.name.namespace !== other.name.namespace) return false;
  if (one.attributes.size !== other.attributes.size) return false;
  for (const [name, value] of one.attributes) {
    const found = other.attributes.get(name);
    if (found === undefined || meaning(one, value) !== meaning(other, found)) return false;
  }
  const [children, others] = [content(one), content(other)];
  return (
    children.length === others.length &&
    children.every((child, at) => {
      const twin = others[at];
      return twin !== undefined && isSame(child, twin);
    })
  );
}

/** A value with the prefix of a name in it resolved. */
function meaning(element: XmlElement, value: string): string {
  const { prefix, local } = splitName(value);
  const namespace = prefix === "" ? undefined : element.scope.get(prefix);
  return namespace === undefined ? value : `{${namespace}}${local}`;
}

/** Neither documentation nor an extension that is not understood makes a difference. */
function content(element: XmlElement): readonly XmlElement[] {
  return elements(element).filter(
    (child) => isSpecified(child) && child.name.name !== "annotation" && child.name.name !== "documentation",
  );
}
