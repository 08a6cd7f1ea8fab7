import { splitName } from "./names.js";
import { attributeOf, elements, type XmlElement } from "./xml.js";

/** Attributes of XSD and WSDL whose value names a declaration, or several. */
const references = [
  "type",
  "base",
  "ref",
  "element",
  "itemType",
  "memberTypes",
  "substitutionGroup",
  "message",
  "{http://schemas.xmlsoap.org/wsdl/}arrayType",
] as const;

/**
 * Namespaces of the references of a document; those of `ref` and `element`, which can only refer to declarations, are
 * separate.
 */
export interface UsedNamespaces {
  readonly all: ReadonlySet<string>;
  readonly declarations: ReadonlySet<string>;
}

export function usedNamespaces(roots: readonly XmlElement[]): UsedNamespaces {
  const all = new Set<string>();
  const declarations = new Set<string>();
  const stack = [...roots];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    stack.push(...elements(next));
    for (const attribute of references) {
      for (const name of attributeOf(next, attribute)?.split(/[ \t\n\r]+/) ?? []) {
        const namespace = next.scope.get(splitName(name).prefix);
        if (namespace === undefined) continue;
        all.add(namespace);
        if (attribute === "ref" || attribute === "element") declarations.add(namespace);
      }
    }
  }
  return { all, declarations };
}
