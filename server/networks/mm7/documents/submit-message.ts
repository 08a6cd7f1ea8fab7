import { type Encoded, encodeMultipart, fieldName } from "messenger-gen-runtime/mime";
import type { MmsPart } from "../../../domain/message/mms-message.js";
import { type Sender, type Submit, writeSubmitRequest } from "./submit-request.js";

const isPresentation = ({ contentType }: MmsPart): boolean => contentType === "application/smil";

/**
 * The content of an MMS: a single part, or several as `multipart/related` with their presentation first, or as
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

const xmlType = "text/xml; charset=utf-8";
const envelopeId = "mm7-envelope";
const contentId = "mm7-content";

/**
 * The HTTP body of a submission: the envelope alone, or followed by the content of the message. `unique` is part of the
 * boundaries and must not occur in any part.
 */
export function encodeSubmission(
  sender: Sender,
  submit: Omit<Submit, "content">,
  parts: readonly MmsPart[],
  unique: string,
): Encoded {
  const content = encodeMmsContent(parts, `content-${unique}`);
  const document = writeSubmitRequest(sender, { ...submit, content: content && contentId });
  const envelope = { contentType: xmlType, contentId: envelopeId, body: new TextEncoder().encode(document) };
  if (content === undefined) return envelope;
  return encodeMultipart(
    "multipart/related",
    `; type="text/xml"; start="<${envelopeId}>"`,
    [envelope, { ...content, contentId }],
    `mm7-${unique}`,
  );
}
