import type { Diagnostics } from "../diagnostics.js";
import { cataloguedSchema, isCatalogued } from "./catalogue/index.js";
import type { SchemaDocument } from "./contract.js";
import { xsdNamespace } from "./names.js";
import { usedNamespaces } from "./used-namespaces.js";
import { readXml, type XmlElement } from "./xml.js";

/** Schemas of the catalogue that documents, or such schemas, refer to, but for those of the namespaces in `own`. */
export function cataloguedSchemas(
  documents: readonly XmlElement[],
  own: ReadonlySet<string>,
  diagnostics: Diagnostics,
): readonly SchemaDocument[] {
  const found = new Map<string, SchemaDocument>();
  let roots = documents;
  while (roots.length > 0) {
    const added = neededOf(roots).filter((namespace) => !own.has(namespace) && !found.has(namespace));
    roots = added.flatMap((namespace) => {
      const root = readXml(cataloguedSchema(namespace) ?? "", namespace, diagnostics);
      if (root !== undefined) found.set(namespace, { root, targetNamespace: namespace, adopted: false });
      return root ?? [];
    });
  }
  return [...found.values()];
}

/** Namespaces of the catalogue that documents refer to; that of XML Schema only where it has to have declarations. */
function neededOf(roots: readonly XmlElement[]): readonly string[] {
  const { all, declarations } = usedNamespaces(roots);
  return [...all].filter(
    (namespace) => isCatalogued(namespace) && (namespace !== xsdNamespace || declarations.has(namespace)),
  );
}
