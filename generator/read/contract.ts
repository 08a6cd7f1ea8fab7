import type { Origin } from "../origin.js";
import type { XmlElement } from "./xml.js";

export interface SchemaDocument {
  /** The `xsd:schema`. */
  readonly root: XmlElement;
  readonly targetNamespace: string;
  /** Has no namespace of its own and took that of the schema that includes it. */
  readonly adopted: boolean;
}

/** A document of a network, as it was fetched. */
export type Fetched = ReadonlyMap<string, Uint8Array>;

export interface ContractFile {
  /** Relative to the base folder. */
  readonly file: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Everything that belongs to one contract: documents in the order in which they are named. */
export interface ContractDocuments {
  readonly files: readonly ContractFile[];
  /** The `wsdl:definitions`. */
  readonly wsdls: readonly XmlElement[];
  readonly schemas: readonly SchemaDocument[];
  /** Addresses that are referred to and have no substitute. */
  readonly unread: readonly Address[];
  /** Paths of files that were looked for and do not exist. */
  readonly missing: readonly string[];
  /** By the namespace that an import names, those that the documents it leads to have instead. */
  readonly misnamed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Operations that were removed from bindings because they cannot be generated: `omittedKey` of each. */
  readonly omitted: ReadonlySet<string>;
}

/** A document somewhere else, and the place that names it. */
export interface Address {
  readonly location: string;
  readonly at: Origin;
}
