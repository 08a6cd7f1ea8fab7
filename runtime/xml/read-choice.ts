/** Checks that elements of a choice do not exclude each other. */
import { quoted } from "../xsd/type.js";
import type { XmlElementReader } from "./element-reader.js";
import type { XmlError } from "./errors.js";
import type { XmlReader } from "./reader.js";
import { pathOfEnded } from "./scanner.js";

/**
 * Notes to which branch of a choice the element entered last belongs.
 * @param before number of the branch of earlier elements, 0 for none; another one than `branch` is refused
 */
export function enterBranch(reader: XmlElementReader, before: number, branch: number): number {
  if (before !== 0 && before !== branch) throw excludedElement(reader);
  return branch;
}

/** The error about an element that excludes one before it. */
export function excludedElement(reader: XmlElementReader): XmlError {
  return reader.error(
    "UnexpectedElement",
    `${quoted(reader.name)} excludes an element that stands before it.`,
  );
}

/** Refuses the record that was read because no branch of a choice is present. */
export function absentChoice(reader: XmlReader, names: string): never {
  return reader.absentRecord(names, `One of these is required: ${names}.`, pathOfEnded(reader));
}
