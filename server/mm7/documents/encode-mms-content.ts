import { type Encoded, encodeMultipart, fieldName } from "messenger-gen-runtime/mime";
import type { MmsPart } from "../../domain/message/mms-message.js";

const isPresentation = ({ contentType }: MmsPart): boolean => contentType === "application/smil";

/**
 * The content of an MMS: a part alone, or several as `multipart/related` behind the presentation that arranges them, or as
 * `multipart/mixed`. Undefined for no part.
 */
export function encodeMmsContent(parts: readonly MmsPart[], boundary: string): Encoded | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1) return first;
  const presentation = parts.find(isPresentation);
  if (presentation === undefined) return encodeMultipart("multipart/mixed", "", parts, boundary);
  const named = {
    ...presentation,
    contentId: presentation.contentId === "" ? "presentation" : presentation.contentId,
  };
  const start = fieldName(named.contentId) === undefined ? "" : `; start="<${named.contentId}>"`;
  const others = parts.filter((part) => part !== presentation);
  return encodeMultipart(
    "multipart/related",
    `; type="application/smil"${start}`,
    [named, ...others],
    boundary,
  );
}
