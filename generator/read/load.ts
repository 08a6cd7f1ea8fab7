import { existsSync } from "node:fs";
import type { Diagnostics } from "../diagnostics.js";
import { isCatalogued, cataloguedSchemas } from "./catalogue/index.js";
import type { Address, ContractDocuments, ContractFile, Fetched, SchemaDocument } from "./contract.js";
import { decodeXml } from "./decode.js";
import { isAddress, resolveLocation, wsdlNamespace, xsdNamespace } from "./names.js";
import { isWebUrl, shownAddress } from "../origin.js";
import { permittedFolders, realPath, shownFrom, SourceReader, type NamedAt, type Reading } from "./source.js";
import type { Substitutes } from "./substitutes.js";
import { usedNamespaces } from "./used-namespaces.js";
import { attributeOf, elements, readXml, type XmlElement } from "./xml.js";

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
  /** Expected namespace of the document, and whether it may have none. */
  readonly namespace?: WantedNamespace;
}

/** `wanted` undefined: an import without a namespace. */
interface WantedNamespace {
  readonly wanted: string | undefined;
  readonly include: boolean;
}

/** A document that was not read, and the namespace that would do in its place. */
interface Elsewhere extends Address {
  /** Undefined if there is no substitute. */
  readonly namespace: string | undefined;
  /** Of a file that is not there; undefined for an address. */
  readonly path: string | undefined;
}

interface Parsed {
  readonly file: string;
  readonly root: XmlElement | undefined;
}

class Loader {
  readonly #diagnostics: Diagnostics;
  readonly #reader: SourceReader;
  readonly #base: string;
  readonly #fetched: Fetched;
  readonly #onUnread: (address: Address) => void;
  readonly #substitutes: Substitutes | undefined;
  readonly #parsed = new Map<string, Parsed>();
  readonly #done = new Set<string>();
  readonly #files: ContractFile[] = [];
  readonly #wsdls: XmlElement[] = [];
  readonly #schemas: SchemaDocument[] = [];
  readonly #missing = new Set<string>();
  readonly #misnamed = new Map<string, Set<string>>();
  /** Imports and includes of addresses, with the namespace that would do in their place. */
  readonly #elsewhere: Elsewhere[] = [];

  constructor(base: string, folders: readonly string[], options: LoadOptions, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#reader = new SourceReader(folders, diagnostics);
    this.#base = base;
    this.#fetched = options.fetched ?? new Map();
    this.#substitutes = options.substitutes?.({ reader: this.#reader, base, diagnostics });
    this.#onUnread =
      options.onUnread ??
      (({ location, at }) => {
        diagnostics.report("MG1004", at, { location: shownAddress(location) });
      });
  }

  contract(): ContractDocuments {
    const roots = [...this.#wsdls, ...this.#schemas.map(({ root }) => root)];
    const own = new Set(this.#schemas.map(({ targetNamespace }) => targetNamespace));
    const replaced = ({ namespace }: Elsewhere): boolean =>
      namespace !== undefined && (own.has(namespace) || isCatalogued(namespace));
    this.#reportElsewhere(replaced, usedNamespaces(roots).all);
    this.#reportUnused();
    return {
      files: [...this.#files, ...(this.#substitutes?.files ?? [])],
      wsdls: this.#wsdls,
      schemas: [...this.#schemas, ...cataloguedSchemas(roots, own, this.#diagnostics)],
      unread: this.#elsewhere.filter((each) => each.path === undefined && !replaced(each)),
      missing: [...this.#missing, ...(this.#substitutes?.missing ?? [])],
      misnamed: this.#misnamed,
      omitted: new Set(),
    };
  }

  #reportUnused(): void {
    const [root] = this.#wsdls;
    for (const [location, file] of this.#substitutes?.unused() ?? [])
      if (root !== undefined)
        this.#diagnostics.report("MG1022", root.origin, { location, file: shownFrom(this.#base, file) });
  }

  /** An unused import may be unresolvable: a missing declaration of its namespace would be a separate error. */
  #reportElsewhere(replaced: (document: Elsewhere) => boolean, used: ReadonlySet<string>): void {
    for (const document of this.#elsewhere) {
      const { location, at, namespace = "", path } = document;
      if (replaced(document)) {
        if (path === undefined) continue;
        this.#diagnostics.report("MG1019", at, { location, reason: "its namespace is declared elsewhere" });
      } else if (namespace !== "" && !used.has(namespace)) {
        this.#diagnostics.report("MG1019", at, { location, reason: "nothing refers to its namespace" });
      } else if (path === undefined) this.#onUnread({ location, at });
      else this.#reader.read(path, location, at);
    }
  }

  /** Reads a WSDL of the command line or the configuration, and what it leads to. */
  loadWsdl(wsdl: string): void {
    const path = isWebUrl(wsdl) ? (this.#substitutes?.find(wsdl, wsdl) ?? wsdl) : realPath(wsdl);
    const shown = isAddress(path) ? path : this.#diagnostics.place(shownFrom(this.#base, path));
    const stack: Request[] = [{ path, kind: "wsdl", at: undefined, shown }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop())
      stack.push(...this.#document(next).reverse());
  }

  /** Stores a document and returns its references. */
  #document(request: Request): Request[] {
    const parsed = this.#open(request);
    const root = parsed?.root;
    if (parsed === undefined || root === undefined) return [];
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
    const bytes = this.#fetched.get(path);
    if (bytes === undefined && isAddress(path)) {
      const at = { file: path, line: 1, column: 1 };
      this.#elsewhere.push({ location: path, at, namespace: undefined, path: undefined });
      return undefined;
    }
    const known = this.#parsed.get(bytes === undefined ? realPath(path) : path);
    if (known !== undefined) return known;
    const source = bytes === undefined ? this.#reader.read(path, shown, at) : { path, bytes };
    if (source === undefined) {
      this.#noteMissing(path);
      return undefined;
    }
    const file = isAddress(source.path) ? source.path : shownFrom(this.#base, source.path);
    this.#files.push({ file, path: source.path, bytes: source.bytes });
    const text = decodeXml(source.bytes, file, this.#diagnostics);
    const parsed = {
      file,
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
      if (child.name.name !== "include" && child.name.name !== "redefine") return [];
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
    const substitute = this.#substitutes?.find(location, named);
    const path = substitute ?? named;
    const isImport = kind === "schema" && !namespace.include;
    const isFile = !isAddress(path);
    if (substitute !== undefined && isFile)
      return [{ path, kind, at, shown: shownFrom(this.#base, path), namespace }];
    if (this.#fetched.has(path) || (isFile && (!isImport || existsSync(path))))
      return [{ path, kind, at, shown: location, namespace }];
    if (isFile) this.#noteMissing(path);
    const instead = isImport ? (namespace.wanted ?? "") : undefined;
    this.#elsewhere.push({
      location: isFile ? location : path,
      at,
      namespace: instead,
      path: isFile ? path : undefined,
    });
    return [];
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

function isNamed(element: XmlElement, namespace: string, name: string): boolean {
  return element.name.namespace === namespace && element.name.name === name;
}
