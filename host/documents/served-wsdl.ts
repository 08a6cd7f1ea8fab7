import { resolve } from "node:path";
import { type DescriptionDocuments, Locations } from "./locations.js";
import { markupOf, unescaped, type MarkupElement } from "./markup.js";
import { schemaNamespace, WsdlDocument } from "./wsdl-document.js";
import { leadsSomewhere, NotInlined, reading, readWsdl } from "./wsdl-file.js";
import { joinedNames, wsdlNamespace, type WsdlNames, type WsdlPort } from "./wsdl-names.js";

/** Query for a further document: `?wsdl=NAME` or `?schema=NAME`. */
export type DocumentKind = "wsdl" | "schema";

/** The description of a service as it is served: one document, or several that refer to each other. */
export class ServedWsdl {
  readonly #main: WsdlDocument;
  /** By kind and name. */
  readonly #linked: ReadonlyMap<string, WsdlDocument>;

  constructor(main: WsdlDocument, linked: ReadonlyMap<string, WsdlDocument> = new Map()) {
    this.#main = main;
    this.#linked = linked;
  }

  /** The document of `?wsdl` for a service at this URL. */
  at(url: string): string {
    return this.#main.at(url);
  }

  /** A document that the others refer to; undefined if there is none of that name. */
  linked(kind: DocumentKind, name: string, url: string): string | undefined {
    return this.#linked.get(`${kind} ${name}`)?.at(url);
  }

  /** The names in all documents. */
  get names(): WsdlNames {
    return joinedNames([this.#main, ...this.#linked.values()].map(({ names }) => names));
  }

  /** The ports whose address is an element of the given namespace, in document order. */
  ports(addressNamespace: string): readonly WsdlPort[] {
    return this.names.ports.filter(({ address }) => address === addressNamespace);
  }

  /** The WSDL with a different target namespace, also at the start of SOAP actions. */
  renamed(from: string, to: string): ServedWsdl {
    if (from === to) return this;
    const linked = [...this.#linked].map(([key, each]) => [key, each.renamed(from, to)] as const);
    return new ServedWsdl(this.#main.renamed(from, to), new Map(linked));
  }
}

/**
 * Reads the documents for a WSDL file, all inside its folder and those of `allow`; `map` names files to read for locations.
 *
 * @throws Error naming the file when one is missing, outside the folder, or not well-formed
 */
export function readServedWsdl(
  file: string,
  allow: readonly string[] = [],
  map: Readonly<Record<string, string>> = {},
): ServedWsdl {
  return servedDocuments(resolve(file), new Locations(file, allow, map));
}

/**
 * One document with its schemas if possible, else the WSDL and every other document that it refers to.
 *
 * @param path of the WSDL
 * @throws Error as `readServedWsdl`
 */
export function servedDocuments(path: string, documents: DescriptionDocuments): ServedWsdl {
  try {
    return new ServedWsdl(readWsdl(path, documents));
  } catch (error) {
    if (error instanceof Error && error.cause instanceof NotInlined) return readLinked(path, documents);
    throw error;
  }
}

function readLinked(first: string, source: DescriptionDocuments): ServedWsdl {
  const documents = new Map<string, WsdlDocument>();
  const pending: { readonly key: string; readonly path: string }[] = [{ key: "", path: first }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { key, path } = next;
    if (documents.has(key)) continue;
    const { document, references } = reading(source, path, (text) => linkedDocument(text, path, source));
    documents.set(key, document);
    pending.push(...references);
  }
  const main = documents.get("");
  if (main === undefined) throw new Error(`${first} was not read.`);
  documents.delete("");
  return new ServedWsdl(main, documents);
}

interface Reference {
  /** Kind and name. */
  readonly key: string;
  readonly path: string;
}

function linkedDocument(
  text: string,
  path: string,
  documents: DescriptionDocuments,
): { readonly document: WsdlDocument; readonly references: readonly Reference[] } {
  const links = new Map<string, string>();
  const references: Reference[] = [];
  const { elements } = markupOf(text);
  for (const element of elements) {
    const found = locationOf(element);
    if (found === undefined) continue;
    const { kind, location } = found;
    const target = documents.target(unescaped({ value: location }), path);
    if (target === undefined) continue;
    if (kind === "schema" && !leadsSomewhere(documents, element.name, location, target)) continue;
    const name = documents.nameOf(target);
    links.set(location, `?${kind}=${encodeURIComponent(name)}`);
    references.push({ key: `${kind} ${name}`, path: target });
  }
  return { document: new WsdlDocument(text, elements, links), references };
}

function locationOf({
  namespace,
  name,
  attributes,
}: MarkupElement): { kind: DocumentKind; location: string } | undefined {
  const kind = namespace === wsdlNamespace ? "wsdl" : namespace === schemaNamespace ? "schema" : undefined;
  if (kind === undefined || !["import", "include", "redefine"].includes(name)) return undefined;
  const wanted = kind === "wsdl" ? "location" : "schemaLocation";
  const location = attributes.find((attribute) => attribute.name === wanted)?.value;
  return location === undefined ? undefined : { kind, location };
}
