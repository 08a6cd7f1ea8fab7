/** Parts of a call that interceptors add, and bindings use. */
import type { SoapVersion } from "./soap-version.js";
import type { ReaderOptions } from "../xml/reader-options.js";
import type { QName } from "../xml/names.js";
import type { XmlReader } from "../xml/reader.js";
import type { XmlWriter } from "../xml/writer.js";
import type { XmlText } from "../xml/xml-text.js";

/** A kind of reader. */
export type ReaderClass = new (document: string | XmlText, options: ReaderOptions) => XmlReader;

/** SOAP headers of a call that the contract does not declare. */
export interface UndeclaredHeaders {
  /** Writes Header; `declared` writes the blocks that the contract declares. */
  write(writer: XmlWriter, version: SoapVersion, declared: () => void): void;
  /** Reads a block of the response: undefined if it did not read it, otherwise whether the block is understood. */
  readonly read: ReadUndeclared;
}

/** Reads the block that the reader has entered; undefined without reading, otherwise whether it is understood. */
export type ReadUndeclared = (reader: XmlReader & QName) => boolean | undefined;
