import { relative, resolve, sep } from "node:path";
import { Locations } from "./locations.js";
import { markupOf, type MarkupElement } from "./markup.js";
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
 * Reads the documents for a WSDL file: one document with its schemas if possible, else the file and every
 * other it refers to, all inside its folder and those of `allow`; `map` names files to read for locations.
 *
 * @throws Error naming the file when one is missing, outside the folder, or not well-formed
 */
export function readServedWsdl(
  file: string,
  allow: readonly string[] = [],
  map: Readonly<Record<string, string>> = {},
): ServedWsdl {
  const locations = new Locations(file, allow, map);
  try {
    return new ServedWsdl(readWsdl(file, locations));
  } catch (error) {
    if (error instanceof Error && error.cause instanceof NotInlined)
      return readLinked(resolve(file), locations);
    throw error;
  }
}

function readLinked(file: string, locations: Locations): ServedWsdl {
  const documents = new Map<string, WsdlDocument>();
  const pending: { readonly key: string; readonly path: string }[] = [{ key: "", path: file }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { key, path } = next;
    if (documents.has(key)) continue;
    const { document, references } = reading(path, (text) => linkedDocument(text, path, locations));
    documents.set(key, document);
    pending.push(...references);
  }
  const main = documents.get("");
  if (main === undefined) throw new Error(`${file} was not read.`);
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
  locations: Locations,
): { readonly document: WsdlDocument; readonly references: readonly Reference[] } {
  const links = new Map<string, string>();
  const references: Reference[] = [];
  const { elements } = markupOf(text);
  for (const element of elements) {
    const found = locationOf(element);
    if (found === undefined) continue;
    const { kind, location } = found;
    const target = locations.target(location, path);
    if (target === undefined) continue;
    if (kind === "schema" && !leadsSomewhere(element.name, location, target)) continue;
    const name = relative(locations.folder, target).split(sep).join("/");
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
