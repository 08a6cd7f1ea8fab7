import type { XmlContent } from "#runtime/xml/content.js";
import type { XmlErrorCode } from "#runtime/xml/errors.js";
import { XmlError } from "#runtime/xml/errors.js";
import type { ReaderOptions } from "#runtime/xml/reader-options.js";
import { XmlReader } from "#runtime/xml/reader.js";
import { readContent } from "#runtime/xml/read-content.js";

/** Reads a whole document as data. */
export function readDocument(text: string, options?: ReaderOptions): XmlContent {
  return reading(text, (reader) => readContent(reader, undefined) ?? [], options);
}

/** Reads a document whose root `read` reads. */
export function reading<T>(text: string, read: (reader: XmlReader) => T, options?: ReaderOptions): T {
  const reader = new XmlReader(text, options);
  reader.enterRoot();
  const value = read(reader);
  reader.finish();
  return value;
}

/** The error `run` throws; a failure when it is not an `XmlError`. */
export function errorOf(run: () => unknown): XmlError {
  try {
    run();
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

/** The code of the error `run` throws, `accepted` when it throws none. */
export function verdict(run: () => unknown): XmlErrorCode | "accepted" {
  try {
    run();
    return "accepted";
  } catch (error) {
    if (error instanceof XmlError) return error.code;
    throw error;
  }
}
