import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Origin } from "../origin.js";
import type { ContractFile } from "./contract.js";
import { decodeXml } from "./decode.js";
import { readXml } from "./document.js";
import { isAddress } from "./names.js";
import { isInside, realPath, shownFrom, type Reading } from "./source.js";
import { attributeOf, elements, type XmlElement } from "./xml.js";

/** The attributes of an entry: the address of a document, and the file that has it. */
const entryForms: ReadonlyMap<string, readonly [address: string, file: string]> = new Map([
  ["MetadataFile", ["SourceUrl", "FileName"]],
  ["DiscoveryClientResult", ["url", "filename"]],
]);

/** Paths by normalized addresses, and the addresses of the files in the folder by their paths. */
interface FolderMap {
  readonly files: ReadonlyMap<string, string>;
  readonly addresses: ReadonlyMap<string, string>;
}

/**
 * The maps that Visual Studio writes beside the documents it saves: `*.svcmap` of a service reference, `Reference.map` of a web reference. A map
 * leads to files of its own folder, and applies to documents of that folder.
 */
export class ServiceMaps {
  readonly files: ContractFile[] = [];
  readonly #reading: Reading;
  readonly #read = new Map<string, FolderMap>();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The path of the file that was saved from where a location leads, from a document at `file`. */
  find(location: string, resolved: string, file: string): string | undefined {
    const folder = dirname(file);
    const { files, addresses } = this.#of(folder);
    const own = addresses.get(realPath(file));
    return files.get(normalized(isAddress(location) || own === undefined ? resolved : location, own));
  }

  #of(folder: string): FolderMap {
    const known = this.#read.get(folder);
    if (known !== undefined) return known;
    const paths = isAddress(folder) ? [] : mapsIn(folder);
    const entries = paths.flatMap((path) => this.#entries(path));
    const map = {
      files: new Map(entries.map(([address, path]) => [normalized(address), path])),
      addresses: new Map(entries.map(([address, path]) => [path, address])),
    };
    this.#read.set(folder, map);
    return map;
  }

  #entries(path: string): readonly (readonly [address: string, path: string])[] {
    const { reader, base, diagnostics } = this.#reading;
    const file = shownFrom(base, path);
    const source = reader.read(path, file, undefined);
    if (source === undefined) return [];
    this.files.push({ file, path: source.path, bytes: source.bytes });
    const text = decodeXml(source.bytes, file, diagnostics);
    const root = text === undefined ? undefined : readXml(text, file, diagnostics);
    return root === undefined ? [] : entriesIn(root).flatMap((entry) => this.#entry(entry, dirname(path)));
  }

  #entry(element: XmlElement, folder: string): readonly (readonly [address: string, path: string])[] {
    const [addressName = "", fileName = ""] = entryForms.get(element.name.name) ?? [];
    const address = attributeOf(element, addressName);
    const name = attributeOf(element, fileName);
    if (address === undefined || name === undefined || !isAddress(address)) return [];
    const path = realPath(join(folder, name));
    if (isInside(path, realPath(folder))) return existsSync(path) ? [[address, path]] : [];
    this.#outside(name, element.origin);
    return [];
  }

  #outside(location: string, origin: Origin): void {
    this.#reading.diagnostics.report("MG1019", origin, {
      location,
      reason: "it is outside the folder of this map",
    });
  }
}

function mapsIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /\.svcmap$/i.test(name) || name === "Reference.map")
    .toSorted()
    .map((name) => join(folder, basename(name)));
}

/** Entries are the children of the children of the root. */
function entriesIn(root: XmlElement): readonly XmlElement[] {
  return elements(root)
    .flatMap(elements)
    .filter(({ name }) => entryForms.has(name.name));
}

function normalized(address: string, base?: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}
