import { decodeXml, documentTypeEnd, XmlError } from "messenger-gen-runtime/xml";
import { type DescriptionDocuments, Locations } from "./locations.js";
import {
  edited,
  markupOf,
  unescaped,
  type Edit,
  type MarkupAttribute,
  type MarkupElement,
} from "./markup.js";
import { isElement, schemaNamespace, WsdlDocument } from "./wsdl-document.js";
import { wsdlNamespace } from "./wsdl-names.js";

const comments = /<!--[^]*?-->\n?/g;
const declaration = /^\ufeff?<\?xml [^>]*\?>\s*/;

/**
 * Reads a WSDL file and every schema file it refers to into one document: the schemas are in
 * `types` in the order of their first reference, and their imports have no location (WSDL 1.1 section 2.2, XML Schema
 * part 1 section 4.2.3). Comments and document type declarations are omitted; everything else is unchanged.
 *
 * @throws Error naming the file if it is missing, outside the folder, or not well-formed; caused by `NotInlined` if a
 * schema without namespace or a `wsdl:import` requires several documents
 */
export function readWsdl(file: string, documents: DescriptionDocuments = new Locations(file)): WsdlDocument {
  return reading(documents, file, (text) => {
    const { root, elements } = markupOf(text);
    if (root.children.some((child) => isElement(child, wsdlNamespace, "import"))) {
      throw new NotInlined("wsdl:import");
    }
    const types = root.children.find((child) => isElement(child, wsdlNamespace, "types"));
    if (types === undefined) return new WsdlDocument(text, elements);
    const hasDefault = [root, types].some((element) => element.attributes.some(isDefaultNamespace));
    const schemas = inlineSchemas(text, types, file, documents, hasDefault).join("\n");
    const edit = { start: types.contentStart, end: types.contentEnd, text: schemas };
    return new WsdlDocument(edited(text, 0, text.length, [edit]), elements);
  });
}

/**
 * Texts of the schemas in `types` and of those they refer to; a schema that only imports others is left out.
 *
 * @param hasDefault whether `types` has a default namespace, which schemas of other files do not expect
 */
function inlineSchemas(
  text: string,
  types: MarkupElement,
  file: string,
  documents: DescriptionDocuments,
  hasDefault: boolean,
): string[] {
  const texts: string[] = [];
  const pending: string[] = [];
  for (const schema of types.children) {
    const { markup, references } = withoutLocations(text, schema, file, documents);
    if (schema.children.some((child) => !isElement(child, schemaNamespace, "import"))) texts.push(markup);
    pending.push(...references);
  }
  const seen = new Set<string>();
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const [markup, references] = reading(documents, next, (content, path) => {
      const root = schemaRoot(content);
      const schema = withoutLocations(content, root, path, documents);
      const bare = hasDefault && !root.attributes.some(isDefaultNamespace);
      return [bare ? schema.markup.replace(/^<\S+/, '$& xmlns=""') : schema.markup, schema.references];
    });
    texts.push(markup);
    pending.push(...references);
  }
  return texts;
}

function schemaRoot(text: string): MarkupElement {
  const { root } = markupOf(text);
  if (!isElement(root, schemaNamespace, "schema")) throw new Error("not an XML schema");
  if (!root.attributes.some(({ name }) => name === "targetNamespace"))
    throw new NotInlined("a schema without namespace");
  return root;
}

/** One schema element without `schemaLocation`s, and the files these named. */
function withoutLocations(
  text: string,
  schema: MarkupElement,
  file: string,
  documents: DescriptionDocuments,
): { readonly markup: string; readonly references: readonly string[] } {
  const edits: Edit[] = [];
  const references: string[] = [];
  for (const child of schema.children) {
    const location = child.attributes.find(({ name }) => name === "schemaLocation");
    if (child.namespace !== schemaNamespace || location === undefined) continue;
    const target = documents.target(unescaped(location), file);
    if (target === undefined) continue;
    if (leadsSomewhere(documents, child.name, location.value, target)) references.push(target);
    if (child.name === "import") edits.push({ start: location.start, end: location.end, text: "" });
    else if (child.name === "include") edits.push({ start: child.start, end: child.end, text: "" });
    else throw new NotInlined(`xs:${child.name}`);
  }
  return { markup: edited(text, schema.start, schema.end, edits), references };
}

/** False for an import whose document is not there: the contract was generated without it. */
export function leadsSomewhere(
  documents: DescriptionDocuments,
  element: string,
  location: string,
  target: string,
): boolean {
  return element !== "import" || (location.trim() !== "" && documents.has(target));
}

/** UTF-16 that only its declaration claims is UTF-8, as for the generator. */
function textOf(bytes: Uint8Array): string {
  try {
    return decodeXml(bytes, undefined);
  } catch (error) {
    if (error instanceof XmlError) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    throw error;
  }
}

/** The generator skips a document type declaration; clients do not need it, and many refuse it. */
function withoutDocumentType(text: string): string {
  const start = text.indexOf("<!DOCTYPE");
  const end = start < 0 || /<[^!?]/.test(text.slice(0, start)) ? undefined : documentTypeEnd(text, start);
  return end === undefined ? text : text.slice(0, start) + text.slice(end);
}

/** Thrown if the schemas cannot be put into one document: then several are served. */
export class NotInlined extends Error {}

export function reading<T>(
  documents: DescriptionDocuments,
  file: string,
  use: (text: string, file: string) => T,
): T {
  try {
    const text = textOf(documents.read(file)).replaceAll("\r\n", "\n").replace(comments, "");
    return use(
      withoutDocumentType(text).replace(declaration, '<?xml version="1.0" encoding="utf-8"?>\n'),
      file,
    );
  } catch (cause) {
    // Node's own errors name the file already.
    if (cause instanceof Error && cause.cause instanceof NotInlined) throw cause;
    const reason = cause instanceof Error && !("code" in cause) ? `${file}: ${cause.message}` : String(cause);
    throw new Error(reason, { cause });
  }
}

function isDefaultNamespace({ name }: MarkupAttribute): boolean {
  return name === "xmlns";
}
