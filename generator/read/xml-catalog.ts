import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ContractFile } from "./contract.js";
import { decodeXml } from "./decode.js";
import { readXml } from "./document.js";
import { isAddress, xmlNamespace } from "./names.js";
import { realPath, shownFrom, type NamedAt, type Reading } from "./source.js";
import { attributeOf, elements, type XmlElement } from "./xml.js";

/** OASIS XML Catalogs 1.0 and 1.1. */
const catalogNamespace = "urn:oasis:names:tc:entity:xmlns:xml:catalog";
/** Most catalogs of one contract. */
const catalogLimit = 100;

/** A location is looked up as a system identifier, and then as a URI reference. */
type Kind = "system" | "uri";

/** How an entry matches: the whole location, its start or its end; or the catalog to ask about locations with a start. */
type How = "whole" | "start" | "end" | "delegate";

interface Entry {
  readonly kind: Kind;
  readonly how: How;
  readonly match: string;
  /** An absolute URL. */
  readonly target: string;
  readonly element: XmlElement;
}

interface Catalog {
  readonly entries: readonly Entry[];
  /** `nextCatalog` in their order. */
  readonly next: readonly Pick<Entry, "target" | "element">[];
}

/** The entries, with the attributes of what they match and of what they lead to. Those of public identifiers match no location. */
const entryForms: ReadonlyMap<string, readonly [Kind, How, match: string, target: string]> = new Map([
  ["system", ["system", "whole", "systemId", "uri"]],
  ["rewriteSystem", ["system", "start", "systemIdStartString", "rewritePrefix"]],
  ["systemSuffix", ["system", "end", "systemIdSuffix", "uri"]],
  ["delegateSystem", ["system", "delegate", "systemIdStartString", "catalog"]],
  ["uri", ["uri", "whole", "name", "uri"]],
  ["rewriteURI", ["uri", "start", "uriStartString", "rewritePrefix"]],
  ["uriSuffix", ["uri", "end", "uriSuffix", "uri"]],
  ["delegateURI", ["uri", "delegate", "uriStartString", "catalog"]],
]);

/** The catalogs of a contract, each read once. */
export class Catalogs {
  readonly files: ContractFile[] = [];
  readonly missing = new Set<string>();
  readonly #reading: Reading;
  readonly #roots: readonly Catalog[];
  readonly #read = new Map<string, Catalog>();

  constructor(paths: readonly string[], reading: Reading) {
    this.#reading = reading;
    this.#roots = paths.map((path) => this.#open(realPath(path), undefined));
  }

  /** The path or address that the catalogs have for a location, which is given as written and as resolved. */
  find(location: string, resolved: string): string | undefined {
    if (this.#roots.length === 0) return undefined;
    const url = isAddress(resolved) ? resolved : pathToFileURL(resolved).href;
    const names = [...new Set([normalized(location), normalized(url)])];
    for (const kind of ["system", "uri"] as const) {
      for (const name of names) {
        const found = this.#lookUp(kind, name);
        if (found !== undefined) return found.startsWith("file:") ? pathOf(found) : found;
      }
    }
    return undefined;
  }

  /** Section 7 of the specification. Catalogs may name one another in a circle; each is asked once. */
  #lookUp(kind: Kind, name: string): string | undefined {
    const asked = new Set<Catalog>();
    let left = this.#roots;
    for (let [catalog] = left; catalog !== undefined; [catalog] = left) {
      left = left.slice(1);
      if (asked.has(catalog)) continue;
      asked.add(catalog);
      const entries = catalog.entries.filter((entry) => entry.kind === kind);
      const found = targetOf(entries, name);
      if (found !== undefined) return found;
      const delegates = longestFirst(
        entries.filter((entry) => entry.how === "delegate" && holds(entry, name)),
      );
      // A catalog that delegates a location leaves it to those catalogs alone.
      left =
        delegates.length > 0
          ? delegates.map((entry) => this.#named(entry))
          : [...catalog.next.map((entry) => this.#named(entry)), ...left];
    }
    return undefined;
  }

  /** A catalog that another one names. One that is not there is passed over, with a warning. */
  #named({ target, element }: Pick<Entry, "target" | "element">): Catalog {
    const path = target.startsWith("file:") ? pathOf(target) : undefined;
    if (path === undefined) return this.#refused(target, element, "catalogs are not fetched");
    const known = this.#read.get(realPath(path));
    if (known !== undefined) return known;
    const { base } = this.#reading;
    if (!existsSync(path)) {
      this.missing.add(path);
      return this.#refused(shownFrom(base, path), element, "the catalog does not exist");
    }
    if (this.#read.size < catalogLimit) return this.#open(realPath(path), element);
    return this.#refused(shownFrom(base, path), element, `there are more than ${catalogLimit} catalogs`);
  }

  #refused(location: string, { origin }: XmlElement, reason: string): Catalog {
    this.#reading.diagnostics.report("MG1019", origin, { location, reason });
    return nothing;
  }

  #open(path: string, named: XmlElement | undefined): Catalog {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const root = this.#parsed(path, named?.origin);
    const catalog = root === undefined ? nothing : catalogOf(root, pathToFileURL(path).href);
    this.#read.set(path, catalog);
    return catalog;
  }

  #parsed(path: string, at: NamedAt): XmlElement | undefined {
    const { reader, base, diagnostics } = this.#reading;
    const file = shownFrom(base, path);
    const source = reader.read(path, at === undefined ? diagnostics.place(file) : file, at);
    if (source === undefined) {
      if (!existsSync(path)) this.missing.add(path);
      return undefined;
    }
    this.files.push({ file, path: source.path, bytes: source.bytes });
    const text = decodeXml(source.bytes, file, diagnostics);
    const root = text === undefined ? undefined : readXml(text, file, diagnostics);
    if (root === undefined || isOfCatalog(root, "catalog")) return root;
    diagnostics.report("MG1013", root.origin, {
      found: root.name.name,
      wanted: "catalog (OASIS XML Catalogs)",
    });
    return undefined;
  }
}

const nothing: Catalog = { entries: [], next: [] };

/** The entries of a catalog in the order of the document, those of its groups included. `url` is its own. */
function catalogOf(root: XmlElement, url: string): Catalog {
  const entries: Entry[] = [];
  const next: Catalog["next"][number][] = [];
  const stack = [{ element: root, outer: url }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { element, outer } = top;
    const base = resolved(attributeOf(element, `{${xmlNamespace}}base`) ?? "", outer) ?? outer;
    if (isOfCatalog(element, "catalog") || isOfCatalog(element, "group")) {
      const children = elements(element).map((child) => ({ element: child, outer: base }));
      stack.push(...children.reverse());
    } else if (isOfCatalog(element, "nextCatalog")) {
      const target = resolved(attributeOf(element, "catalog"), base);
      if (target !== undefined) next.push({ target, element });
    } else entries.push(...entryOf(element, base));
  }
  return { entries, next };
}

/** An element of another namespace, or one without its attributes, is no entry. */
function entryOf(element: XmlElement, base: string): readonly Entry[] {
  const form = isOfCatalog(element, element.name.name) ? entryForms.get(element.name.name) : undefined;
  if (form === undefined) return [];
  const [kind, how, matchName, targetName] = form;
  const match = attributeOf(element, matchName);
  const target = resolved(attributeOf(element, targetName), base);
  if (match === undefined || match === "" || target === undefined) return [];
  return [{ kind, how, match: normalized(match), target, element }];
}

function isOfCatalog({ name }: XmlElement, local: string): boolean {
  return name.namespace === catalogNamespace && name.name === local;
}

/** A whole location goes before a start, and that before an end; the longest of several. */
function targetOf(entries: readonly Entry[], name: string): string | undefined {
  const ofHow = (how: How): Entry | undefined =>
    longestFirst(entries.filter((entry) => entry.how === how && holds(entry, name)))[0];
  const whole = ofHow("whole");
  if (whole !== undefined) return whole.target;
  const start = ofHow("start");
  if (start !== undefined) return start.target + name.slice(start.match.length);
  return ofHow("end")?.target;
}

function holds({ how, match }: Entry, name: string): boolean {
  if (how === "whole") return name === match;
  return how === "end" ? name.endsWith(match) : name.startsWith(match);
}

function longestFirst(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => b.match.length - a.match.length);
}

/** Section 6.3: characters that a URI cannot have are percent-encoded. */
function normalized(uri: string): string {
  return uri.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
}

function resolved(reference: string | undefined, base: string): string | undefined {
  return reference !== undefined && URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** Undefined for a file URL that names another host. */
function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
