import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";

/** The documents of a description, wherever they are. */
export interface DescriptionDocuments {
  /**
   * The path of the document that a location in another one leads to; undefined for an address elsewhere, which stays as it is.
   * @param from path of the document with the location
   * @throws Error where such a document may not be served
   */
  target(location: string, from: string): string | undefined;
  has(path: string): boolean;
  /** @throws Error */
  read(path: string): Uint8Array;
  /** The name under which a document is served: different ones have different names. */
  nameOf(path: string): string;
}

/** Documents in the folder of a WSDL file and in other ones. */
export class Locations implements DescriptionDocuments {
  /** The folder of the WSDL file: names of documents are relative to it. */
  readonly #folder: string;
  readonly #folders: readonly string[];
  /** Paths by locations as written, and by paths. */
  readonly #mapped: ReadonlyMap<string, string>;

  /**
   * @param file the WSDL file
   * @param allow folders outside its own that imports may refer to
   * @param map files by the location that they are read for; their folders are allowed too
   */
  constructor(file: string, allow: readonly string[] = [], map: Readonly<Record<string, string>> = {}) {
    const mapped = Object.entries(map).map(([location, path]) => [location, resolve(path)] as const);
    const local = mapped.filter(([location]) => !isRemote(location));
    this.#mapped = new Map([
      ...local.map(([location, path]) => [resolve(location), path] as const),
      ...mapped,
    ]);
    this.#folder = dirname(resolve(file));
    this.#folders = [
      this.#folder,
      ...allow.map((each) => resolve(each)),
      ...mapped.map(([, path]) => dirname(path)),
    ];
  }

  /** @throws Error for a file outside all folders */
  target(location: string, file: string): string | undefined {
    const mapped = this.#mapped.get(location);
    if (mapped !== undefined) return mapped;
    if (isRemote(location)) return undefined;
    const path = resolve(dirname(file), decoded(location));
    return this.#mapped.get(path) ?? contained(path, this.#folders);
  }

  has(path: string): boolean {
    return existsSync(path);
  }

  read(path: string): Uint8Array {
    return readFileSync(path);
  }

  nameOf(path: string): string {
    return relative(this.#folder, path).split(sep).join("/");
  }
}

/** Characters of a URI may be percent-encoded. */
function decoded(location: string): string {
  try {
    return decodeURIComponent(location);
  } catch {
    return location;
  }
}

function contained(file: string, folders: readonly string[]): string {
  const isInside = (folder: string): boolean => {
    const way = relative(folder, file);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  };
  if (!folders.some(isInside)) throw new Error(`${file} is outside the folder of the WSDL`);
  return file;
}

function isRemote(location: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(location);
}
