import type { Origin } from "../origin.js";
import type { XmlElement } from "./xml.js";

export interface SchemaDocument {
  /** The `xsd:schema`. */
  readonly root: XmlElement;
  readonly targetNamespace: string;
  /** Has no namespace of its own and took that of the schema that includes it. */
  readonly adopted: boolean;
}

/** Documents of a network as they were fetched, by address; a text is the address that the server redirects to. */
export type Fetched = ReadonlyMap<string, Uint8Array | string>;

/** A fetched document with the address that it came from: relative locations in it are relative to that one (RFC 3986, 5.1.3). */
export function fetchedDocument(fetched: Fetched, address: string): ContractSource | undefined {
  const found = fetched.get(address);
  if (typeof found !== "string") return found && { path: address, bytes: found };
  const target = fetched.get(found);
  return target instanceof Uint8Array ? { path: found, bytes: target } : undefined;
}

/** The bytes of a document, and its path without links or its address. */
export interface ContractSource {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ContractFile {
  /** Relative to the base folder. */
  readonly file: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The documents of one contract as they were read, in the order in which they are named. */
export interface DocumentFiles {
  readonly files: readonly ContractFile[];
  /** Paths of the documents that were read for locations, by `locationIn`. */
  readonly targets: ReadonlyMap<string, string>;
  /** Paths of files that were looked for and do not exist. */
  readonly missing: readonly string[];
}

/** The same with the trees of the documents, which take ten times the memory. */
export interface ContractDocuments extends DocumentFiles {
  /** The `wsdl:definitions`. */
  readonly wsdls: readonly XmlElement[];
  readonly schemas: readonly SchemaDocument[];
  /** Addresses that are referred to and have no substitute. */
  readonly unread: readonly Address[];
  /** By the namespace that an import names, those that the documents it leads to have instead. */
  readonly misnamed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Operations that were removed from bindings because they cannot be generated: `omittedKey` of each. */
  readonly omitted: ReadonlySet<string>;
}

/** A location as a document has it, with the name of its file. */
export function locationIn(file: string, location: string): string {
  return `${file}\n${location}`;
}

/** A document somewhere else, and the place that names it. */
export interface Address {
  readonly location: string;
  readonly at: Origin;
  /** The sentence of hints that names documents beside the contract which may be meant; empty for none. */
  readonly beside: string;
}
