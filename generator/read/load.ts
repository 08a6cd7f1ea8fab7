import { dirname, resolve } from "node:path";
import type { Diagnostics } from "../diagnostics.js";
import { decodeXml } from "./decode.js";
import { xmlNamespace } from "./names.js";
import { realPath, shownFrom, SourceReader, type NamedAt } from "./source.js";
import { elements, readXml, type XmlElement } from "./xml.js";

export const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/";
export const xsdNamespace = "http://www.w3.org/2001/XMLSchema";
/** SOAP 1.1, section 5, and SOAP 1.2 part 2, section 3: `Array` and its relatives. Known without a schema. */
export const soapEncodingNamespaces = [
  "http://schemas.xmlsoap.org/soap/encoding/",
  "http://www.w3.org/2003/05/soap-encoding",
] as const;

export interface SchemaDocument {
  /** The `xsd:schema`. */
  readonly root: XmlElement;
  readonly targetNamespace: string;
  /** Has no namespace of its own and took that of the schema that includes it. */
  readonly adopted: boolean;
}

export interface ContractFile {
  /** Relative to the base folder. */
  readonly file: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Everything that belongs to one contract: documents in the order in which they are named. */
export interface Contract {
  readonly files: readonly ContractFile[];
  /** The `wsdl:definitions`. */
  readonly wsdls: readonly XmlElement[];
  readonly schemas: readonly SchemaDocument[];
}

export interface LoadOptions {
  /** Paths of WSDL documents. The folder of each may be read. */
  readonly wsdls: readonly string[];
  /** The folder that names of files are relative to; that of the first WSDL unless given. */
  readonly base?: string;
  /** Further folders that may be read. */
  readonly allow?: readonly string[];
}

/** Reads the documents and whatever they import or include. Never recursive: chains of imports may be long. */
export function loadContract(options: LoadOptions, diagnostics: Diagnostics): Contract {
  const entries = options.wsdls.map(realPath);
  const folders = [...entries.map((path) => dirname(path)), ...(options.allow ?? []).map(realPath)];
  const base = options.base ?? folders[0] ?? ".";
  const loader = new Loader(base, folders, diagnostics);
  for (const path of entries) {
    loader.load({ path, kind: "wsdl", at: undefined, shown: diagnostics.place(shownFrom(base, path)) });
  }
  return loader.contract();
}

/** A document that something names. */
interface Request {
  readonly path: string;
  readonly kind: "wsdl" | "schema";
  readonly at: NamedAt;
  readonly shown: string;
  /** What the namespace of the document has to be, and whether it may have none. */
  readonly namespace?: { readonly wanted: string; readonly include: boolean };
}

interface Parsed {
  readonly file: string;
  readonly root: XmlElement | undefined;
}

class Loader {
  readonly #diagnostics: Diagnostics;
  readonly #reader: SourceReader;
  readonly #base: string;
  readonly #parsed = new Map<string, Parsed>();
  readonly #done = new Set<string>();
  readonly #files: ContractFile[] = [];
  readonly #wsdls: XmlElement[] = [];
  readonly #schemas: SchemaDocument[] = [];

  constructor(base: string, folders: readonly string[], diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#reader = new SourceReader(folders, diagnostics);
    this.#base = base;
  }

  contract(): Contract {
    return { files: this.#files, wsdls: this.#wsdls, schemas: this.#schemas };
  }

  load(entry: Request): void {
    const stack = [entry];
    for (let next = stack.pop(); next !== undefined; next = stack.pop())
      stack.push(...this.#document(next).reverse());
  }

  /** Keeps a document and returns what it names. */
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
    const known = this.#parsed.get(realPath(path));
    if (known !== undefined) return known;
    const source = this.#reader.read(path, shown, at);
    if (source === undefined) return undefined;
    const file = shownFrom(this.#base, source.path);
    this.#files.push({ file, path: source.path, bytes: source.bytes });
    const text = decodeXml(source.bytes, file, this.#diagnostics);
    const parsed = { file, root: text === undefined ? undefined : readXml(text, file, this.#diagnostics) };
    this.#parsed.set(source.path, parsed);
    return parsed;
  }

  #wsdlFile(root: XmlElement, file: string, request: Request): Request[] {
    this.#checkNamespace(root, file, request);
    if (this.#done.has(file)) return [];
    this.#done.add(file);
    this.#wsdls.push(root);
    return elements(root).flatMap((child) => {
      if (isNamed(child, wsdlNamespace, "import")) return this.#import(child, "location", "wsdl", false);
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
    const adopted = adopting ? namespace.wanted : "";
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
      if (child.name.name === "import") return this.#import(child, "schemaLocation", "schema", true);
      if (child.name.name === "redefine") this.#diagnostics.report("MG1017", child.origin, {});
      else if (child.name.name !== "include") return [];
      return this.#follow(child, "schemaLocation", "schema", { wanted: targetNamespace, include: true });
    });
  }

  #import(element: XmlElement, attribute: string, kind: Request["kind"], optional: boolean): Request[] {
    const wanted = element.attributes.get("namespace") ?? "";
    const location = element.attributes.get(attribute);
    if (optional && (location === undefined || (wellKnown.has(wanted) && isAddress(location)))) return [];
    return this.#follow(element, attribute, kind, { wanted, include: false });
  }

  #follow(
    element: XmlElement,
    attribute: string,
    kind: Request["kind"],
    namespace: NonNullable<Request["namespace"]>,
  ): Request[] {
    const location = element.attributes.get(attribute);
    const at = element.origin;
    if (location === undefined) {
      this.#diagnostics.report("MG1016", at, {
        element: `${kind === "wsdl" ? "wsdl" : "xsd"}:${element.name.name}`,
        attribute,
      });
      return [];
    }
    if (isAddress(location)) {
      this.#diagnostics.report("MG1004", at, { location });
      return [];
    }
    const path = resolve(this.#base, dirname(at.file), unescapeLocation(location));
    return [{ path, kind, at, shown: location, namespace }];
  }

  #checkNamespace(root: XmlElement, file: string, request: Request): void {
    if (request.at === undefined || request.namespace === undefined) return;
    const found = root.attributes.get("targetNamespace") ?? "";
    const { wanted, include } = request.namespace;
    if (found === wanted) return;
    this.#diagnostics.report(include ? "MG1015" : "MG1014", request.at, { file, found, wanted });
  }
}

const wellKnown: ReadonlySet<string> = new Set([xmlNamespace, xsdNamespace, ...soapEncodingNamespaces]);

function isNamed(element: XmlElement, namespace: string, name: string): boolean {
  return element.name.namespace === namespace && element.name.name === name;
}

/** Anything with a scheme, or an authority. */
function isAddress(location: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/.test(location.trim());
}

function unescapeLocation(location: string): string {
  try {
    return decodeURIComponent(location.trim());
  } catch {
    return location;
  }
}
