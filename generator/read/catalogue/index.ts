import { addressingSchemas } from "./addressing.js";
import { attachmentSchemas } from "./attachments.js";
import { notificationSchemas } from "./notification.js";
import { securitySchemas } from "./security.js";
import { serializationSchemas } from "./serialization.js";
import { soapSchemas } from "./soap.js";
import { topicSchemas } from "./topics.js";
import { xlinkSchemas } from "./xlink.js";
import { xmlSchemas } from "./xml.js";
import type { Diagnostics } from "../../diagnostics.js";
import type { SchemaDocument } from "../contract.js";
import { xsdNamespace } from "../names.js";
import { usedNamespaces } from "../used-namespaces.js";
import { readXml } from "../document.js";
import type { XmlElement } from "../xml.js";

const catalogue: ReadonlyMap<string, string> = new Map(
  [
    xmlSchemas,
    xlinkSchemas,
    soapSchemas,
    addressingSchemas,
    attachmentSchemas,
    securitySchemas,
    notificationSchemas,
    topicSchemas,
    serializationSchemas,
  ].flatMap((schemas) => Object.entries(schemas)),
);

/**
 * The schema of a namespace that contracts refer to without bringing it along: the declarations that its
 * specification gives it, rewritten, without its restrictions on `xs:any` content. Undefined for any other.
 */
export function cataloguedSchema(namespace: string): string | undefined {
  return catalogue.get(namespace);
}

export function isCatalogued(namespace: string): boolean {
  return catalogue.has(namespace);
}

/** Every namespace of the catalogue. */
export const cataloguedNamespaces: readonly string[] = [...catalogue.keys()];

/** Schemas of the catalog that documents or such schemas refer to, except for the namespaces in `own`. */
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
