import { trim } from "messenger-gen-runtime/xsd";
import { splitName } from "./names.js";
import type { XmlElement } from "./xml.js";

/** Attributes of XSD and WSDL whose value names a declaration, or several. */
const references: ReadonlySet<string> = new Set([
  "type",
  "base",
  "ref",
  "element",
  "itemType",
  "memberTypes",
  "substitutionGroup",
  "message",
  "{http://schemas.xmlsoap.org/wsdl/}arrayType",
]);

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
    for (const child of next.children) if (typeof child !== "string") stack.push(child);
    for (const [attribute, value] of next.attributes) {
      if (!references.has(attribute)) continue;
      for (const name of trim(value).split(/[ \t\n\r]+/)) {
        const namespace = next.scope.get(splitName(name).prefix);
        if (namespace === undefined) continue;
        all.add(namespace);
        if (attribute === "ref" || attribute === "element") declarations.add(namespace);
      }
    }
  }
  return { all, declarations };
}
