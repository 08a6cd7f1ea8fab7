import { quoted } from "./type.js";
import type { PartProblem, PartReader, SoapAttachment } from "./parts.js";

const problems: Readonly<Record<PartProblem, string>> = {
  MissingPart: "The message has no attachment for",
  DuplicatePart: "The message has several attachments for",
};

/**
 * The attachment bound to a part of the message (WSDL 1.1, section 5).
 * @param at its position among such parts, counted from 0
 * @throws XmlError
 */
export function readAttachment(reader: PartReader, part: string, at: number): SoapAttachment {
  return present(reader, reader.parts?.bound(part, at), `part ${part}`, part);
}

/**
 * The attachment that a URL in the element entered last names.
 * @throws XmlError
 */
export function referredAttachment(reader: PartReader, url: string): SoapAttachment {
  return present(reader, reader.parts?.referred(url), reader.name, reader.path());
}

function present(
  reader: PartReader,
  found: SoapAttachment | PartProblem = "MissingPart",
  what: string,
  path: string,
): SoapAttachment {
  if (typeof found !== "string") return found;
  // Only in lenient reading; the caller learns of it there.
  if (reader.leavesOutPart?.(what, path) === true) return undefined as never;
  throw reader.error(found, `${problems[found]} ${quoted(what)}.`, undefined, path);
}
