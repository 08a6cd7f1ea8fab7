import { addressingSchemas } from "./addressing.js";
import { attachmentSchemas } from "./attachments.js";
import { notificationSchemas } from "./notification.js";
import { securitySchemas } from "./security.js";
import { serializationSchemas } from "./serialization.js";
import { soapSchemas } from "./soap.js";
import { xmlSchemas } from "./xml.js";

const catalogue: ReadonlyMap<string, string> = new Map(
  [
    xmlSchemas,
    soapSchemas,
    addressingSchemas,
    attachmentSchemas,
    securitySchemas,
    notificationSchemas,
    serializationSchemas,
  ].flatMap((schemas) => Object.entries(schemas)),
);

/**
 * The schema of a namespace that contracts refer to without bringing it along: the declarations that its
 * specification gives it, in our words, without its restrictions on open content. Undefined for any other.
 */
export function cataloguedSchema(namespace: string): string | undefined {
  return catalogue.get(namespace);
}

export function isCatalogued(namespace: string): boolean {
  return catalogue.has(namespace);
}

/** Every namespace of the catalogue. */
export const cataloguedNamespaces: readonly string[] = [...catalogue.keys()];
