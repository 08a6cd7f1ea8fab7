/** Prefixes that are not those of the contract, in a start tag that may declare them already. */
import { escapeAttribute } from "./escape.js";
import type { NamespacePrefix } from "./names.js";
import type { XmlWriter } from "./writer.js";

/** The start tag written last, without its `>`; empty if it has no attributes, or more was written. */
export function startTagOf({ inTag, piece }: XmlWriter): string {
  return inTag ? piece.slice(piece.lastIndexOf("<")) : "";
}

/** True if the start tag written last declares the prefix for the namespace, false if for another, undefined if it does not. */
export function declares(writer: XmlWriter, { prefix, namespace }: NamespacePrefix): boolean | undefined {
  const [, value] = startTagOf(writer).split(` xmlns:${prefix}="`);
  return value?.startsWith(`${escapeAttribute(writer.onWire(namespace))}"`);
}

/**
 * Declares prefixes in the start tag written last, unless it declares them already.
 * @throws RangeError for a prefix that it declares for another namespace
 */
export function declareOnce(writer: XmlWriter, prefixes: readonly NamespacePrefix[]): void {
  for (const each of prefixes) {
    const isSame = declares(writer, each);
    if (isSame === false) throw new RangeError(`xmlns:${each.prefix} is declared twice.`);
    if (isSame === undefined) writer.declare([each]);
  }
}
