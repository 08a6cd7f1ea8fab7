import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import { isCatalogued, cataloguedSchemas } from "./catalogue/index.js";
import {
  fetchedDocument,
  locationIn,
  type Address,
  type ContractDocuments,
  type ContractFile,
  type Fetched,
  type SchemaDocument,
} from "./contract.js";
import { besideHint, besides, type Wanted } from "./beside.js";
import { decodeXml } from "./decode.js";
import { readXml } from "./document.js";
import { isAddress, resolveLocation, wsdlNamespace, xsdNamespace } from "./names.js";
import { isWebUrl, type Origin } from "../origin.js";
import { ServiceMaps } from "./service-map.js";
import { permittedFolders, realPath, shownFrom, SourceReader, type NamedAt, type Reading } from "./source.js";
import type { Substitutes } from "./substitutes.js";
import { usedNamespaces } from "./used-namespaces.js";
import { attributeOf, elements, type XmlElement } from "./xml.js";

export interface LoadOptions {
  /** Paths or URLs of WSDL documents. The folder of each path may be read. */
  readonly wsdls: readonly string[];
  /** The folder that names of files are relative to; that of the first WSDL unless given. */
  readonly base?: string;
  /** Further folders that may be read. */
  readonly allow?: readonly string[];
  /** Documents by their address; one that is not among them is not read. */
  readonly fetched?: Fetched;
  /** Reports an address that is not read; by default nothing is fetched. */
  readonly onUnread?: (address: Address) => void;
  /** Documents that are read in place of others; by default none. */
  readonly substitutes?: ((reading: Reading) => Substitutes) | undefined;
}

/**
 * Reads the documents and whatever they import or include. Never recursive: chains of imports may be long. The location
 * of an import is a hint: one on a network is not needed when another document, or the catalogue, has the namespace.
 */
export function loadContract(options: LoadOptions, diagnostics: Diagnostics): ContractDocuments {
  const folders = permittedFolders(options.wsdls, options.allow);
  const base = options.base ?? folders[0] ?? ".";
  const loader = new Loader(base, folders, options, diagnostics);
  for (const wsdl of options.wsdls) loader.loadWsdl(wsdl);
  return loader.contract();
}

/** A document that something names, by a path or an address. */
interface Request {
  readonly path: string;
  readonly kind: "wsdl" | "schema";
  readonly at: NamedAt;
  readonly shown: string;
  /** As the document at `at` has it; undefined where none refers to it. */
  readonly location?: string;
  /** Expected namespace of the document, and whether it may have none. */
  readonly namespace?: WantedNamespace;
}

/** `wanted` undefined: an import without a namespace. */
interface WantedNamespace {
  readonly wanted: string | undefined;
  readonly include: boolean;
}

/** A document that was not read, and the namespace that would do in its place. */
interface Elsewhere extends Omit<Address, "beside"> {
  /** Undefined if there is no substitute. */
  readonly namespace: string | undefined;
  /** Of a file that is not there; undefined for an address. */
  readonly path: string | undefined;
  /** What it has to be; undefined for a WSDL of the command line. */
  readonly wanted: Wanted | undefined;
}

interface Parsed {
  readonly file: string;
  readonly path: string;
  readonly root: XmlElement | undefined;
}

class Loader {
  readonly #diagnostics: Diagnostics;
  readonly #reader: SourceReader;
  readonly #base: string;
  readonly #fetched: Fetched;
  readonly #onUnread: (address: Address) => void;
  readonly #substitutes: Substitutes | undefined;
  readonly #serviceMaps: ServiceMaps;
  readonly #parsed = new Map<string, Parsed>();
  readonly #done = new Set<string>();
  readonly #files: ContractFile[] = [];
  readonly #targets = new Map<string, string>();
  readonly #wsdls: XmlElement[] = [];
  readonly #schemas: SchemaDocument[] = [];
  readonly #missing = new Set<string>();
  readonly #misnamed = new Map<string, Set<string>>();
  /** Imports and includes of addresses, with the namespace that would do in their place. */
  readonly #elsewhere: Elsewhere[] = [];

  #used = { roots: 0, all: new Set<string>() as ReadonlySet<string> };

  constructor(base: string, folders: readonly string[], options: LoadOptions, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#reader = new SourceReader(folders, diagnostics);
    this.#base = base;
    this.#fetched = options.fetched ?? new Map();
    const reading = { reader: this.#reader, base, diagnostics };
    this.#substitutes = options.substitutes?.(reading);
    this.#serviceMaps = new ServiceMaps(reading);
    this.#onUnread =
      options.onUnread ??
      (({ location, at, beside }) => {
        diagnostics.report("MG1004", at, { location, beside });
      });
  }

  contract(): ContractDocuments {
    const roots = [...this.#wsdls, ...this.#schemas.map(({ root }) => root)];
    const own = new Set(this.#schemas.map(({ targetNamespace }) => targetNamespace));
    const replaced = ({ namespace }: Elsewhere): boolean =>
      namespace !== undefined && (own.has(namespace) || isCatalogued(namespace));
    const unread = this.#elsewhere
      .filter((each) => each.path === undefined && !replaced(each))
      .map(({ location, at }) => ({ location, at, beside: "" }));
    const schemas = [...this.#schemas, ...cataloguedSchemas(roots, own, this.#diagnostics)];
    const wsdls = [...this.#wsdls];
    this.#reportElsewhere(replaced);
    this.#reportUnused();
    return {
      files: [...this.#files, ...(this.#substitutes?.files ?? []), ...this.#serviceMaps.files],
      targets: this.#targets,
      wsdls,
      schemas,
      unread,
      missing: [...this.#missing, ...(this.#substitutes?.missing ?? [])],
      misnamed: this.#misnamed,
      omitted: new Set(),
    };
  }

  #reportUnused(): void {
    const [root] = this.#wsdls;
    for (const [location, target] of this.#substitutes?.unused() ?? []) {
      if (root === undefined) return;
      const file = isWebUrl(target) ? target : shownFrom(this.#base, target);
      this.#diagnostics.report("MG1022", root.origin, { location, file });
    }
  }

  /**
   * An unused import may be unresolvable: a missing declaration of its namespace would be a separate error. Documents beside the contract that
   * seem to be the missing ones are read too, so that all missing ones are reported at once.
   */
  #reportElsewhere(replaced: (document: Elsewhere) => boolean): void {
    for (let at = 0, document = this.#elsewhere[at]; document !== undefined; document = this.#elsewhere[++at])
      this.#reportMissing(document, replaced(document));
  }

  #reportMissing(document: Elsewhere, isReplaced: boolean): void {
    const { location, at, namespace = "", path, wanted } = document;
    const report = (reason: string): void => {
      this.#diagnostics.report("MG1019", at, { location, reason });
    };
    if (isReplaced) {
      if (path !== undefined) report("its namespace is declared elsewhere");
    } else if (namespace !== "" && !this.#usedNamespaces().has(namespace))
      report("nothing refers to its namespace");
    else {
      const found = wanted === undefined ? [] : this.#beside(wanted, at.file);
      const beside = wanted === undefined ? "" : besideHint(wanted, found, this.#base);
      if (path === undefined) this.#onUnread({ location, at, beside });
      else this.#reader.read(path, location, at, beside);
      const [only, ...others] = found;
      if (wanted !== undefined && only !== undefined && others.length === 0) this.#assume(only, wanted, at);
    }
  }

  /** Of the documents that have been read by now. */
  #usedNamespaces(): ReadonlySet<string> {
    const roots = [...this.#wsdls, ...this.#schemas.map(({ root }) => root)];
    if (roots.length !== this.#used.roots)
      this.#used = { roots: roots.length, all: usedNamespaces(roots).all };
    return this.#used.all;
  }

  /** Documents in the folder of the one that refers to a missing one, or of a WSDL, that may be meant. */
  #beside(wanted: Wanted, file: string): readonly string[] {
    const files = [file, ...this.#wsdls.map(({ origin }) => origin.file)].filter((each) => !isAddress(each));
    const folders = new Set(files.map((each) => realPath(resolve(this.#base, dirname(each)))));
    const isRead = (path: string): boolean => this.#parsed.has(path);
    return [...folders].flatMap((folder) => besides(folder, wanted, isRead));
  }

  /** Reads a document in place of a missing one for what it refers to; the contract has an error. */
  #assume(path: string, { kind, namespace }: Wanted, at: Origin): void {
    const shown = shownFrom(this.#base, path);
    this.#readFrom({ path, kind, at, shown, namespace: { wanted: namespace, include: false } });
  }

  /** Reads a WSDL of the command line or the configuration, and what it leads to. */
  loadWsdl(wsdl: string): void {
    const path = isWebUrl(wsdl) ? (this.#substitutes?.find(wsdl, wsdl) ?? wsdl) : realPath(wsdl);
    const shown = isAddress(path) ? path : this.#diagnostics.place(shownFrom(this.#base, path));
    this.#readFrom({ path, kind: "wsdl", at: undefined, shown });
  }

  #readFrom(first: Request): void {
    const stack: Request[] = [first];
    for (let next = stack.pop(); next !== undefined; next = stack.pop())
      stack.push(...this.#document(next).reverse());
  }

  /** Stores a document and returns its references. */
  #document(request: Request): Request[] {
    const parsed = this.#open(request);
    const root = parsed?.root;
    if (parsed === undefined || root === undefined) return [];
    const { at, location } = request;
    if (at !== undefined && location !== undefined)
      this.#targets.set(locationIn(at.file, location), parsed.path);
    if (isNamed(root, xsdNamespace, "schema") && request.at !== undefined)
      return this.#schemaFile(root, parsed.file, request);
    if (isNamed(root, wsdlNamespace, "definitions") && request.kind === "wsdl")
      return this.#wsdlFile(root, parsed.file, request);
    const wanted = request.kind === "wsdl" ? "wsdl:definitions" : "xsd:schema";
    this.#diagnostics.report("MG1013", root.origin, { found: root.name.name, wanted });
    return [];
  }

  #open(request: Request): Parsed | undefined {
    const { path, shown, at } = request;
    const fetched = fetchedDocument(this.#fetched, path);
    if (fetched === undefined && isAddress(path)) {
      const at = { file: path, line: 1, column: 1 };
      this.#elsewhere.push({ location: path, at, namespace: undefined, path: undefined, wanted: undefined });
      return undefined;
    }
    const known = this.#parsed.get(fetched?.path ?? realPath(path));
    if (known !== undefined) return known;
    const source = fetched ?? this.#reader.read(path, shown, at);
    if (source === undefined) {
      this.#noteMissing(path);
      return undefined;
    }
    const file = isAddress(source.path) ? source.path : shownFrom(this.#base, source.path);
    this.#files.push({ file, path: source.path, bytes: source.bytes });
    const text = decodeXml(source.bytes, file, this.#diagnostics);
    const parsed = {
      file,
      path: source.path,
      root: text === undefined ? undefined : readXml(text, file, this.#diagnostics),
    };
    this.#parsed.set(source.path, parsed);
    return parsed;
  }

  #wsdlFile(root: XmlElement, file: string, request: Request): Request[] {
    this.#checkNamespace(root, file, request);
    if (this.#done.has(file)) return [];
    this.#done.add(file);
    this.#wsdls.push(root);
    return elements(root).flatMap((child) => {
      if (isNamed(child, wsdlNamespace, "import")) return this.#import(child, "location", "wsdl");
      if (!isNamed(child, wsdlNamespace, "types")) return [];
      return elements(child).flatMap((schema) =>
        isNamed(schema, xsdNamespace, "schema") ? this.#schema(schema, "", false) : [],
      );
    });
  }

  #schemaFile(root: XmlElement, file: string, request: Request): Request[] {
    const { namespace } = request;
    const adopting = namespace?.include === true && !root.attributes.has("targetNamespace");
    if (!adopting) this.#checkNamespace(root, file, request);
    const adopted = adopting ? (namespace.wanted ?? "") : "";
    const key = `${file} ${adopted}`;
    if (this.#done.has(key)) return [];
    this.#done.add(key);
    return this.#schema(root, adopted, adopted !== "");
  }

  #schema(root: XmlElement, adopted: string, isAdopted: boolean): Request[] {
    const targetNamespace = root.attributes.get("targetNamespace") ?? adopted;
    this.#schemas.push({ root, targetNamespace, adopted: isAdopted });
    return elements(root).flatMap((child) => {
      if (child.name.namespace !== xsdNamespace) return [];
      if (child.name.name === "import") return this.#import(child, "schemaLocation", "schema");
      if (!inclusions.has(child.name.name)) return [];
      return this.#follow(child, "schemaLocation", "schema", { wanted: targetNamespace, include: true });
    });
  }

  /** A schema is imported by its namespace; its location is optional. */
  #import(element: XmlElement, attribute: string, kind: Request["kind"]): Request[] {
    if (kind === "schema" && (attributeOf(element, attribute) ?? "") === "") return [];
    return this.#follow(element, attribute, kind, {
      wanted: element.attributes.get("namespace"),
      include: false,
    });
  }

  #follow(
    element: XmlElement,
    attribute: string,
    kind: Request["kind"],
    namespace: WantedNamespace,
  ): Request[] {
    const location = attributeOf(element, attribute);
    const at = element.origin;
    if (location === undefined) {
      const name = `${kind === "wsdl" ? "wsdl" : "xsd"}:${element.name.name}`;
      this.#diagnostics.report("MG1016", at, { element: name, attribute });
      return [];
    }
    const named = resolveLocation(location, at.file, this.#base);
    const substitute = this.#substitutes?.find(location, named) ?? this.#mapped(location, named, at.file);
    const path = substitute ?? named;
    const isImport = kind === "schema" && !namespace.include;
    const isFile = !isAddress(path);
    if (substitute !== undefined && isFile)
      return [{ path, kind, at, shown: shownFrom(this.#base, path), namespace, location }];
    if (this.#fetched.has(path) || (isFile && existsSync(path)))
      return [{ path, kind, at, shown: location, namespace, location }];
    if (isFile) this.#noteMissing(path);
    const instead = isImport ? (namespace.wanted ?? "") : undefined;
    this.#elsewhere.push({
      location: isFile ? location : path,
      at,
      namespace: instead,
      path: isFile ? path : undefined,
      wanted: { location: isFile ? location : path, kind, namespace: namespace.wanted ?? "" },
    });
    return [];
  }

  /** The file that a map of Visual Studio has for a location where there is no document. */
  #mapped(location: string, named: string, file: string): string | undefined {
    if (isAddress(file) || this.#fetched.has(named) || (!isAddress(named) && existsSync(named)))
      return undefined;
    return this.#serviceMaps.find(location, named, resolve(this.#base, file));
  }

  #noteMissing(path: string): void {
    if (!isAddress(path) && !existsSync(path)) this.#missing.add(path);
  }

  #checkNamespace(root: XmlElement, file: string, request: Request): void {
    if (request.at === undefined || request.namespace === undefined) return;
    const found = root.attributes.get("targetNamespace") ?? "";
    const { wanted, include } = request.namespace;
    if (found === (wanted ?? "")) return;
    const code = include ? "MG1015" : "MG1018";
    this.#diagnostics.report(code, request.at, { file, found, wanted: wanted ?? "" });
    if (wanted === undefined) return;
    this.#misnamed.set(wanted, (this.#misnamed.get(wanted) ?? new Set<string>()).add(found));
  }
}

/** References to documents of the same namespace. */
const inclusions: ReadonlySet<string> = new Set(["include", "redefine", "override"]);

function isNamed(element: XmlElement, namespace: string, name: string): boolean {
  return element.name.namespace === namespace && element.name.name === name;
}
